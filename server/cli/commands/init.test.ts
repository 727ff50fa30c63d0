import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runCommand, runCommandProcess } from '../../../test/support/processes/process.ts'

describe('quire init', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-init-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const wordsWith = (changes: Record<string, string> = {}, ...more: string[]) => {
    const options = {
      '--email': 'Ada@Example.com',
      '--first-name': 'Ada',
      '--last-name': 'Lovelace',
      '--workspace': 'Łódź Lab',
      ...changes,
    }
    return ['init', ...Object.entries(options).flat(), ...more]
  }
  const init = (name: string, changes: Record<string, string> = {}, ...more: string[]) =>
    runCommand(wordsWith(changes, ...more), { dataFolder: join(folder, name) })

  it('lists everything that is wrong by the options that were typed, and makes nothing', async () => {
    const wrong = { '--email': 'nobody', '--first-name': ' ', '--last-name': 'x'.repeat(101) }
    const { code, stdout, stderr } = await init('wrong', wrong)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^quire: --email must .*; --first-name must .*; --last-name must .*\n$/)
    const nameless = await init('wrong', { '--workspace': '!!!' }, '--json')
    assert.equal(nameless.code, 1)
    assert.equal(JSON.parse(nameless.stderr).code, 'VALIDATION_FAILED')
    assert.equal((await init('wrong')).code, 0)
  })

  it('refuses a store that is set up already, also when two run at once', async () => {
    const start = () =>
      runCommandProcess(wordsWith({}, '--json'), { dataFolder: join(folder, 'twice') })
    const both = await Promise.all([start(), start()])
    assert.equal(both.filter(({ code }) => code === 0).length, 1)
    const refused = both.find(({ code }) => code === 1)
    const { code, message } = JSON.parse(refused?.stderr ?? '')
    assert.equal(code, 'STORE_NOT_EMPTY')
    assert.match(message, /quire user add/)
  })

  it('prints the key once, and what to do with it', async () => {
    const { code, stdout, stderr } = await init('words')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, /^Ada Lovelace owns the workspace "Łódź Lab"/)
    assert.match(stdout, /API key \(shown only once\): svc_[A-Za-z0-9]{24}\n/)
    assert.match(stdout, /curl .*Authorization: Bearer/)
  })

  it('gives ids, slug, key and expiry as one JSON object', async () => {
    const more = ['--slug', 'lodz', '--expires', '7d', '--json']
    const { code, stdout } = await init('json', {}, ...more)
    assert.equal(code, 0)
    const { userId, workspaceId, slug, keyId, key, expiresAt } = JSON.parse(stdout)
    for (const id of [userId, workspaceId, keyId]) assert.match(id, /^[\da-f-]{36}$/)
    assert.equal(slug, 'lodz')
    assert.match(key, /^svc_[A-Za-z0-9]{24}$/)
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000
    assert.ok(days > 6.9 && days <= 7)
  })
})
