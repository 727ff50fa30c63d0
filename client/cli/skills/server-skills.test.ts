import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Session } from '../command.ts'
import { CommandError } from '../exit-codes.ts'
import { readSkill } from './server-skills.ts'

const page = { id: 'p', title: 'Hostile', name: 'hostile', version: 1, folder: ['hostile'] }

/** A server that answers what Quire does not. */
function hostile(paths: readonly string[], sha256 = sha256Of('x')): Session {
  const skills = {
    files: async () => ({
      files: paths.map((path) => ({ path, sha256, size: 1, isExecutable: false })),
    }),
    readFile: async () => ({ content: 'x', encoding: 'utf8' }),
  }
  // SAFETY: what reading a skill uses.
  return { client: { skills }, workspaceId: async () => 'w' } as unknown as Session
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')

const codeOf = (session: Session, name = page.name) =>
  readSkill(session, { ...page, name }).then(
    () => undefined,
    (error: unknown) => (error instanceof CommandError ? error.code : String(error)),
  )

describe('a skill of a hostile server', () => {
  it('is refused if a path leads elsewhere, or is one with another on some systems', async () => {
    for (const [path, expected] of [
      ['..', 'NAME_UNSAFE'],
      ['../evil.txt', 'NAME_UNSAFE'],
      ['scripts/../../evil.txt', 'NAME_UNSAFE'],
      ['/etc/passwd', 'NAME_UNSAFE'],
      ['scripts//run.sh', 'NAME_UNSAFE'],
      [String.raw`..\evil.txt`, 'NAME_UNSAFE'],
      ['CON.txt', 'NAME_UNSAFE'],
      ['ends with a period.', 'NAME_UNSAFE'],
      ['stream:data', 'NAME_UNSAFE'],
      ['skill.md', 'NAME_CLASH'],
    ] as const) {
      assert.equal(await codeOf(hostile(['SKILL.md', path])), expected, path)
    }
    for (const name of ['..', 'a/b', '']) {
      assert.equal(await codeOf(hostile(['SKILL.md']), name), 'NAME_UNSAFE', name)
    }
  })

  it('is refused if a file is another one than the list says', async () => {
    assert.equal(await codeOf(hostile(['SKILL.md'], sha256Of('y'))), 'FILE_DAMAGED')
    assert.equal(await codeOf(hostile(['SKILL.md'])), undefined)
  })
})
