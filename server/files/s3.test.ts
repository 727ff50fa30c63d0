import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type S3Server, startS3 } from '../../test/support/stores/s3.ts'
import { AppError } from '../lib/errors.ts'
import type { FileStore } from './file-store.ts'
import { openS3 } from './s3.ts'

describe('openS3', () => {
  let service: S3Server
  let files: FileStore
  let temporary: string
  const { TMPDIR: usual } = process.env
  before(async () => {
    service = await startS3()
    files = await openS3(service.options)
    // Other tests upload at the same time.
    temporary = await mkdtemp(join(tmpdir(), 'quire-s3-test-'))
    process.env['TMPDIR'] = temporary
  })
  after(async () => {
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
    await service.close()
    await rm(temporary, { recursive: true, force: true })
  })

  const put = (content: string) => files.put([Buffer.from(content)])
  const spooled = async () =>
    (await readdir(temporary)).filter((name) => name.startsWith('quire-upload-'))
  const objects = async () =>
    (await readdir(service.folder, { recursive: true })).filter(
      (name) => name.endsWith('.data') && !name.startsWith('_'),
    )

  it('removes content for good, once and again, and takes it anew', async () => {
    const { sha256 } = await put('to be removed')
    const other = await put('to stay')
    await files.remove(sha256)
    await files.remove(sha256)
    assert.equal(await files.size(sha256), undefined)
    assert.equal(await files.size(other.sha256), 7)
    await put('to be removed')
    assert.equal(await files.size(sha256), 13)
    await files.remove(sha256)
    await files.remove(other.sha256)
  })

  describe('starting', () => {
    it('refuses a bucket that is not there, or not for this key, and names it', async () => {
      const wrong = [
        { url: service.options.url.replace(/quire$/, 'nothing') },
        { secretAccessKey: 'wrong' },
      ]
      for (const change of wrong) {
        const options = { ...service.options, ...change }
        await assert.rejects(
          openS3(options),
          (error) =>
            error instanceof AppError &&
            error.code === 'STORE_UNUSABLE' &&
            error.message.includes(options.url),
        )
      }
    })
  })

  describe('put', () => {
    it('leaves nothing behind when its content ends in an error', async () => {
      const failure = new AppError('VALIDATION_FAILED', 'no')
      async function* broken() {
        yield randomBytes(9_000_000)
        throw failure
      }
      const before = await objects()
      await assert.rejects(files.put(broken()), (error) => error === failure)
      assert.deepEqual(await objects(), before)
      assert.deepEqual(await spooled(), [])
    })

    it('keeps content under its hash: nothing, a little, and what goes up in parts', async () => {
      for (const size of [0, 1, 300_000, 8 * 1024 * 1024, 20_000_001]) {
        const content = randomBytes(size)
        const { sha256, size: stored } = await files.put([
          content.subarray(0, size / 3),
          content.subarray(size / 3),
        ])
        assert.deepEqual(
          [sha256, stored],
          [createHash('sha256').update(content).digest('hex'), size],
        )
        assert.equal(await files.size(sha256), size)
        assert.deepEqual(await buffer(await files.open({ sha256, size })), content)
      }
      assert.deepEqual(await spooled(), [])
    })

    it('keeps the same content once, also when many put it at the same moment', async () => {
      const before = await objects()
      const puts = await Promise.all(Array.from({ length: 10 }, () => put('the same')))
      assert.equal(new Set(puts.map(({ sha256 }) => sha256)).size, 1)
      assert.equal((await objects()).length, before.length + 1)
    })
  })

  describe('adopt', () => {
    it('sends a file in parts, once', async () => {
      const content = randomBytes(20 * 1024 * 1024)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const path = join(service.folder, 'whole')
      await writeFile(path, content)
      const stored = { sha256, size: content.length }
      await files.adopt(path, stored)
      assert.deepEqual(await buffer(await files.open(stored)), content)
      await rm(path)
      await files.adopt(path, stored)
    })
  })

  describe('open', () => {
    it('fails at once for content that is not there', async () => {
      await assert.rejects(files.open({ sha256: 'ab'.repeat(32), size: 1 }))
    })

    it('gives a range with both ends', async () => {
      const content = await put('0123456789')
      const part = async (start: number, end: number) =>
        text(await files.open(content, { start, end }))
      assert.equal(await part(0, 9), '0123456789')
      assert.equal(await part(3, 5), '345')
      assert.equal(await part(9, 9), '9')
    })

    it('ends in an error when the bytes are not those that were put', async () => {
      const { sha256, size } = await put('as it was')
      const object = (await objects()).find((name) => name.includes(sha256)) ?? ''
      await writeFile(join(service.folder, object), 'as it is!')
      await assert.rejects(text(await files.open({ sha256, size })), {
        code: 'FILE_DAMAGED',
        fault: 'changed',
      })
    })
  })

  describe('size and list', () => {
    it('know nothing of content that is not there', async () => {
      assert.equal(await files.size('cd'.repeat(32)), undefined)
    })

    it('name every content, over many pages of the service', async () => {
      const names = Array.from({ length: 1100 }, (_, index) => `content ${index}`)
      const stored: string[] = []
      for (let start = 0; start < names.length; start += 100) {
        const puts = await Promise.all(names.slice(start, start + 100).map(put))
        stored.push(...puts.map(({ sha256 }) => sha256))
      }
      const listed = new Set<string>()
      for await (const sha256 of files.list()) listed.add(sha256)
      assert.deepEqual(
        stored.filter((sha256) => !listed.has(sha256)),
        [],
      )
    })
  })

  it('says that the service is away, so that the request is asked again', async () => {
    const gone = await startS3()
    const left = await openS3(gone.options)
    await gone.close()
    await assert.rejects(
      left.size('ef'.repeat(32)),
      (error) => error instanceof AppError && error.code === 'BUSY',
    )
  })
})
