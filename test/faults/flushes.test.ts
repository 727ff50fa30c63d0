import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import {
  buildDiskLibrary,
  DiskControl,
  diskEnvironment,
  noCompiler,
} from '../support/disk/library.ts'
import { Disk, readRecording } from '../support/disk/recording.ts'
import {
  type Initialized,
  initialize,
  initializeProcess,
  runCommandProcess,
  type ServerProcess,
  startProcess,
} from '../support/processes/process.ts'
import { caller } from './caller.ts'
import { instant } from './history.ts'

const client = join(import.meta.dirname, '../../client/cli/main.ts')
const content = randomBytes(300_000)
const library = buildDiskLibrary(tmpdir())

let folder = ''
let dataFolder = ''
let first: Initialized
let server: ServerProcess
/** What a power cut at an instant leaves of a folder, if the disk keeps nothing but what was flushed. */
function cut(at = Infinity, root = join(folder, 'root')): string {
  const target = join(folder, 'cut')
  const disk = new Disk('flushed')
  for (const operation of readRecording(join(folder, 'log'))) {
    if (operation.at <= at) disk.do(operation)
  }
  disk.cut(root, target, Math.random)
  return target
}

type Part = { status: number; offset: string | null; fileId: string | null; location: string }

/** Sends a request of tus. */
async function send(
  path: string,
  method: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Uint8Array } = {},
): Promise<Part> {
  const response = await fetch(new URL(path, server.address), {
    method,
    headers: { authorization: `Bearer ${first.key}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  })
  await response.arrayBuffer()
  return {
    status: response.status,
    offset: response.headers.get('upload-offset'),
    fileId: response.headers.get('quire-file-id'),
    location: response.headers.get('location') ?? path,
  }
}

const begin = async () => {
  const fields = Object.entries({ workspaceId: first.workspaceId, filename: 'noise.bin' })
  const metadata = fields.map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
  const headers = {
    'upload-length': String(content.length),
    'upload-metadata': metadata.join(','),
  }
  const { status, location } = await send('/v1/uploads', 'POST', { headers })
  assert.equal(status, 201)
  return location
}
const sendPart = (location: string, from: number, to: number) =>
  send(location, 'PATCH', {
    headers: { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
    body: content.subarray(from, to),
  })
const download = async (fileId: string) => {
  const headers = { authorization: `Bearer ${first.key}` }
  return Buffer.from(await (await fetch(`${server.address}/files/${fileId}`, { headers })).bytes())
}

describe('the disk of a server', () => {
  if (library === undefined) {
    it(noCompiler, () => undefined)
    return
  }

  after(() => rm(library, { force: true }))
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-flushes-'))
    dataFolder = join(folder, 'root/data')
    await mkdir(join(folder, 'root'))
  })
  afterEach(async () => {
    await server.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  describe('a power cut that leaves only what was flushed', () => {
    beforeEach(async () => {
      const environment = diskEnvironment(library, {
        root: join(folder, 'root'),
        log: join(folder, 'log'),
      })
      first = await initializeProcess({ dataFolder, environment })
      server = await startProcess({ dataFolder, environment })
    })

    it('leaves the secret key with what it has sealed', async () => {
      const webhook = { url: 'https://example.com/', events: ['page.created'] }
      const { status } = await caller(server.address, first)('/v1/webhooks/create', webhook)
      assert.equal(status, 200)
      const answered = instant()
      await server.stop('SIGKILL')
      const secret = await readFile(join(dataFolder, 'secret.key'), 'utf8')
      assert.equal(await readFile(join(cut(answered), 'data/secret.key'), 'utf8'), secret)
    })

    it('leaves each answered part of an upload', async () => {
      const location = await begin()
      const begun = instant()
      assert.equal((await sendPart(location, 0, 200_000)).status, 204)
      const answered = instant()
      await server.stop('SIGKILL')
      for (const [at, offset] of [
        [begun, 0],
        [answered, 200_000],
      ] as const) {
        const left = cut(at)
        server = await startProcess({ dataFolder: join(left, 'data') })
        const found = await send(location, 'HEAD')
        assert.deepEqual([found.status, found.offset], [200, String(offset)])
        const { fileId } = await sendPart(location, offset, content.length)
        assert.ok((await download(fileId ?? '')).equals(content))
        await server.stop()
        await rm(left, { recursive: true })
      }
    })

    it('leaves the pages and files that a sync or a download has reported as written', async () => {
      const location = await begin()
      const { fileId } = await sendPart(location, 0, content.length)
      const call = caller(server.address, first)
      const markdown = `One ![noise](/files/${fileId})\n`
      const created = await call('/v1/pages/create', { title: 'Page', markdown })
      const parentId = created.body['pageId']
      await call('/v1/pages/create', { title: 'Below', parentId, markdown: 'Two\n' })
      await rm(join(folder, 'log'))
      const synced = join(folder, 'root/synced')
      const environment = {
        ...diskEnvironment(library, { root: synced, log: join(folder, 'log') }),
        QUIRE_URL: server.address,
        QUIRE_KEY: first.key,
        QUIRE_WORKSPACE: first.workspaceId,
      }
      const quire = async (...words: string[]) => {
        const { code, stderr } = await runCommandProcess(words, {
          dataFolder,
          environment,
          file: client,
        })
        assert.deepEqual([code, stderr], [0, ''])
      }
      await mkdir(synced)
      await quire('sync', synced)
      await call('/v1/pages/edit', { pageId: parentId, mode: 'append', text: 'Three' })
      await quire('sync', synced)
      await quire('files', 'get', String(fileId), '--output', join(synced, 'download.bin'))
      await server.stop('SIGKILL')
      const left = cut(Infinity, synced)
      const names = async (root: string) =>
        (await readdir(root, { recursive: true })).filter((name) => !name.startsWith('.quire'))
      assert.ok((await names(synced)).includes('Page/Below.md'))
      for (const name of await names(synced)) {
        if (!/\.(?:md|bin)$/.test(name)) continue
        assert.deepEqual(await readFile(join(left, name)), await readFile(join(synced, name)), name)
      }
    })
  })

  describe('a disk that fails to delete', () => {
    let control: DiskControl
    beforeEach(async () => {
      control = new DiskControl(join(folder, 'control'))
      first = await initialize({ dataFolder })
      const { file } = control
      const environment = diskEnvironment(library, { root: dataFolder, control: file })
      server = await startProcess({ dataFolder, environment })
    })
    afterEach(() => control.close())

    it('does not fail an upload that was stored', async () => {
      for (let n = 1; ; n += 1) {
        const location = await begin()
        control.failNth('unlink', 'EIO', n)
        const { status, fileId } = await sendPart(location, 0, content.length)
        const hasFailed = control.end()
        assert.deepEqual([status, fileId], [204, location.split('/').at(-1)], `call ${n}`)
        assert.ok((await download(fileId ?? '')).equals(content))
        if (!hasFailed) {
          assert.ok(n > 1)
          break
        }
      }
    })

    it('leaves probes of /readyz that the next start deletes', async () => {
      const probes = async () =>
        (await readdir(dataFolder, { recursive: true })).filter((name) => name.includes('probe-'))
      control.failNth('unlink', 'EIO', 1)
      await fetch(`${server.address}/readyz`)
      assert.equal(control.end(), true)
      control.failNth('unlink', 'EIO', 2)
      await fetch(`${server.address}/readyz`)
      assert.equal(control.end(), true)
      assert.equal((await probes()).length, 2)
      await server.stop('SIGKILL')
      server = await startProcess({ dataFolder })
      assert.deepEqual(await probes(), [])
    })
  })
})
