import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../test/support/server.ts'
import { uploadFile } from './uploads.ts'

describe('uploadFile', () => {
  let quire: TestServer
  let options: { baseUrl: string; apiKey: string }
  before(async () => {
    quire = await startServer({ uploadLimit: 1_000_000 })
    const baseUrl = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    options = { baseUrl, apiKey: quire.key }
  })
  after(() => quire.close())

  const bytesOf = async (fileId: string) => {
    const headers = { authorization: `Bearer ${quire.key}` }
    const response = await fetch(`${options.baseUrl}/files/${fileId}`, { headers })
    assert.equal(response.status, 200)
    return {
      bytes: Buffer.from(await response.arrayBuffer()),
      name: response.headers.get('content-disposition'),
    }
  }
  const upload = (contents: Blob) => ({
    workspaceId: quire.workspaceId,
    name: 'Plan für 日本.bin',
    contents,
  })

  it('throws what the server rejects, and does not repeat it', async () => {
    const large = upload(new Blob([new Uint8Array(1_000_001)]))
    await assert.rejects(uploadFile(options, large), { code: 'FILE_TOO_LARGE', status: 413 })
    const outsider = { ...options, apiKey: 'svc_wrong' }
    await assert.rejects(uploadFile(outsider, upload(new Blob(['x']))), { code: 'INVALID_API_KEY' })
  })

  it('throws UNREACHABLE where no server answers', async () => {
    const nowhere = { baseUrl: 'http://127.0.0.1:1' }
    const once = { ...upload(new Blob(['x'])), retries: 0 }
    await assert.rejects(uploadFile(nowhere, once), { code: 'UNREACHABLE' })
  })

  it('stops when the caller aborts', async () => {
    const aborted = { ...upload(new Blob(['x'])), signal: AbortSignal.abort() }
    await assert.rejects(uploadFile(options, aborted), { name: 'AbortError' })
  })

  it('uploads in parts, says how far it is, and keeps the name', async () => {
    const contents = randomBytes(250_000)
    const progress: number[] = []
    const fileId = await uploadFile(options, {
      ...upload(new Blob([contents])),
      partBytes: 100_000,
      onProgress: (bytes) => progress.push(bytes),
    })
    assert.deepEqual(progress, [100_000, 200_000, 250_000])
    const { bytes, name } = await bytesOf(fileId)
    assert.ok(bytes.equals(contents))
    assert.match(name ?? '', /filename\*=UTF-8''Plan%20f%C3%BCr%20%E6%97%A5%E6%9C%AC\.bin/)
  })

  it('uploads an empty file', async () => {
    const fileId = await uploadFile(options, upload(new Blob([])))
    assert.equal((await bytesOf(fileId)).bytes.length, 0)
  })

  it('continues where the server stands when a part or its answer is lost', async () => {
    const contents = randomBytes(250_000)
    let patches = 0
    // The second part does not arrive, and the answer to the third does not.
    const losing: typeof fetch = async (url, request) => {
      if (request?.method !== 'PATCH') return fetch(url, request)
      patches += 1
      if (patches === 2) throw new TypeError('fetch failed')
      const response = await fetch(url, request)
      if (patches === 3) throw new TypeError('fetch failed')
      return response
    }
    const fileId = await uploadFile(
      { ...options, fetch: losing },
      { ...upload(new Blob([contents])), partBytes: 100_000 },
    )
    assert.ok((await bytesOf(fileId)).bytes.equals(contents))
    assert.equal(patches, 4)
  })
})
