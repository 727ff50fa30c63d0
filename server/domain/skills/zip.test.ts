import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unzip } from './unzip.ts'
import { zipFiles } from './zip.ts'

const limits = { files: 10, bytes: 10_000 }
const files = [
  { path: 'skill/SKILL.md', content: Buffer.from('text '.repeat(500)), mode: 0o644 },
  { path: 'skill/scripts/prüfe.sh', content: Buffer.from('#!/bin/sh\n'), mode: 0o755 },
  { path: 'skill/assets/empty', content: Buffer.alloc(0), mode: 0o644 },
]

/** Made by Python 3: the folder a/ with the stored file b, whose text is c. */
const foreign = Buffer.from(
  'UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAACAAAAYS9QSwMEFAAAAAAAAAAhAG/fuQYBAAAAAQAAAAMAAABhL2JjUEsBAhQDFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAIAAAAAAAAAAAAQAO1BAAAAAGEvUEsBAhQDFAAAAAAAAAAhAG/fuQYBAAAAAQAAAAMAAAAAAAAAAAAAAKSBIAAAAGEvYlBLBQYAAAAAAgACAGEAAABCAAAAAAA=',
  'base64',
)

describe('unzip', () => {
  it('refuses what is no archive, and one that is damaged', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(100)]) {
      assert.deepEqual(await unzip(bytes, limits), { ok: false, reason: 'is not a ZIP archive' })
    }
    const archive = await zipFiles(files)
    for (let at = 0; at < archive.length; at += 1) {
      const broken = Buffer.from(archive)
      broken.writeUInt8((broken.readUInt8(at) + 1) % 256, at)
      await unzip(broken, limits)
    }
    const flipped = Buffer.from(archive)
    flipped.writeUInt8(flipped.readUInt8(60) ^ 0xff, 60)
    assert.equal((await unzip(flipped, limits)).ok, false)
  })

  it('refuses links, encrypted files, and more than its limits', async () => {
    assert.deepEqual(await unzip(await zipFiles(files), { ...limits, files: 2 }), {
      ok: false,
      reason: 'has more than 2 files',
    })
    assert.deepEqual(await unzip(await zipFiles(files), { ...limits, bytes: 100 }), {
      ok: false,
      reason: 'is too large',
    })
    const link = await zipFiles([{ path: 'l', content: Buffer.from('/etc'), mode: 0o644 }])
    const at = link.indexOf('PK\u0001\u0002')
    link.writeUInt16LE(0o120777, at + 40)
    assert.deepEqual(await unzip(link, limits), { ok: false, reason: 'has a link l' })
    link.writeUInt16LE(1, at + 8)
    assert.deepEqual(await unzip(link, limits), { ok: false, reason: 'has an encrypted file l' })
  })

  it('reads only the chosen files, and refuses nothing for the others', async () => {
    const link = { path: 'AGENTS.md', content: Buffer.from('CLAUDE.md'), mode: 0o644 }
    const archive = await zipFiles([link, { ...link, path: './AGENTS.md' }, ...files])
    for (let at = 0, index = 0; index < 2; index += 1) {
      at = archive.indexOf('PK\u0001\u0002', at) + 4
      archive.writeUInt16LE(0o120777, at + 36)
    }
    assert.equal((await unzip(archive, limits)).ok, false)
    const read = await unzip(archive, { ...limits, files: 3 }, (paths) => {
      assert.equal(paths.length, 5)
      return (path) => path.startsWith('skill/')
    })
    assert.ok(read.ok, JSON.stringify(read))
    assert.deepEqual(
      read.entries.map(({ path }) => path),
      files.map(({ path }) => path),
    )
  })

  it('takes scripts as executable in an archive of a system without permissions', async () => {
    const archive = await zipFiles(files.map((file) => ({ ...file, mode: 0 })))
    for (let at = archive.indexOf('PK\u0001\u0002'); at >= 0;) {
      archive.writeUInt8(0, at + 5)
      at = archive.indexOf('PK\u0001\u0002', at + 4)
    }
    const read = await unzip(archive, limits)
    assert.ok(read.ok, JSON.stringify(read))
    assert.deepEqual(
      read.entries.map(({ isExecutable }) => isExecutable),
      [false, true, false],
    )
  })

  it('refuses two files with one path, in any form, and paths that are too long', async () => {
    const content = Buffer.from('x')
    const entry = (path: string) => ({ path, content, mode: 0o644 })
    for (const path of ['a/b', 'a//b', 'a/./b', 'c/../a/b']) {
      const archive = await zipFiles([entry('a/b'), entry(path)])
      assert.deepEqual(await unzip(archive, limits), {
        ok: false,
        reason: 'has the file a/b twice',
      })
    }
    const long = await unzip(await zipFiles([entry('a/'.repeat(600) + 'b')]), limits)
    assert.deepEqual(long, { ok: false, reason: 'has a path with more than 1024 characters' })
  })

  it('inflates no more than the archive says', async () => {
    const archive = await zipFiles([{ path: 'a', content: Buffer.alloc(5000), mode: 0o644 }])
    const at = archive.indexOf('PK\u0001\u0002')
    archive.writeUInt32LE(10, at + 24)
    assert.deepEqual(await unzip(archive, limits), { ok: false, reason: 'is damaged' })
  })

  it('reads what zipFiles writes, with its permissions', async () => {
    const read = await unzip(await zipFiles(files), limits)
    assert.ok(read.ok)
    assert.deepEqual(
      read.entries.map(({ path, content, isExecutable }) => [path, content, isExecutable]),
      files.map(({ path, content, mode }) => [path, content, mode === 0o755]),
    )
  })

  it('reads an archive of another program, also with bytes after it', async () => {
    const read = await unzip(Buffer.concat([foreign, Buffer.from('PK\u0005\u0006')]), limits)
    assert.ok(read.ok, JSON.stringify(read))
    assert.deepEqual(
      read.entries.map(({ path, content }) => [path, content.toString()]),
      [['a/b', 'c']],
    )
  })
})

describe('zipFiles', () => {
  it('gives the same bytes for the same files', async () => {
    assert.deepEqual(await zipFiles(files), await zipFiles(files))
    assert.equal((await zipFiles([])).length, 22)
    assert.ok((await zipFiles(files)).length < 1000)
  })
})
