import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, describe, it, mock } from 'node:test'
import { operator } from '../../server/cli/operator.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { checkStore } from '../../server/domain/transfer/check/check.ts'
import { clock } from '../../server/lib/clock.ts'
import { AppError } from '../../server/lib/errors.ts'
import { damagedContents } from '../../server/store/index.ts'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Fault, type S3Server, startS3, type WriteFault } from '../support/stores/s3.ts'

const content = randomBytes(700_000)
const sha256 = createHash('sha256').update(content).digest('hex')

describe('a bucket that fails', () => {
  let bucket: S3Server
  let quire: TestServer
  let address = ''
  let fileId = ''
  before(async () => {
    bucket = await startS3()
    quire = await startServer({ s3: bucket.options, metricsToken: 'token' })
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    const pageId = await addPage(quire, 'Home')
    const { body } = await quire.post<{ fileId: string }>('/v1/page-files/upload-file', {
      workspaceId: quire.workspaceId,
      pageId,
      fileName: 'noise.bin',
      mimeType: 'application/octet-stream',
      contentBase64: content.toString('base64'),
    })
    fileId = body.fileId
  })
  afterEach(() => {
    mock.restoreAll()
    bucket.faults.length = 0
    bucket.writeFaults.length = 0
  })
  after(async () => {
    await quire.close()
    await bucket.close()
  })

  const download = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/files/${fileId}`, {
      headers: { authorization: `Bearer ${quire.key}`, ...headers },
    })
    const bytes = await response.arrayBuffer().catch(() => undefined)
    return { status: response.status, bytes: bytes === undefined ? undefined : Buffer.from(bytes) }
  }
  const marks = async () => (await damagedContents.all(quire.app.store)).length
  const passing: readonly Fault[] = [500, 503, 'reset', 'cut', 'short', 'drip', 'not found']

  for (const fault of passing) {
    it(`gives the whole file and a range after one answer: ${fault}`, async () => {
      bucket.faults.push(fault)
      const complete = await download()
      assert.deepEqual([complete.status, complete.bytes?.equals(content)], [200, true])
      bucket.faults.push(fault)
      const part = await download({ range: 'bytes=100-400099' })
      assert.deepEqual(
        [part.status, part.bytes?.equals(content.subarray(100, 400_100))],
        [206, true],
      )
      assert.deepEqual([bucket.faults.length, await marks()], [0, 0])
    })
  }

  const writeFaults: readonly WriteFault[] = [500, 503, 'refused', 'reset', 'half stored']
  for (const fault of writeFaults) {
    for (const [size, times] of [
      [300_000, 1],
      [300_000, 9],
      // Three parts.
      [17_000_000, 1],
    ] as const) {
      it(`stores ${size} bytes whole or refuses them, after ${times} answers: ${fault}`, async () => {
        const bytes = randomBytes(size)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const put = () => quire.app.files.put([bytes])
        bucket.writeFaults.push(...Array.from({ length: times }, () => fault))
        const first = await put().catch((error: unknown) => error)
        const code = first instanceof AppError ? first.code : undefined
        assert.equal(code, times > 1 ? 'BUSY' : undefined)
        bucket.writeFaults.length = 0
        assert.deepEqual(await put(), { sha256, size })
        assert.equal(await quire.app.files.check({ sha256, size }), undefined)
        const stored = await quire.app.files.open({ sha256, size })
        assert.ok((await buffer(stored)).equals(bytes))
      })
    }
  }

  it('cuts a download whose bytes were changed once, and marks nothing', async () => {
    bucket.faults.push('flipped')
    assert.equal((await download()).bytes, undefined)
    assert.equal(await marks(), 0)
    assert.equal((await download()).bytes?.equals(content), true)
  })

  it('asks to try again when it does not recover, and marks nothing', async () => {
    bucket.faults.push(...Array.from({ length: 4 }, () => 503 as const))
    assert.equal((await download()).status, 503)
    assert.equal(await marks(), 0)
  })

  it('leaves no file out of a backup and names none in a check', async () => {
    for (const [index, fault] of [...passing, 'flipped' as const].entries()) {
      bucket.faults.push(fault)
      const report = await writeBackup(quire.app, join(quire.dataFolder, `${index}.tar.gz`))
      assert.deepEqual([report.missing, report.files.count], [[], 1])
      bucket.faults.push(fault)
      const { faults } = await checkStore(quire.app.contextFor(operator()))
      assert.deepEqual(faults, [])
    }
  })

  it('ends a backup when it does not recover', async () => {
    bucket.faults.push(...Array.from({ length: 4 }, () => 'reset' as const))
    const path = join(quire.dataFolder, 'refused.tar.gz')
    await assert.rejects(writeBackup(quire.app, path), { code: 'BUSY' })
  })

  it('marks what two reads find damaged, shows it, and reads it again after a minute', async () => {
    let shift = 0
    mock.method(clock, 'now', () => Date.now() + shift)
    bucket.faults.push('flipped', 'flipped')
    assert.equal((await download()).bytes, undefined)
    assert.equal((await download()).status, 410)
    const { body } = await quire.get<string>('/metrics', 'token')
    assert.match(body, /^quire_damaged_contents 1$/m)
    shift += 61_000
    assert.equal((await download()).bytes?.equals(content), true)
    assert.equal(await marks(), 0)
    assert.equal(await quire.app.files.size(sha256), content.length)
  })
})
