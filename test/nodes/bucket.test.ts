import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Call, caller } from '../faults/caller.ts'
import {
  initialize,
  runServer,
  type ServerProcess,
  startProcess,
} from '../support/processes/process.ts'
import { createMigratedDatabase, type TestDatabase } from '../support/stores/postgres.ts'
import { type S3Server, startS3 } from '../support/stores/s3.ts'

describe('nodes that share nothing but PostgreSQL and a bucket', () => {
  let folder = ''
  let service: S3Server
  let database: TestDatabase
  let nodes: ServerProcess[] = []
  let first: Awaited<ReturnType<typeof initialize>>
  let environment: Record<string, string>
  const call = (node: number): Call => caller(nodes[node]?.address ?? '', first)
  const download = (node: number, fileId: unknown, headers: Record<string, string> = {}) =>
    fetch(`${nodes[node]?.address}/files/${String(fileId)}`, {
      headers: { authorization: `Bearer ${first.key}`, ...headers },
    })

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-bucket-'))
    service = await startS3()
    database = await createMigratedDatabase()
    const { url, accessKeyId, secretAccessKey } = service.options
    environment = {
      DATABASE_URL: database.url,
      S3_BUCKET_URL: url,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    first = await initialize({ dataFolder: join(folder, '0'), environment })
    nodes = await Promise.all(
      ['0', '1'].map((name) => startProcess({ dataFolder: join(folder, name), environment })),
    )
  })
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await service.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  it('refuse to start without the right to the bucket, in one sentence without the secret', async () => {
    const wrong = { ...environment, S3_SECRET_ACCESS_KEY: 'another-secret' }
    const { code, stderr } = await runServer({ dataFolder: folder, environment: wrong })
    assert.equal(code, 1)
    assert.match(stderr, /^Quire cannot start: The bucket http.*SignatureDoesNotMatch.*\n$/)
    assert.ok(!stderr.includes('another-secret'))
  })

  it('serve what another one took, whole and in part', async () => {
    const content = randomBytes(900_000)
    const { pageId } = (await call(0)('/v1/pages/create', { title: 'Files' })).body
    const uploaded = await call(0)('/v1/page-files/upload-file', {
      pageId,
      fileName: 'noise.bin',
      mimeType: 'application/octet-stream',
      contentBase64: content.toString('base64'),
    })
    const { fileId } = uploaded.body
    const complete = await download(1, fileId)
    assert.deepEqual(Buffer.from(await complete.arrayBuffer()), content)
    const part = await download(1, fileId, { range: 'bytes=5-9' })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), content.subarray(5, 10))
  })

  it('keep nothing on their own disks', async () => {
    const stored = await readdir(folder, { recursive: true })
    assert.deepEqual(
      stored.filter((name) => /\d\//.test(name)),
      [],
    )
  })
})
