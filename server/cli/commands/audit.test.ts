import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useCommands } from '../../../test/support/processes/commands.ts'
import { readSince } from '../../domain/administration/audit-log.ts'

const ada = 'ada@example.com'

describe('quire audit', () => {
  const { json, refused, quire, quireProcess } = useCommands()
  const list = async (...words: string[]) => {
    const { entries } = await json('audit', ...words)
    return entries as Record<string, unknown>[]
  }

  it('refuses a time, a number and a workspace that are none', async () => {
    assert.equal((await refused('audit', '--since', 'yesterday')).code, 'VALIDATION_FAILED')
    assert.equal((await refused('audit', '--workspace', 'nowhere')).code, 'WORKSPACE_NOT_FOUND')
    assert.equal((await quire('audit', '--limit', '0')).code, 2)
  })

  it('lists what commands have done, the newest first', async () => {
    const { id } = await json('key', 'add', ada, '--name', 'Robot')
    await json('key', 'revoke', String(id))
    const [last, before] = await list('--limit', '2')
    assert.deepEqual([last?.['action'], before?.['action']], ['key.revoke', 'key.create'])
    assert.deepEqual([last?.['actorId'], last?.['via'], last?.['address']], [null, 'cli', null])
    assert.deepEqual(last?.['details'], { keyId: id, name: 'Robot' })
  })

  it('lists what happened since a time, and what concerns a workspace', async () => {
    assert.deepEqual(await list('--since', new Date(Date.now() + 60_000).toISOString()), [])
    assert.ok((await list('--since', '1h')).length > 0)
    const own = await list('--workspace', 'lab')
    assert.ok(own.some(({ action }) => action === 'member.add'))
    assert.equal(
      own.some(({ action }) => action === 'key.create'),
      false,
    )
  })

  it('prints for people, and lets no name steer the terminal', async () => {
    await json('key', 'add', ada, '--name', '\u001B[2JGone')
    const { stdout } = await quireProcess('audit', '--limit', '1')
    assert.match(stdout, /^TIME .*ACTION .*BY /)
    assert.match(stdout, /key\.create +done +operator +cli/)
    assert.equal(stdout.includes('\u001B'), false)
  })
})

describe('readSince', () => {
  it('takes instants and times before now', () => {
    assert.equal(readSince('2h', 10_000_000), 2_800_000)
    assert.equal(readSince('1970-01-02', 0), 86_400_000)
    for (const text of ['', '7', 'd7', '7w', '-1h', '2026-13-45', 'now']) {
      assert.throws(() => readSince(text, 0), { code: 'VALIDATION_FAILED' }, text)
    }
  })
})
