import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import {
  initialize,
  type ServerProcess,
  startProcess,
} from '../../../test/support/processes/process.ts'
import { databaseOf, dropDatabaseOf } from '../../../test/support/stores/stores.ts'

describe('an upload in parts', () => {
  let dataFolder = ''
  let key = ''
  let workspaceId = ''
  let server: ServerProcess
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-resuming-'))
    await databaseOf(dataFolder)
    const created = await initialize({ dataFolder })
    key = created.key
    workspaceId = created.workspaceId
    server = await startProcess({ dataFolder })
  })
  after(async () => {
    await server.stop('SIGKILL')
    await dropDatabaseOf(dataFolder)
    await rm(dataFolder, { recursive: true, force: true })
  })

  type Sent = { fileId: string | undefined; sent: number; url: string | null }

  /** Sends a file; `onProgress` may stop the server in the middle. */
  const send = (content: Buffer, options: Partial<UploadOptions> = {}): Promise<Sent> =>
    new Promise((resolve, reject) => {
      let sent = 0
      const upload = new Upload(content, {
        endpoint: `${server.address}/v1/uploads`,
        headers: { authorization: `Bearer ${key}` },
        metadata: { workspaceId, filename: 'big.bin', filetype: 'application/octet-stream' },
        chunkSize: 2 * 1024 * 1024,
        retryDelays: null,
        onChunkComplete: (size) => (sent += size),
        onError: (error) => reject(Object.assign(error, { url: upload.url })),
        onSuccess: ({ lastResponse }) =>
          resolve({ fileId: lastResponse.getHeader('Quire-File-Id'), sent, url: upload.url }),
        ...options,
      })
      upload.start()
    })
  const download = async (fileId: string | undefined): Promise<Buffer> => {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${server.address}/files/${fileId}`, { headers })
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }
  const moved = (url: string | null) => server.address + new URL(url ?? '').pathname

  it('goes on where it was when the server was killed', async () => {
    const content = randomBytes(24 * 1024 * 1024)
    const broken = await send(content, {
      onChunkComplete: (_size, accepted) => {
        if (accepted >= content.length / 2) void server.stop('SIGKILL')
      },
    }).catch((error: Error & { url: string | null }) => error)
    assert.ok(broken instanceof Error)
    await server.stop('SIGKILL')
    server = await startProcess({ dataFolder })
    const { fileId, sent } = await send(content, { uploadUrl: moved(broken.url) })
    assert.ok(sent <= content.length / 2, `${sent} bytes were sent again`)
    assert.deepEqual(await download(fileId), content)
    const left = await readdir(join(dataFolder, 'uploads'))
    assert.deepEqual(left, [`${fileId}.json`])
  })

  it('is refused when the disk is full, and goes on when there is room', async () => {
    const content = randomBytes(8 * 1024 * 1024)
    await server.stop()
    // In blocks of 512 or 1,024 bytes, as the shell likes.
    const within = ['sh', '-c', 'ulimit -S -f 6000 && exec "$0" "$@"']
    server = await startProcess({ dataFolder, within })
    const full = await send(content).catch((error: unknown) => error)
    assert.ok(full instanceof DetailedError)
    assert.equal(full.originalResponse?.getStatus(), 507)
    assert.match(full.originalResponse?.getBody() ?? '', /^{"code":"STORAGE_FULL"/)
    await server.stop()
    server = await startProcess({ dataFolder })
    const { fileId, sent } = await send(content, { uploadUrl: moved(Object(full).url) })
    assert.ok(sent < content.length)
    assert.deepEqual(await download(fileId), content)
  })

  it('goes on at another server that shares the folder, back and forth', async () => {
    const content = randomBytes(6 * 1024 * 1024)
    const other = await startProcess({ dataFolder })
    const headers = { authorization: `Bearer ${key}`, 'tus-resumable': '1.0.0' }
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const begun = await fetch(`${server.address}/v1/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': `workspaceId ${base64(workspaceId)},filename ${base64('a')}`,
      },
    })
    let fileId: string | null = null
    const part = content.length / 3
    for (const [index, { address }] of [server, other, server].entries()) {
      const sent = await fetch(address + begun.headers.get('location'), {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': String(index * part),
          'content-type': 'application/offset+octet-stream',
        },
        body: content.subarray(index * part, (index + 1) * part),
      })
      assert.equal(sent.status, 204)
      fileId = sent.headers.get('quire-file-id')
    }
    assert.deepEqual(await download(fileId ?? undefined), content)
    await other.stop()
  })

  it('gives the file to who asks again after the last answer was lost', async () => {
    const content = randomBytes(3 * 1024 * 1024)
    const first = await send(content)
    await server.stop('SIGKILL')
    server = await startProcess({ dataFolder })
    const again = await send(content, { uploadUrl: moved(first.url) })
    assert.deepEqual([again.fileId, again.sent], [first.fileId, 0])
    const sha256 = createHash('sha256').update(content).digest('hex')
    const stored = await readFile(join(dataFolder, 'files', sha256.slice(0, 2), sha256))
    assert.equal(stored.length, content.length)
  })
})
