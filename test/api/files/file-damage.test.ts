import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it, mock } from 'node:test'
import { operator } from '../../../server/cli/operator.ts'
import { checkNextContents } from '../../../server/domain/files/content-check.ts'
import { checkStore } from '../../../server/domain/transfer/check/check.ts'
import { exportWorkspace } from '../../../server/domain/transfer/export/export.ts'
import { createRequests } from '../../../server/files/s3-requests.ts'
import { clock } from '../../../server/lib/clock.ts'
import { DamagedContent } from '../../../server/lib/damaged-content.ts'
import { damagedContents } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { type S3Server, startS3 } from '../../support/stores/s3.ts'

const week = 7 * 86_400_000

type Stored = { content: Uint8Array<ArrayBuffer>; fileId: string; sha256: string }

const bytesOf = (size: number) => new Uint8Array(randomBytes(size))

for (const kind of ['a folder', 'a bucket'] as const) {
  describe(`files in ${kind} whose bytes are lost or changed`, () => {
    let bucket: S3Server | undefined
    let quire: TestServer
    let address: { host: string; port: number }
    let pageId = ''
    before(async () => {
      bucket = kind === 'a bucket' ? await startS3() : undefined
      quire = await startServer({ s3: bucket?.options })
      pageId = await addPage(quire, 'Home')
      await quire.server.listen({ host: '127.0.0.1', port: 0 })
      // SAFETY: it listens on a port.
      const { port } = quire.server.server.address() as AddressInfo
      address = { host: '127.0.0.1', port }
    })
    after(async () => {
      await quire.close()
      await bucket?.close()
      mock.restoreAll()
    })

    const upload = async (content: Uint8Array<ArrayBuffer> = bytesOf(500_000)): Promise<Stored> => {
      const { body, status } = await quire.post<{ fileId: string }>('/v1/page-files/upload-file', {
        workspaceId: quire.workspaceId,
        pageId,
        fileName: 'thing.bin',
        mimeType: 'application/octet-stream',
        contentBase64: Buffer.from(content).toString('base64'),
      })
      assert.equal(status, 200)
      const sha256 = createHash('sha256').update(content).digest('hex')
      return { content, fileId: body.fileId, sha256 }
    }

    /** Where the storage has the bytes. */
    const pathOf = async ({ sha256 }: Stored): Promise<string> => {
      const folder = bucket?.folder ?? join(quire.dataFolder, 'files')
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((each) => each.includes(sha256))) {
        const path = join(folder, name)
        if ((await stat(path)).isFile()) return path
      }
      throw new Error(`${sha256} is not there`)
    }
    const change = async (stored: Stored): Promise<void> => {
      const changed = stored.content.slice()
      const last = changed.length - 1
      changed[last] = (changed[last] ?? 0) ^ 1
      await writeFile(await pathOf(stored), changed)
    }
    const lose = async (stored: Stored): Promise<void> => {
      if (bucket === undefined) return rm(await pathOf(stored))
      const key = `${stored.sha256.slice(0, 2)}/${stored.sha256}`
      await createRequests(bucket.options)({ method: 'DELETE', key })
    }

    /** As a client has it: the status, and the bytes when the transfer was whole. */
    const download = async ({ fileId }: Stored, headers: Record<string, string> = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const authorization = `Bearer ${quire.key}`
      request(
        { ...address, path: `/files/${fileId}`, headers: { authorization, ...headers } },
        resolve,
      )
        .on('error', reject)
        .end()
      const response = await promise
      const { statusCode: status, headers: answered } = response
      const body = await buffer(response).catch(() => undefined)
      return { status, body, headers: answered, isComplete: response.complete }
    }
    const isRefused = async (stored: Stored) => {
      const { status, body, headers } = await download(stored)
      const { code, message } = JSON.parse(String(body))
      assert.deepEqual([status, code], [410, 'FILE_DAMAGED'])
      assert.match(message, /Upload the file again/)
      assert.equal(headers['cache-control']?.includes('immutable') ?? false, false)
      assert.equal(headers.etag, undefined)
    }
    const marks = async () => (await damagedContents.all(quire.app.store)).length
    const check = () =>
      checkNextContents({
        ...quire.app,
        intervalMs: week,
        write: (work) => quire.app.store.transactIn('none', work),
        signal: new AbortController().signal,
      })

    it('refuses lost bytes with 410, whole and in part', async () => {
      const stored = await upload()
      await lose(stored)
      await isRefused(stored)
      await isRefused(stored)
      const part = await download(stored, { range: 'bytes=0-9' })
      assert.equal(part.status, 410)
    })

    it('cuts a transfer whose bytes are not those that were stored, and refuses the next', async () => {
      const stored = await upload()
      await change(stored)
      const cut = await download(stored)
      assert.deepEqual([cut.status, cut.isComplete, cut.body], [200, false, undefined])
      await isRefused(stored)
      assert.equal((await download(stored, { range: 'bytes=0-9' })).status, 410)
    })

    it('refuses at once what is changed and comes in one piece', async () => {
      const stored = await upload(new TextEncoder().encode('A few words.'))
      await change(stored)
      await isRefused(stored)
    })

    it('cuts a part of bytes that are too few', async () => {
      if (bucket !== undefined) return
      const stored = await upload()
      await writeFile(await pathOf(stored), stored.content.subarray(0, 400_000))
      const part = await download(stored, { range: 'bytes=300000-499999' })
      assert.deepEqual([part.status, part.isComplete], [206, false])
      await isRefused(stored)
    })

    it('still answers a browser that has the bytes, and parts of what is sound', async () => {
      const stored = await upload()
      const etag = `"${stored.sha256}"`
      const part = await download(stored, { range: 'bytes=10-19' })
      assert.deepEqual(
        [part.status, part.body?.equals(stored.content.subarray(10, 20))],
        [206, true],
      )
      await lose(stored)
      assert.equal((await download(stored, { 'if-none-match': etag })).status, 304)
      await isRefused(stored)
    })

    it('gives the bytes again once the same content was uploaded anew', async () => {
      for (const harm of [change, lose]) {
        const stored = await upload()
        await harm(stored)
        await download(stored)
        await isRefused(stored)
        await upload(stored.content)
        const { status, body } = await download(stored)
        assert.deepEqual([status, body?.equals(stored.content)], [200, true])
      }
    })

    it('is found in the background, told once, and over when the bytes are put back', async () => {
      let shift = 0
      mock.method(clock, 'now', () => Date.now() + shift)
      const round = async () => {
        let wait = 0
        for (let count = 0; count < 20 && wait < 3_600_000; count += 1) wait = await check()
        return wait
      }
      await round().catch(() => undefined)
      await round()
      const before = await marks()
      const [changed, lost] = [await upload(), await upload()]
      await change(changed)
      await lose(lost)
      shift += week + 1
      await assert.rejects(round(), (error) => {
        const message = error instanceof Error ? error.message : ''
        assert.match(message, /are missing or damaged: [\da-f-]{36} \(thing\.bin\)/)
        return message.includes(changed.fileId) || message.includes(lost.fileId)
      })
      await round().catch(() => undefined)
      assert.equal(await marks(), before + 2)
      await isRefused(changed)
      await isRefused(lost)
      shift += week + 1
      await round()
      await quire.app.files.put([changed.content])
      await round()
      assert.equal((await download(changed)).status, 200)
      assert.equal(await marks(), before + 1)
    })

    it('is listed by check and left out of an export', async () => {
      const stored = await upload()
      await quire.post('/v1/pages/create', {
        workspaceId: quire.workspaceId,
        title: 'Shows',
        markdown: `[thing](/files/${stored.fileId})`,
      })
      await change(stored)
      const { faults } = await checkStore(quire.app.contextFor(operator()))
      const named = faults.filter(({ message }) => message.includes(stored.fileId))
      assert.deepEqual(named, [
        {
          part: 'files',
          message: `file ${stored.fileId} (thing.bin) has contents that differ from those that were stored`,
        },
      ])
      const folder = join(quire.dataFolder, 'exported')
      const context = contextOf(quire, { via: 'cli' })
      const report = await exportWorkspace(context, { folder, workspaceId: quire.workspaceId })
      assert.ok(report.missing.some(({ id }) => id === stored.fileId))
      const left = await readdir(folder, { recursive: true })
      assert.equal(left.filter((name) => name.includes('thing')).length, report.files)
    })

    it('is an error of its own for who reads the storage', async () => {
      const stored = await upload()
      await lose(stored)
      await assert.rejects(
        quire.app.files.open({ sha256: stored.sha256, size: stored.content.length }),
        DamagedContent,
      )
    })
  })
}
