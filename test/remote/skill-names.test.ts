import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { requireSafeName } from '../../client/cli/skills/names.ts'
import { isSafePath } from '../../server/domain/skills/names.ts'
import { useHostileServer } from '../support/outside/hostile-server.ts'
import { runRemote } from '../support/processes/remote.ts'

/** Parts of names that some system, or git, reads in a way of its own, and some that every system takes. */
const parts = [
  'con PRN aux nul com1 COM¹ lpt9 .git GIT~1 git~12 . .. ~1 / \\ : * ? " < > |'.split(' '),
  [' ', '\u00A0', '\0', '\n', '\u200B', '\u202E', '\u2028', '\u2029', '\u00AD', '\uFEFF'],
  ['a', 'SKILL.md', 'é', 'e\u0301', 'ﬁ', '日本', '🎉', '-', '_', 'x'.repeat(120), 'ä'.repeat(60)],
].flat()

describe('names in skills', () => {
  it('are refused at publication if the command line cannot write them', () => {
    const names = parts.flatMap((first) => [
      first,
      ...parts.flatMap((second) => [
        first + second,
        ...parts.map((third) => first + second + third),
      ]),
    ])
    let refused = 0
    for (const name of names) {
      try {
        for (const part of name.split('/')) requireSafeName(part)
      } catch {
        refused += 1
        assert.ok(!isSafePath(name), JSON.stringify(name))
      }
    }
    assert.ok(refused > 10_000 && refused < names.length, `${refused} of ${names.length}`)
  })
})

describe('quire skills pull', () => {
  const server = useHostileServer()
  const workspaceId = '01890000-0000-7000-8000-000000000001'
  const [badId, goodId] = [
    '01890000-0000-7000-8000-000000000002',
    '01890000-0000-7000-8000-000000000003',
  ]
  const bytes = Buffer.from('Text.\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = (path: unknown) => ({ path, sha256, size: bytes.length, isExecutable: false })
  const skill = (id: string, name: string) => {
    const served = { version: 1, name, description: 'd', digest: '', isValid: true }
    return { id, title: name, ownership: 'SKILL', served }
  }

  it('skips a skill with a name that no folder can have, and writes the others', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quire-names-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    server.answers.set('/v1/workspaces', () => ({
      workspaces: [{ id: workspaceId, name: 'E', slug: 'e', role: 'OWNER' }],
    }))
    server.answers.set('/v1/skills/list', () => ({
      skills: [skill(badId, 'bad'), skill(goodId, 'good')],
    }))
    server.answers.set('/v1/skills/files', ({ pageId }) => ({
      version: 1,
      name: 'x',
      size: 1,
      files: [file('SKILL.md'), ...(pageId === badId ? [file('con.txt')] : [])],
    }))
    server.answers.set('/v1/skills/read-file', ({ path }) => ({
      ...file(path),
      encoding: 'base64',
      content: bytes.toString('base64'),
    }))
    const run = (...words: string[]) =>
      runRemote(['skills', ...words, '--to', folder, '--json'], {
        QUIRE_URL: server.address(),
        QUIRE_KEY: 'svc_x',
      })
    const pulled = await run('pull', '--yes')
    const { skills, skipped } = JSON.parse(pulled.stdout)
    assert.deepEqual([pulled.code, skills, skipped[0].name], [1, ['good'], 'bad'])
    assert.match(skipped[0].reason, /Windows reserves it/)
    const written = await readdir(folder, { recursive: true })
    assert.deepEqual(written.toSorted(), ['good', 'good/SKILL.md', 'quire-skills.lock'])
    const named = await run('pull', 'bad', '--yes')
    assert.equal(JSON.parse(named.stderr).code, 'NAME_UNSAFE')
    const checked = await run('sync', '--check')
    const { files, ...more } = JSON.parse(checked.stdout)
    assert.deepEqual(
      [checked.code, files, more.skipped.length],
      [7, [{ path: 'good/SKILL.md', state: 'same' }], 1],
    )
  })
})
