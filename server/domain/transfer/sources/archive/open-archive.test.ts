import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { writeZip, type ZipInput, zipOf } from '../../../../../test/support/sources/write-zip.ts'
import { bytesOf } from '../../../../lib/zip/bytes.ts'
import { archiveLimits, type ArchiveLimits } from './limits.ts'
import { openArchive } from './open-archive.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-archive-'))
})
after(() => rm(folder, { recursive: true }))

/** The message of the error with which an archive is rejected. */
async function refusal(
  archive: Uint8Array | string,
  limits: Partial<ArchiveLimits> = {},
): Promise<string> {
  const opened = openArchive(archive, { ...archiveLimits, ...limits })
  let message = ''
  await assert.rejects(opened, (error: Error & { code?: string }) => {
    message = error.message
    return error.code === 'VALIDATION_FAILED'
  })
  return message
}

/** Opens an archive and reads all of its files. */
async function texts(archive: Uint8Array | string): Promise<Record<string, string>> {
  const files = await openArchive(archive)
  const found: Record<string, string> = {}
  for (const path of files.paths()) {
    const bytes = await files.read(path)
    assert.equal(bytes.length, files.size(path))
    found[path] = Buffer.from(bytes).toString('utf8')
  }
  return found
}

describe('the bytes of a file', () => {
  it('are the same in any order, size and number of reads at once, up to the end', async () => {
    const content = Buffer.from(Uint32Array.from({ length: 200_000 }, (_, index) => index).buffer)
    const path = join(folder, 'numbers')
    await writeFile(path, content)
    const [file, memory] = [await bytesOf(path), await bytesOf(content)]
    assert.equal(file.size, memory.size)
    const positions = Array.from({ length: 60 }, (_, index): [number, number] => [
      (index * 7_919_111) % content.length,
      [1, 30, 5000, 300_000][index % 4] ?? 0,
    ])
    for (const [start, length] of positions) {
      const same = (await file.read(start, length)).equals(await memory.read(start, length))
      assert.ok(same, `${length} bytes at ${start}`)
    }
    const both = await Promise.all(
      positions.map(([start, length]) =>
        Promise.all([file.read(start, length), memory.read(start, length)]),
      ),
    )
    assert.ok(both.every(([read, expected]) => read.equals(expected)))
    await rm(path)
    await assert.rejects(file.read(content.length - 10, 300_000), { code: 'ENOENT' })
  })
})

const one = (entry: ZipInput): Buffer => writeZip([{ name: 'a.md', content: 'A' }, entry])

describe('openArchive', () => {
  it('rejects what is not a zip archive, or not a whole one', async () => {
    const archive = zipOf({ 'a.md': 'A'.repeat(1000), 'b.md': 'B' })
    assert.match(await refusal(Buffer.from('Hello')), /not a zip archive/)
    assert.match(await refusal(Buffer.alloc(0)), /not a zip archive/)
    assert.match(await refusal(Buffer.from('Rar!\x1a\x07')), /not a zip archive/)
    assert.match(await refusal(archive.subarray(0, archive.length - 30)), /damaged or incomplete/)
    assert.match(await refusal(archive.subarray(0, 40)), /damaged or incomplete/)
    assert.match(await refusal(join(folder, 'gone.zip')), /is not a file/)
    assert.match(await refusal(folder), /is not a file/)
  })

  it('rejects an archive of several parts, and a directory outside of the file', async () => {
    const parts = zipOf({ 'a.md': 'A' })
    parts.writeUInt16LE(1, parts.length - 18)
    assert.match(await refusal(parts), /one part of several/)
    const outside = zipOf({ 'a.md': 'A' })
    outside.writeUInt32LE(outside.length, outside.length - 6)
    assert.match(await refusal(outside), /damaged or incomplete/)
    const other = zipOf({ 'a.md': 'A' })
    other.writeUInt32LE(0, other.length - 6)
    assert.match(await refusal(other), /damaged or incomplete/)
  })

  it('rejects paths that lead out of the archive', async () => {
    for (const name of [
      '../b.md',
      'a/../../b.md',
      '/etc/passwd',
      'C:\\b.md',
      '..\\b.md',
      'c:b.md',
      'b\0.md',
    ]) {
      assert.match(await refusal(one({ name, content: 'B' })), /path outside of it/, name)
    }
  })

  it('rejects more files or bytes than its limits', async () => {
    const archive = zipOf({ 'a.md': 'A'.repeat(600), 'b.md': 'B'.repeat(600) })
    assert.match(await refusal(archive, { entries: 1 }), /more than 1 files/)
    assert.match(await refusal(archive, { fileBytes: 500 }), /a\.md is too large/)
    assert.match(await refusal(archive, { totalBytes: 1000 }), /files of the archive are too large/)
    assert.match(await refusal(archive, { pathLength: 3 }), /more than 3 characters/)
  })

  it('rejects an archive that is encrypted as a whole', async () => {
    const archive = writeZip([{ name: 'a.md', content: 'A', isEncrypted: true }])
    assert.match(await refusal(archive), /encrypted\. Export it without a password/)
  })

  it('stops at the size that the directory states, and checks the sum', async () => {
    const bomb = await openArchive(
      one({ name: 'b.md', content: 'B'.repeat(10_000), statedSize: 10 }),
    )
    await assert.rejects(bomb.read('b.md'), /damaged or incomplete/)
    const short = await openArchive(one({ name: 'b.md', content: 'B', statedSize: 10 }))
    await assert.rejects(short.read('b.md'), /damaged or incomplete/)
    const changed = await openArchive(one({ name: 'b.md', content: 'B', statedSum: 1 }))
    await assert.rejects(changed.read('b.md'), /damaged or incomplete/)
    await assert.rejects(changed.read('c.md'), /is not in the archive/)
    assert.equal(Buffer.from(await changed.read('a.md')).toString(), 'A')
  })

  it('leaves out links, encrypted files and other packings, and says so', async () => {
    const files = await openArchive(
      writeZip([
        { name: 'a.md', content: 'A' },
        { name: 'link.md', content: '/etc/passwd', isLink: true },
        { name: 'secret.md', content: 'S', isEncrypted: true },
        { name: 'odd.md', content: 'O', method: 14 },
        { name: 'odder.md', content: 'O', method: 93 },
      ]),
    )
    assert.deepEqual(files.paths(), ['a.md'])
    assert.deepEqual(files.warnings, [
      '1 file skipped: encrypted. Export without a password to import them.',
      '1 file skipped: links to other files.',
      '2 files skipped: packed in a way that Quire cannot read. Use the zip format.',
    ])
  })

  it('reads packed and stored files, in memory and from a file, with a comment and bytes after it', async () => {
    const archive = writeZip(
      [
        { name: 'a.md', content: 'A'.repeat(5000) },
        { name: 'b/c.md', content: 'C', isStored: true },
        { name: 'empty.md' },
        { name: 'b/' },
      ],
      'made by a test',
    )
    const expected = { 'a.md': 'A'.repeat(5000), 'b/c.md': 'C', 'empty.md': '' }
    assert.deepEqual(await texts(archive), expected)
    assert.deepEqual(await texts(Buffer.concat([archive, Buffer.from('\nMore.')])), expected)
    const path = join(folder, 'notes.zip')
    await writeFile(path, archive)
    assert.deepEqual(await texts(path), expected)
  })

  it('leaves out the folder around everything, and what programs add', async () => {
    const archive = writeZip([
      { name: 'notes/a.md', content: 'A' },
      { name: '__MACOSX/notes/._a.md', content: 'x' },
      { name: 'notes/.DS_Store', content: 'x' },
      { name: 'notes\\b\\c.md', content: 'C' },
      { name: 'notes/b/Thumbs.db', content: 'x' },
    ])
    assert.deepEqual(await texts(archive), { 'a.md': 'A', 'b/c.md': 'C' })
    assert.deepEqual(await texts(zipOf({ unsafe: 'A', 'a..b/c...md': 'C' })), {
      unsafe: 'A',
      'a..b/c...md': 'C',
    })
  })

  it('reads names in UTF-8, and in the code page of DOS', async () => {
    const archive = writeZip([
      { name: 'Über.md', content: '1' },
      { name: 'Ça va.md', content: '2', isUtf8: false },
      { name: Buffer.from([0x9a, 0x6c, 0x2e, 0x6d, 0x64]), content: '3', isUtf8: false },
      { name: 'e\u0301.md', content: '4' },
    ])
    assert.deepEqual(await texts(archive), {
      'Über.md': '1',
      'Ça va.md': '2',
      'Ül.md': '3',
      'é.md': '4',
    })
  })

  it('opens the archives of an export in parts, packed or stored', async () => {
    const parts = writeZip([
      { name: 'Export-Part-1.zip', content: zipOf({ 'Wiki/a.md': 'A' }), isStored: true },
      { name: 'Export-Part-2.zip', content: zipOf({ 'Wiki/b.md': 'B' }) },
    ])
    assert.deepEqual(await texts(parts), { 'a.md': 'A', 'b.md': 'B' })
    assert.match(await refusal(parts, { nestedBytes: 10 }), /archives in the archive are too large/)
    assert.match(await refusal(parts, { entries: 3 }), /files/)
  })

  it('keeps an archive that is beside other files as a file', async () => {
    const inner = zipOf({ 'b.md': 'B' })
    const files = await openArchive(
      writeZip([{ name: 'a.md' }, { name: 'data.zip', content: inner }]),
    )
    assert.deepEqual(files.paths(), ['a.md', 'data.zip'])
    assert.deepEqual(Buffer.from(await files.read('data.zip')), inner)
  })

  it('lets other work run while it reads a large directory', async () => {
    const entries = Array.from({ length: 20_000 }, (_, index) => ({ name: `n/${index}.md` }))
    const archive = writeZip(entries)
    let rounds = 0
    const timer = setInterval(() => (rounds += 1), 0)
    const files = await openArchive(archive)
    clearInterval(timer)
    assert.equal(files.paths().length, 20_000)
    assert.ok(rounds > 0, 'no timer ran')
  })
})
