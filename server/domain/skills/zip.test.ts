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
  it('refuses what is no archive, and one that is damaged', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(100)]) {
      assert.deepEqual(unzip(bytes, limits), { ok: false, reason: 'is not a ZIP archive' })
    }
    const archive = zipFiles(files)
    for (let at = 0; at < archive.length; at += 1) {
      const broken = Buffer.from(archive)
      broken.writeUInt8((broken.readUInt8(at) + 1) % 256, at)
      unzip(broken, limits)
    }
    const flipped = Buffer.from(archive)
    flipped.writeUInt8(flipped.readUInt8(60) ^ 0xff, 60)
    assert.equal(unzip(flipped, limits).ok, false)
  })

  it('refuses links, encrypted files, and more than its limits', () => {
    assert.deepEqual(unzip(zipFiles(files), { ...limits, files: 2 }), {
      ok: false,
      reason: 'has more than 2 files',
    })
    assert.deepEqual(unzip(zipFiles(files), { ...limits, bytes: 100 }), {
      ok: false,
      reason: 'is too large',
    })
    const link = zipFiles([{ path: 'l', content: Buffer.from('/etc'), mode: 0o644 }])
    const at = link.indexOf('PK\u0001\u0002')
    link.writeUInt16LE(0o120777, at + 40)
    assert.deepEqual(unzip(link, limits), { ok: false, reason: 'has a link l' })
    link.writeUInt16LE(1, at + 8)
    assert.deepEqual(unzip(link, limits), { ok: false, reason: 'has an encrypted file l' })
  })

  it('reads what zipFiles writes, with its permissions', () => {
    const read = unzip(zipFiles(files), limits)
    assert.ok(read.ok)
    assert.deepEqual(
      read.entries.map(({ path, content, isExecutable }) => [path, content, isExecutable]),
      files.map(({ path, content, mode }) => [path, content, mode === 0o755]),
    )
  })

  it('reads an archive of another program', () => {
    const read = unzip(foreign, limits)
    assert.ok(read.ok, JSON.stringify(read))
    assert.deepEqual(
      read.entries.map(({ path, content }) => [path, content.toString()]),
      [['a/b', 'c']],
    )
  })
})

describe('zipFiles', () => {
  it('gives the same bytes for the same files', () => {
    assert.deepEqual(zipFiles(files), zipFiles(files))
    assert.equal(zipFiles([]).length, 22)
    assert.ok(zipFiles(files).length < 1000)
  })
})
