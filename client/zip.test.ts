import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unzip } from '../server/domain/skills/unzip.ts'
import { readDirectory } from '../server/domain/transfer/sources/archive/directory.ts'
import { directoryEntry } from '../server/lib/zip/records.ts'
import { endOfDirectory, zipFiles } from './zip.ts'

const limits = { files: 100, bytes: 10_000_000 }

async function roundTrip(files: Record<string, Uint8Array<ArrayBuffer>>) {
  const entries = Object.entries(files)
  const zipped = await zipFiles(
    entries.map(([path, bytes]) => ({ path, contents: new Blob([bytes]) })),
  )
  const read = await unzip(Buffer.from(await zipped.arrayBuffer()), limits)
  assert.ok(read.ok, read.ok ? '' : read.reason)
  return Object.fromEntries(read.entries.map(({ path, content }) => [path, [...content]]))
}

describe('zipFiles', () => {
  it('makes an archive of no files', async () => {
    assert.deepEqual(await roundTrip({}), {})
  })

  it('keeps the bytes and the paths of files', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)
    const files = {
      'a.md': Uint8Array.of(1, 2),
      'ä/日本 1.md': bytes,
      'empty.txt': new Uint8Array(),
    }
    const expected = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [path, [...content]]),
    )
    assert.deepEqual(await roundTrip(files), expected)
  })

  it('keeps which files are executable', async () => {
    const contents = new Blob(['#!/bin/sh'])
    const zipped = await zipFiles([
      { path: 'run', contents, isExecutable: true },
      { path: 'plain', contents, isExecutable: false },
      { path: 'script', contents },
      { path: 'text', contents: new Blob(['Text']) },
    ])
    const read = await unzip(Buffer.from(await zipped.arrayBuffer()), limits)
    assert.deepEqual(
      read.ok && read.entries.map(({ path, isExecutable }) => [path, isExecutable]),
      [
        ['run', true],
        ['plain', false],
        ['script', true],
        ['text', false],
      ],
    )
  })

  it('ends an archive of more than 65,535 files so that imports can read it', async () => {
    const file = { size: 1, crc: 0, method: 0, packedSize: 1, mode: 0o644 }
    const directory = Buffer.concat(
      Array.from({ length: 70_000 }, (_, index) =>
        directoryEntry({ ...file, name: Buffer.from(`${index}.md`) }, 0),
      ),
    )
    const archive = Buffer.concat([directory, endOfDirectory(70_000, directory.length, 0)])
    const read = async (offset: number, length: number) => archive.subarray(offset, offset + length)
    assert.equal((await readDirectory({ size: archive.length, read }, 70_000)).length, 70_000)
  })

  it('refuses more files than an archive can have', async () => {
    const contents = new Blob([])
    const many = Array.from({ length: 200_001 }, () => ({ path: 'a', contents }))
    await assert.rejects(zipFiles(many), { code: 'FILE_TOO_LARGE' })
  })
})
