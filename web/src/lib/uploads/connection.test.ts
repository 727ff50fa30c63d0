import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'

// As a bundler for browsers resolves it.
registerHooks({
  resolve: (name, context, next) =>
    next(name === 'tus-js-client' ? `${name}/lib.esm/browser/index.js` : name, context),
})
const { addUploads, cancelUpload, listUploads, pauseUpload, resumeUpload, watchUploads } =
  await import('./upload.ts')

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** What the server answers instead, by method, once each. */
const instead: [method: string, answer: Answer][] = []
const asked: string[] = []
let received = Buffer.alloc(0)
const file = new File(['0123456789'], 'film.bin')

const statuses: Record<string, number> = { POST: 201, PATCH: 204, DELETE: 204 }

const cut: Answer = (request) => request.socket.destroy()
const refuse =
  (status: number, code: string): Answer =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code, message: 'of the server' }))

/** Takes four bytes, then loses the connection. */
const keepSome: Answer = (request) => {
  received = Buffer.from('0123')
  request.socket.destroy()
}

const server = createServer(async (request, response) => {
  const body = await buffer(request)
  const { method = '' } = request
  asked.push(method)
  if (method === instead[0]?.[0]) return instead.shift()?.[1](request, response)
  if (method === 'PATCH') {
    assert.equal(Number(request.headers['upload-offset']), received.length)
    received = Buffer.concat([received, body])
  }
  response
    .writeHead(statuses[method] ?? 200, {
      location: '/app/uploads/1',
      'upload-offset': String(received.length),
      'upload-length': String(file.size),
      'quire-file-id': 'f',
    })
    .end()
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: it listens on a port.
  const { port } = server.address() as AddressInfo
  Reflect.get(window, 'happyDOM').setURL(`http://127.0.0.1:${port}/`)
})
after(() => server.close())
beforeEach(() => {
  instead.length = 0
  asked.length = 0
  received = Buffer.alloc(0)
})
afterEach(async () => {
  for (const { id } of listUploads()) await cancelUpload(id)
  localStorage.clear()
})

const state = (id: string) => listUploads().find((item) => item.id === id)?.state

async function reach(id: string, wanted: string): Promise<void> {
  if (state(id) === wanted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = watchUploads(() => state(id) === wanted && resolve())
  await promise.finally(stop)
}

const begin = (): string => addUploads('w', [file])[0] ?? ''

describe('an upload that is refused', () => {
  for (const status of [403, 410, 413]) {
    it(`fails at once with the reason of a ${status}`, async () => {
      instead.push(['PATCH', refuse(status, 'FILE_TOO_LARGE')])
      const id = begin()
      await reach(id, 'failed')
      assert.equal(listUploads()[0]?.message, 'The file is too large for this server.')
      assert.deepEqual(asked, ['POST', 'PATCH'])
    })
  }

  it('fails when the browser can no longer read the file', async () => {
    instead.push(['PATCH', cut])
    const gone = new File(['0123456789'], 'gone.bin')
    const slice = gone.slice.bind(gone)
    gone.slice = (...range) =>
      Object.assign(slice(...range), { arrayBuffer: () => Promise.reject(new TypeError('gone')) })
    const [id = ''] = addUploads('w', [gone])
    await reach(id, 'failed')
    assert.match(listUploads()[0]?.message ?? '', /can no longer read the file/)
  })
})

describe('an upload that loses its connection', () => {
  it('says that it waits, and continues where the server is as soon as the browser is online', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    instead.push(['PATCH', keepSome])
    const id = begin()
    await reach(id, 'retrying')
    assert.match(listUploads()[0]?.message ?? '', /^No connection to the server\./)
    window.dispatchEvent(new Event('online'))
    await reach(id, 'done')
    assert.deepEqual(asked, ['POST', 'PATCH', 'HEAD', 'PATCH'])
    assert.equal(received.toString(), '0123456789')
    const { message, fileId } = listUploads()[0] ?? {}
    assert.deepEqual({ message, fileId }, { message: undefined, fileId: 'f' })
  })

  it('tries again by itself, also while the server cannot be reached or is starting', async () => {
    instead.push(['POST', cut], ['PATCH', keepSome], ['HEAD', refuse(503, 'BUSY')])
    const id = begin()
    await reach(id, 'done')
    assert.deepEqual(asked, ['POST', 'POST', 'PATCH', 'HEAD', 'HEAD', 'PATCH'])
    assert.equal(received.toString(), '0123456789')
  })

  it('tries again after an error of the server, and shows why', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    instead.push(['PATCH', refuse(503, 'BUSY')])
    const id = begin()
    await reach(id, 'retrying')
    assert.match(listUploads()[0]?.message ?? '', /^The server is busy\. /)
    t.mock.timers.tick(500)
    await reach(id, 'done')
  })

  it('can be paused and resumed while it waits', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    instead.push(['PATCH', keepSome])
    const id = begin()
    await reach(id, 'retrying')
    pauseUpload(id)
    window.dispatchEvent(new Event('online'))
    t.mock.timers.tick(60_000)
    assert.equal(state(id), 'paused')
    assert.deepEqual(asked, ['POST', 'PATCH'])
    resumeUpload(id)
    await reach(id, 'done')
    assert.equal(received.toString(), '0123456789')
  })
})
