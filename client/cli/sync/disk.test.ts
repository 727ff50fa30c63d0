import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { moveFile } from './disk.ts'

describe('moveFile', () => {
  let root = ''
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'quire-disk-'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  const move = (from: string, to: string) => moveFile({ root, step: () => undefined }, from, to)

  it('changes the case of a name, and replaces no other file', async () => {
    await writeFile(join(root, 'notes.md'), 'one')
    assert.equal(await move('notes.md', 'Notes.md'), true)
    assert.deepEqual(await readdir(root), ['Notes.md'])
    await writeFile(join(root, 'notes.md'), 'two')
    // Systems that do not distinguish case have one file now.
    const texts = async () =>
      Promise.all((await readdir(root)).map((name) => readFile(join(root, name), 'utf8')))
    const before = await texts()
    await move('notes.md', 'Notes.md')
    assert.deepEqual(await texts(), before)
    await writeFile(join(root, 'other.md'), 'three')
    assert.equal(await move('other.md', 'Notes.md'), false)
  })
})
