import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { files, systemViewer } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const paths = ['/v1/page-files/upload-file', '/v1/page-files/upload-image']
const largest = 1_048_576
const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']

let quire: TestServer
let pageId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  pageId = await addPage(quire, 'Page')
})
after(() => quire.close())

const upload = (path: string, file: object) =>
  quire.post<{ fileId: string; code: string; message: string }>(path, {
    workspaceId: quire.workspaceId,
    pageId,
    fileName: 'a.png',
    mimeType: 'image/png',
    ...file,
  })

const bytesOf = async (fileId: string): Promise<Buffer> =>
  (
    await quire.server.inject({
      url: `/files/${fileId}`,
      headers: { authorization: `Bearer ${quire.key}` },
    })
  ).rawPayload

const countFiles = async () => {
  const all = { limit: 200, offset: 0 }
  return (await files.list(quire.app.store, systemViewer(quire.workspaceId), all)).length
}

for (const path of paths) {
  describe(`POST ${path}`, () => {
    for (const size of [largest + 1, largest + 2, largest + 3, 3_000_000, 7_000_000, 10_000_000]) {
      it(`refuses ${size} bytes and keeps nothing`, async () => {
        const before = await countFiles()
        const contentBase64 = Buffer.alloc(size).toString('base64')
        for (const text of [contentBase64, contentBase64.replaceAll('=', '')]) {
          const { status, body } = await upload(path, { contentBase64: text })
          assert.equal(status, 413)
          assert.deepEqual(Object.keys(body), ['code', 'message'])
          assert.equal(body.code, 'FILE_TOO_LARGE')
        }
        assert.equal(await countFiles(), before)
      })
    }

    for (const size of [largest, largest - 1, 1, 0]) {
      it(`takes ${size} bytes, and gives back the same`, async () => {
        const content = Buffer.alloc(size, 'Quire')
        const { status, body } = await upload(path, { contentBase64: content.toString('base64') })
        assert.equal(status, 200)
        assert.deepEqual(body, { fileId: body.fileId })
        assert.ok(content.equals(await bytesOf(body.fileId)))
      })
    }

    it('takes every byte, with and without padding', async () => {
      const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
      for (const content of [every, every.subarray(1), every.subarray(2)]) {
        const padded = content.toString('base64')
        for (const contentBase64 of [padded, padded.replace(/=+$/, '')]) {
          const { body } = await upload(path, { contentBase64 })
          assert.ok(content.equals(await bytesOf(body.fileId)))
        }
      }
    })

    it('makes another file of the same content each time', async () => {
      const first = await upload(path, { contentBase64: 'c2FtZQ==' })
      const second = await upload(path, { contentBase64: 'c2FtZQ==', fileName: 'b.png' })
      assert.notEqual(first.body.fileId, second.body.fileId)
    })
  })
}

describe('POST /v1/page-files/upload-image', () => {
  for (const mimeType of [
    'text/plain',
    'image/bmp',
    'image/svg',
    'IMAGE/PNG',
    'image/png; a=b',
    ' image/png',
  ]) {
    it(`refuses ${mimeType} and keeps nothing`, async () => {
      const before = await countFiles()
      const { status, body } = await upload(paths[1] ?? '', { mimeType, contentBase64: 'aA==' })
      assert.equal(status, 415)
      assert.deepEqual(Object.keys(body), ['code', 'message'])
      assert.equal(body.code, 'UNSUPPORTED_MIME_TYPE')
      assert.equal(await countFiles(), before)
    })
  }

  for (const mimeType of images) {
    it(`takes ${mimeType}`, async () => {
      const { status } = await upload(paths[1] ?? '', { mimeType, contentBase64: 'aA==' })
      assert.equal(status, 200)
    })
  }
})
