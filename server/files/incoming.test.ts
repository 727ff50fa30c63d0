import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { Upload } from '@tus/server'
import { AppError } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { IncomingFiles } from './incoming.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('IncomingFiles', () => {
  let folder = ''
  let incoming: IncomingFiles
  before(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'quire-incoming-')), 'uploads')
    incoming = new IncomingFiles(folder)
  })
  after(() => rm(join(folder, '..'), { recursive: true, force: true }))

  const add = async (size: number): Promise<string> => {
    const id = newId()
    await incoming.create(new Upload({ id, size, offset: 0, metadata: { filename: 'a' } }))
    return id
  }
  const write = (id: string, content: Buffer, offset: number) =>
    incoming.write(Readable.from([content]), id, offset)

  it('makes no folder before the first upload, and then one for its owner only', async () => {
    assert.equal(await incoming.deleteExpired(), 0)
    await assert.rejects(readdir(folder))
    const id = await add(1)
    assert.equal((await stat(folder)).mode & 0o777, 0o700)
    assert.equal((await stat(incoming.path(id))).mode & 0o777, 0o600)
  })

  it('refuses what there is no room for', async () => {
    await assert.rejects(
      add(2 ** 60),
      (error) => error instanceof AppError && error.code === 'STORAGE_FULL',
    )
  })

  it('says when the disk is full', async () => {
    const id = await add(8)
    async function* full() {
      yield Buffer.from('half')
      throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    }
    await assert.rejects(
      incoming.write(Readable.from(full()), id, 0),
      (error) => error instanceof AppError && error.code === 'STORAGE_FULL',
    )
  })

  it('knows how far an upload has come, in another process too', async () => {
    const id = await add(6)
    assert.equal(await write(id, Buffer.from('abc'), 0), 3)
    const { offset, size, metadata } = await new IncomingFiles(folder).getUpload(id)
    assert.deepEqual([offset, size, metadata], [3, 6, { filename: 'a' }])
  })

  it('hashes what came in one go, and what came in pieces to several processes', async () => {
    const content = randomBytes(3_000_000)
    const [once, twice, resumed] = [await add(0), await add(0), await add(0)]
    await write(once, content, 0)
    for (const id of [twice, resumed]) await write(id, content.subarray(0, 1_000_000), 0)
    await write(twice, content.subarray(1_000_000), 1_000_000)
    const another = new IncomingFiles(folder)
    await another.write(Readable.from([content.subarray(1_000_000)]), resumed, 1_000_000)
    const expected = { sha256: sha256(content), size: content.length }
    assert.deepEqual(await incoming.hash(once, content.length), expected)
    assert.deepEqual(await incoming.hash(twice, content.length), expected)
    assert.deepEqual(await another.hash(resumed, content.length), expected)
  })

  it('does not go by the hash of bytes that never reached the disk', async () => {
    const content = Buffer.from('abcdef')
    const id = await add(6)
    await write(id, Buffer.from('abcXYZ'), 0)
    // As if only half of it had been written.
    await writeFile(incoming.path(id), content.subarray(0, 3))
    await write(id, content.subarray(3), 3)
    assert.equal((await incoming.hash(id, 6)).sha256, sha256(content))
  })

  it('keeps the record of a file that is kept, and lets its bytes go', async () => {
    const id = await add(3)
    await write(id, Buffer.from('abc'), 0)
    assert.equal(await incoming.isStored(id), false)
    await incoming.removeBytes(id)
    assert.equal(await incoming.isStored(id), true)
    assert.equal((await incoming.getUpload(id)).offset, 3)
    assert.equal(await write(id, Buffer.alloc(0), 3), 3)
    await incoming.remove(id)
    await assert.rejects(incoming.getUpload(id))
  })
})
