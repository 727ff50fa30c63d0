import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pages, systemViewer } from '../../../server/store/index.ts'
import {
  buildDiskLibrary,
  type DiskCall,
  DiskControl,
  type DiskError,
  diskEnvironment,
  noCompiler,
} from '../../support/disk/library.ts'
import { initialize, type ServerProcess, startProcess } from '../../support/processes/process.ts'
import { type Call, caller, faultsOf, inspect, type Reply } from '../caller.ts'

/** The errors that remain in `/readyz` come last. */
const faults: readonly [DiskCall, DiskError][] = [
  ['open', 'EMFILE'],
  ['write', 'ENOSPC'],
  ['write', 'EDQUOT'],
  ['mkdir', 'ENOSPC'],
  ['mkdir', 'EDQUOT'],
  ['rename', 'ENOSPC'],
  ['rename', 'EDQUOT'],
  ['fdatasync', 'ENOSPC'],
  ['fdatasync', 'EDQUOT'],
  ['open', 'EIO'],
  ['read', 'EIO'],
  ['write', 'EIO'],
  ['fsync', 'EIO'],
  ['fdatasync', 'EIO'],
  ['rename', 'EIO'],
  ['mkdir', 'EIO'],
  ['link', 'EIO'],
]

/**
 * What a caller may be told of an error. A failed flush leaves the outcome of a commit unknown, and SQLite reports a
 * failed read as damage.
 */
const answers: Record<DiskError, readonly string[]> = {
  EMFILE: ['BUSY'],
  ENOSPC: ['STORAGE_FULL'],
  EDQUOT: ['STORAGE_FULL'],
  EIO: ['STORAGE_FAILED', 'COMMIT_UNKNOWN', 'FILE_DAMAGED', 'STORE_UNUSABLE'],
}

/** A background task could make a call in every round: then no n would be beyond the last call. */
const maxCalls = 80

describe('a disk that fails at the n-th call, for each n', () => {
  let folder = ''
  let dataFolder = ''
  let control: DiskControl
  let server: ServerProcess
  let first: { key: string; workspaceId: string; userId: string }
  let call: Call
  let pageId = ''
  let count = 0
  /** Words that were answered 200 as written, refused, or left unknown. */
  const written: string[] = []
  const refused: string[] = []
  const files = new Map<string, string>()
  /** Uploads in parts that failed, with the hashes of their files. */
  const broken: { location: URL; hash: string }[] = []
  const library = buildDiskLibrary(tmpdir())
  if (library === undefined) {
    it(noCompiler, () => undefined)
    return
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-disk-'))
    dataFolder = join(folder, 'data')
    control = new DiskControl(join(folder, 'control'))
    first = await initialize({ dataFolder })
    server = await startProcess({
      dataFolder,
      environment: {
        ...diskEnvironment(library, { root: dataFolder, control: control.file }),
        FILE_CHECK_INTERVAL: '0',
        RATE_LIMIT: '0',
      },
    })
    call = caller(server.address, first)
    const created = await call('/v1/pages/create', { title: 'Base', markdown: 'Base.' })
    pageId = String(created.body['pageId'])
  })
  after(async () => {
    await server.stop('SIGKILL')
    control.close()
    await rm(folder, { recursive: true, force: true })
    await rm(library, { force: true })
  })

  /** One call of each kind; gives every answer that was no success. */
  async function work(): Promise<Reply[]> {
    const failures: Reply[] = []
    const note = (reply: Reply, word?: string) => {
      const isDone = reply.status < 300
      if (!isDone) failures.push(reply)
      if (word === undefined) return isDone
      if (isDone) written.push(word)
      else if (reply.body['code'] !== 'COMMIT_UNKNOWN') refused.push(word)
      return isDone
    }
    const word = () => `w${(count += 1)}w`
    const title = word()
    note(await call('/v1/pages/create', { title, markdown: 'Text.' }), title)
    const text = word()
    note(await call('/v1/pages/edit', { pageId, mode: 'append', text }), text)
    const content = randomBytes(20_000)
    const upload = {
      pageId,
      fileName: 'x.bin',
      mimeType: 'application/octet-stream',
      contentBase64: content.toString('base64'),
    }
    const stored = await call('/v1/page-files/upload-file', upload)
    if (note(stored)) files.set(String(stored.body['fileId']), sha256(content))
    note(await call('/v1/pages/markdown', { pageId }))
    note(await call('/v1/search/pages', { query: 'text' }))
    const [fileId] = [...files.keys()].slice(-1)
    if (fileId !== undefined) note(await download(fileId))
    note(await uploadInParts())
    return failures
  }

  async function download(fileId: string): Promise<Reply> {
    const headers = { authorization: `Bearer ${first.key}` }
    const response = await fetch(`${server.address}/files/${fileId}`, { headers })
    const bytes = await response.bytes().catch(() => undefined)
    // The connection was cut before the last bytes, so that no half of a file passes as whole.
    if (bytes === undefined) return { status: 503, body: { code: 'STORAGE_FAILED' } }
    if (response.status >= 300) return { status: response.status, body: parse(bytes) }
    assert.equal(sha256(bytes), files.get(fileId))
    return { status: 200, body: {} }
  }

  async function uploadInParts(): Promise<Reply> {
    const content = randomBytes(50_000)
    const of = (value: string) => Buffer.from(value).toString('base64')
    const headers = { authorization: `Bearer ${first.key}`, 'tus-resumable': '1.0.0' }
    const fields = { workspaceId: first.workspaceId, pageId, filename: 'x', filetype: 'text/plain' }
    const created = await fetch(`${server.address}/v1/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(content.length),
        'upload-metadata': Object.entries(fields)
          .map(([name, value]) => `${name} ${of(value)}`)
          .join(','),
      },
    })
    if (created.status !== 201)
      return { status: created.status, body: parse(await created.bytes()) }
    await created.bytes()
    const location = new URL(created.headers.get('location') ?? '', server.address)
    const sent = await fetch(location, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: content,
    })
    if (sent.status >= 300) broken.push({ location, hash: sha256(content) })
    return { status: sent.status, body: parse(await sent.bytes()) }
  }

  /** Continues as a client does: an upload that is complete becomes its file, and the others are given up. */
  async function resume(): Promise<void> {
    const headers = { authorization: `Bearer ${first.key}`, 'tus-resumable': '1.0.0' }
    for (const { location, hash } of broken.splice(0)) {
      const found = await fetch(location, { method: 'HEAD', headers })
      const fileId = found.headers.get('quire-file-id')
      assert.equal(found.status, 200)
      if (fileId !== null) files.set(fileId, hash)
      else assert.equal((await fetch(location, { method: 'DELETE', headers })).status, 204)
    }
  }

  for (const [kind, error] of faults) {
    it(`${error} of ${kind}: says what it is, changes nothing, and works in the next request`, async (t) => {
      let n = 1
      for (; n <= maxCalls; n += 1) {
        control.failNth(kind, error, n)
        const failures = await work()
        if (!control.end()) break
        await resume()
        for (const { status, body } of failures) {
          assert.ok(answers[error].includes(String(body['code'])), `${n}: ${JSON.stringify(body)}`)
          assert.ok(status === 503 || status === 507 || status === 410, `${n}: ${status}`)
        }
        const ready = await fetch(`${server.address}/readyz`)
        const { code } = JSON.parse(await ready.text())
        if (error !== 'EIO') assert.deepEqual([ready.status, code], [200, undefined], `${n}`)
        else if (failures.length > 0)
          assert.deepEqual([ready.status, code], [503, 'STORAGE_FAILED'], `${n}`)
        assert.deepEqual(await work(), [], `after ${n}`)
      }
      t.diagnostic(`${n - 1} calls failed`)
      assert.ok(n > 1, 'no call of this kind was made')
    })
  }

  it('has lost nothing that was answered, and made nothing that was refused', async () => {
    for (const fileId of files.keys()) assert.equal((await download(fileId)).status, 200, fileId)
    const { body } = await call('/v1/pages/markdown', { pageId })
    await server.stop('SIGKILL')
    await inspect(dataFolder, first, async (context) => {
      assert.deepEqual(await faultsOf(context), [])
      const all = await pages.all(context.store, systemViewer(first.workspaceId))
      const text = [String(body['markdown']), ...all.map(({ title }) => title)].join('\n')
      const times = (word: string) => text.split(word).length - 1
      assert.deepEqual(
        written.filter((word) => times(word) !== 1),
        [],
      )
      assert.deepEqual(
        refused.filter((word) => times(word) !== 0),
        [],
      )
    })
  })
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function parse(bytes: Uint8Array): Record<string, unknown> {
  const text = Buffer.from(bytes).toString()
  return text.startsWith('{') ? JSON.parse(text) : {}
}
