import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { AppError } from '../lib/errors.ts'
import type { FileStore } from './file-store.ts'
import { openFolder } from './folder.ts'

describe('openFolder', () => {
  let base = ''
  let folder = ''
  let files: FileStore

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'quire-files-'))
    folder = join(base, 'files')
    files = await openFolder(folder)
  })
  after(() => rm(base, { recursive: true, force: true }))

  const bytesOf = (content: string) => [Buffer.from(content)]
  const unfinished = () => readdir(join(folder, 'unfinished'))
  const stored = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => /[\da-f]{64}$/.test(name))

  it('removes content for good, once and again, and takes it anew', async () => {
    const { sha256 } = await files.put(bytesOf('to be removed'))
    const other = await files.put(bytesOf('to stay'))
    await files.remove(sha256)
    await files.remove(sha256)
    assert.equal(await files.size(sha256), undefined)
    assert.equal(await files.size(other.sha256), 7)
    await files.put(bytesOf('to be removed'))
    assert.equal(await files.size(sha256), 13)
    await files.remove(sha256)
    await files.remove(other.sha256)
  })

  describe('put', () => {
    it('leaves nothing behind when its content ends in an error', async () => {
      const failure = new AppError('VALIDATION_FAILED', 'no')
      async function* broken() {
        yield Buffer.from('half')
        throw failure
      }
      const before = await stored()
      await assert.rejects(files.put(broken()), (error) => error === failure)
      assert.deepEqual(await unfinished(), [])
      assert.deepEqual(await stored(), before)
    })

    for (const [code, answer] of [
      ['ENOSPC', 'STORAGE_FULL'],
      ['EDQUOT', 'STORAGE_FULL'],
      ['EFBIG', 'STORAGE_FULL'],
      ['EIO', 'STORAGE_FAILED'],
      ['EMFILE', 'BUSY'],
    ]) {
      it(`answers ${answer} when the system says ${code}`, async () => {
        async function* full() {
          yield Buffer.from('half')
          throw Object.assign(new Error(code), { code })
        }
        await assert.rejects(
          files.put(full()),
          (error) => error instanceof AppError && error.code === answer,
        )
        assert.deepEqual(await unfinished(), [])
      })
    }

    it('keeps content under its hash, whole', async () => {
      const content = randomBytes(300_000)
      const chunks = [
        content.subarray(0, 1),
        content.subarray(1, 200_000),
        content.subarray(200_000),
      ]
      const { sha256, size } = await files.put(chunks)
      assert.equal(sha256, createHash('sha256').update(content).digest('hex'))
      assert.equal(size, content.length)
      assert.deepEqual(await readFile(join(folder, sha256.slice(0, 2), sha256)), content)
      assert.deepEqual(await unfinished(), [])
    })

    it('keeps an empty file', async () => {
      const { sha256, size } = await files.put([])
      assert.equal(size, 0)
      assert.equal(await text(await files.open({ sha256, size })), '')
    })

    it('keeps the same content once, also when many put it at the same moment', async () => {
      const before = await stored()
      const puts = await Promise.all(
        Array.from({ length: 20 }, () => files.put(bytesOf('the same'))),
      )
      assert.equal(new Set(puts.map(({ sha256 }) => sha256)).size, 1)
      assert.equal((await stored()).length, before.length + 1)
      assert.deepEqual(await unfinished(), [])
    })

    it('puts many different contents at the same moment', async () => {
      const names = Array.from({ length: 50 }, (_, index) => `content ${index}`)
      const puts = await Promise.all(names.map((name) => files.put(bytesOf(name))))
      for (const [index, content] of puts.entries()) {
        assert.equal(await text(await files.open(content)), names[index])
      }
    })
  })

  describe('adopt', () => {
    it('keeps the content of a file that is there, which stays', async () => {
      const path = join(base, 'whole')
      const content = randomBytes(10_000)
      const sha256 = createHash('sha256').update(content).digest('hex')
      await writeFile(path, content)
      const stored = { sha256, size: content.length }
      for (let time = 0; time < 2; time += 1) await files.adopt(path, stored)
      await rm(path)
      assert.deepEqual(await buffer(await files.open(stored)), content)
      assert.deepEqual(await unfinished(), [])
    })

    it('fails for a file that is not there, and leaves nothing behind', async () => {
      const stored = { sha256: 'ef'.repeat(32), size: 1 }
      await assert.rejects(files.adopt(join(base, 'nowhere'), stored))
      assert.equal(await files.size(stored.sha256), undefined)
      assert.deepEqual(await unfinished(), [])
    })
  })

  describe('open', () => {
    it('fails at once for content that is not there', async () => {
      await assert.rejects(files.open({ sha256: 'ab'.repeat(32), size: 1 }))
    })

    it('gives a range with both ends', async () => {
      const content = await files.put(bytesOf('0123456789'))
      const part = async (start: number, end: number) =>
        (await buffer(await files.open(content, { start, end }))).toString()
      assert.equal(await part(0, 9), '0123456789')
      assert.equal(await part(3, 5), '345')
      assert.equal(await part(9, 9), '9')
    })

    it('goes on reading while the same content is put again', async () => {
      const content = randomBytes(1_000_000)
      const stream = await files.open(await files.put([content]))
      await files.put([content])
      assert.deepEqual(await buffer(stream), content)
    })
  })

  describe('size', () => {
    it('is undefined for content that is not there', async () => {
      assert.equal(await files.size('cd'.repeat(32)), undefined)
    })

    it('is in bytes', async () => {
      const { sha256 } = await files.put(bytesOf('ż'))
      assert.equal(await files.size(sha256), 2)
    })
  })

  describe('starting', () => {
    it('refuses a folder that cannot be written, and names it', async () => {
      const taken = join(base, 'taken')
      await writeFile(taken, '')
      for (const path of [taken, join(taken, 'below')]) {
        await assert.rejects(
          openFolder(path),
          (error) =>
            error instanceof AppError &&
            error.code === 'STORE_UNUSABLE' &&
            error.message.includes(path),
        )
      }
    })

    it('removes what a killed process left, but not what another one is writing', async () => {
      const abandoned = join(folder, 'unfinished', 'abandoned')
      const current = join(folder, 'unfinished', 'current')
      await writeFile(abandoned, 'half a fi')
      await writeFile(current, 'half a fi')
      const twoHoursAgo = new Date(Date.now() - 7_200_000)
      await utimes(abandoned, twoHoursAgo, twoHoursAgo)
      const again = await openFolder(folder)
      assert.deepEqual(await unfinished(), ['current'])
      const { sha256 } = await files.put(bytesOf('kept'))
      assert.equal(await again.size(sha256), 4)
      await rm(current)
    })
  })
})
