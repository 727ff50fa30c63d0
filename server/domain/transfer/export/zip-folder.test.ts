import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { directoryEntry, endOfDirectory } from '../../../lib/zip/records.ts'
import { readDirectory } from '../sources/archive/directory.ts'
import { archiveLimits } from '../sources/archive/limits.ts'
import { requireFits } from './zip-folder.ts'

/** Reads a directory that begins at `start` of an archive as an import does. Before it, there are zeros. */
function readAt(start: number, directory: Buffer, end: Buffer) {
  const zeros = Buffer.alloc(Math.min(start, 100_000))
  const known = Buffer.concat([zeros, directory, end])
  const base = start - zeros.length
  const read = async (offset: number, length: number) =>
    known.subarray(offset - base, offset - base + length)
  return readDirectory({ size: base + known.length, read }, 200_000)
}

describe('requireFits', () => {
  it('refuses more than an import takes', () => {
    const { entries: files, totalBytes: bytes } = archiveLimits
    requireFits({ files, bytes })
    for (const more of [
      { files: files + 1, bytes },
      { files, bytes: bytes + 1 },
    ]) {
      assert.throws(() => requireFits(more), { code: 'NOT_SUPPORTED' })
    }
  })
})

describe('the directory of a ZIP archive', () => {
  const file = (path: string) => ({
    name: Buffer.from(path),
    size: 3,
    crc: 7,
    method: 0,
    packedSize: 3,
    mode: 0o644,
  })

  it('can have more than 65,535 files', async () => {
    const count = 70_000
    const directory = Buffer.concat(
      Array.from({ length: count }, (_, index) => directoryEntry(file(`${index}.md`), index)),
    )
    const end = endOfDirectory({ entries: count, size: directory.length, offset: 9 })
    const entries = await readAt(9, directory, end)
    assert.equal(entries.length, count)
    assert.deepEqual([entries.at(-1)?.name, entries.at(-1)?.offset], ['69999.md', 69_999])
  })

  it('can begin after 4 GiB', async () => {
    const start = 5 * 1024 ** 3
    const directory = Buffer.concat([
      directoryEntry(file('a.md'), 0),
      directoryEntry(file('b.md'), start - 33),
    ])
    const end = endOfDirectory({ entries: 2, size: directory.length, offset: start })
    assert.deepEqual(
      (await readAt(start, directory, end)).map(({ name, offset, size }) => [name, offset, size]),
      [
        ['a.md', 0, 3],
        ['b.md', start - 33, 3],
      ],
    )
  })
})
