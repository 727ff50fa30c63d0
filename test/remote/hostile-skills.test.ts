import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { readEverything, sendForever, useHostileServer } from '../support/outside/hostile-server.ts'
import { runRemote } from '../support/processes/remote.ts'

const workspaceId = '01890000-0000-7000-8000-000000000001'
const id = '01890000-0000-7000-8000-000000000100'
const escapes = ['../victim', '..', '', '/etc/passwd', 'a/../../../victim', '.git/config', null, 7]

describe('quire skills sync, quire skills push and quire instructions, with a hostile server', () => {
  const server = useHostileServer()
  let area = ''
  let folder = ''
  beforeEach(async () => {
    area = await mkdtemp(join(tmpdir(), 'quire-hostile-'))
    folder = join(area, 'project/folder')
    await mkdir(folder, { recursive: true })
    await writeFile(join(area, 'project/victim'), 'mine\n')
    server.requests.length = 0
    server.answers.clear()
    server.answers.set('/v1/workspaces', () => ({
      workspaces: [{ id: workspaceId, name: 'E', slug: 'e', role: 'OWNER' }],
    }))
  })
  afterEach(() => rm(area, { recursive: true, force: true }))

  const run = (...words: string[]) =>
    runRemote([...words, '--json'], { QUIRE_URL: server.address(), QUIRE_KEY: 'svc_x' })
  const codeOf = async (...words: string[]): Promise<string> => {
    const { stderr } = await run(...words)
    return JSON.parse(stderr).code
  }
  /** Compares all files, or those outside of the folder. */
  const unchanged = async (attempt: () => Promise<unknown>, besides = '/project/folder/') => {
    const read = async () =>
      (await readEverything(area)).filter(([path]) => !path.startsWith(besides))
    const before = await read()
    await attempt()
    assert.deepEqual(await read(), before)
  }

  const bytes = Buffer.from('---\nname: review\ndescription: d\n---\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = (path: unknown) => ({ path, sha256, size: bytes.length, isExecutable: false })
  const offer = (files: readonly object[], pageId: unknown = id) => {
    const served = { version: 1, name: 'review', description: 'd', digest: '', isValid: true }
    const skill = { id: pageId, title: 'Review', ownership: 'SKILL', served }
    server.answers.set('/v1/skills/list', ({ ownership }) => ({
      skills: ownership === 'AGENT' ? [] : [skill],
    }))
    server.answers.set('/v1/skills/files', () => ({ version: 1, name: 'review', size: 1, files }))
    server.answers.set('/v1/skills/read-file', ({ path }) => ({
      ...file(path),
      encoding: 'base64',
      content: bytes.toString('base64'),
    }))
  }

  it('sync writes no file whose path is not one, also where an earlier one was written', async () => {
    const sync = ['skills', 'sync', '--to', folder, '--yes', '--force']
    offer([file('SKILL.md')])
    assert.equal((await run(...sync)).code, 0)
    assert.deepEqual(await readFile(join(folder, 'review/SKILL.md')), bytes)
    for (const escape of escapes) {
      for (const [files, pageId] of [
        [[file('SKILL.md'), file(escape)], id],
        [[file('SKILL.md')], escape],
      ] as const) {
        offer(files, pageId)
        const attempt = async () =>
          assert.match(await codeOf(...sync), /^(?:NAME_|UNEXPECTED_ANSWER)/)
        await unchanged(attempt, '/nowhere')
      }
    }
    server.answers.set('/v1/skills/list', (_body, response) =>
      sendForever(response, '{"skills":["'),
    )
    const attempt = async () => assert.equal(await codeOf(...sync), 'UNEXPECTED_ANSWER')
    await unchanged(attempt, '/nowhere')
  })

  it('push writes only its lock, whose paths no later pull follows out of the folder', async () => {
    offer([file('SKILL.md')])
    await run('skills', 'pull', '--to', folder, '--yes')
    for (const escape of escapes) {
      await writeFile(join(folder, 'review/SKILL.md'), `${bytes.toString()}${String(escape)}`)
      const written = { path: escape, sha256, change: 'updated' }
      server.answers.set('/v1/skills/write-files', () => ({ files: [written] }))
      const lock = '/project/folder/quire-skills.lock'
      await unchanged(() => run('skills', 'push', '--to', folder, '--yes'), lock)
      await unchanged(() => run('skills', 'pull', '--to', folder, '--yes', '--force'))
    }
    const sent = server.requests.filter((path) => path === '/v1/skills/write-files')
    assert.equal(sent.length, escapes.length)
  })

  it('instructions write their section of one file, and nothing through a link', async () => {
    const path = join(folder, 'AGENTS.md')
    const get = '/v1/workspace/instructions'
    const own = '# Ours\n\nOurs.\n'
    await writeFile(path, own)
    for (const wrong of [7, ['x'], { toString: 'x' }, undefined]) {
      server.answers.set(get, () => ({ instructions: wrong }))
      const attempt = async () =>
        assert.equal(await codeOf('instructions', path), 'UNEXPECTED_ANSWER')
      await unchanged(attempt, '/nowhere')
    }
    server.answers.set(get, (_body, response) => sendForever(response, '{"instructions":"'))
    const endless = async () =>
      assert.equal(await codeOf('instructions', path), 'UNEXPECTED_ANSWER')
    await unchanged(endless, '/nowhere')
    const mark = '<!-- /quire:instructions -->'
    server.answers.set(get, () => ({ instructions: `First\n${mark}\nAfter\n${mark}\n` }))
    await unchanged(async () => assert.equal((await run('instructions', path)).code, 0))
    server.answers.set(get, () => ({ instructions: null }))
    await unchanged(async () => assert.equal((await run('instructions', path)).code, 0))
    assert.equal((await readFile(path, 'utf8')).trimEnd(), own.trimEnd())
    await symlink(join(area, 'project/victim'), join(folder, 'CLAUDE.md'))
    server.answers.set(get, () => ({ instructions: 'PWNED' }))
    await unchanged(async () =>
      assert.equal(await codeOf('instructions', join(folder, 'CLAUDE.md')), 'LINK_REFUSED'),
    )
  })
})
