import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Upload } from 'tus-js-client'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { type S3Server, startS3 } from '../../../test/support/stores/s3.ts'

describe('an upload to a bucket', () => {
  let service: S3Server
  let quire: TestServer
  let address = ''
  before(async () => {
    service = await startS3()
    quire = await startServer({ s3: service.options })
    address = await quire.server.listen({ port: 0 })
  })
  after(async () => {
    await quire.close()
    await service.close()
  })

  it('goes there in parts when it is whole, and leaves the folder', async () => {
    const content = randomBytes(20 * 1024 * 1024)
    const headers = { authorization: `Bearer ${quire.key}` }
    const fileId = await new Promise<string | undefined>((resolve, reject) => {
      new Upload(content, {
        endpoint: `${address}/v1/uploads`,
        headers,
        metadata: { workspaceId: quire.workspaceId, filename: 'a.bin' },
        chunkSize: 7 * 1024 * 1024,
        retryDelays: null,
        onError: reject,
        onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('Quire-File-Id')),
      }).start()
    })
    const response = await fetch(`${address}/files/${fileId}`, { headers })
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), content)
    assert.deepEqual(await readdir(join(quire.dataFolder, 'uploads')), [`${fileId}.json`])
  })
})
