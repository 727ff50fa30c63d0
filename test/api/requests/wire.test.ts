import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { addPage, titlesUnder } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'
import { openWire, rawPost, statusesIn } from '../../support/wire.ts'

let quire: TestServer
let address: string
let stats: string
let create: (title: string) => string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  const pageId = await addPage(quire, 'Page')
  const { workspaceId } = quire
  stats = JSON.stringify({ workspaceId, pageId })
  create = (title) => JSON.stringify({ workspaceId, title })
})
after(() => quire.close())

async function say(...chunks: string[]): Promise<string> {
  const wire = await openWire(address)
  await wire.send(...chunks)
  const received = await wire.until(/\r\n\r\n/)
  wire.socket.destroy()
  return received
}

async function sayToEnd(...chunks: string[]): Promise<string> {
  const wire = await openWire(address)
  await wire.send(...chunks)
  return wire.closed()
}

function refusalIn(received: string): { code: string; message: string } {
  return JSON.parse(received.slice(received.lastIndexOf('\r\n\r\n')))
}

describe('bytes that are no request', () => {
  const chunked = (chunk: string) =>
    rawPost(quire, '/v1/pages/stats', '', { headers: 'Transfer-Encoding: chunked\r\n' })
      .replace('Content-Length: 0\r\n', '')
      .concat(chunk)

  for (const { what, bytes } of [
    { what: 'garbage', bytes: () => 'garbage\r\n\r\n' },
    { what: 'a method in lower case', bytes: () => 'get /healthz HTTP/1.1\r\nHost: x\r\n\r\n' },
    { what: 'TLS', bytes: () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000' },
    {
      what: 'a request without Host',
      bytes: () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
    },
    { what: 'a chunk of no size', bytes: () => chunked('zz\r\n') },
    {
      what: 'a body of two lengths',
      bytes: () => rawPost(quire, '/healthz', stats, { headers: 'Transfer-Encoding: chunked\r\n' }),
    },
    { what: 'a broken header', bytes: () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nA B\r\n\r\n' },
  ]) {
    it(`are refused with 400 in the one shape: ${what}`, async () => {
      const received = await sayToEnd(bytes())
      assert.deepEqual(statusesIn(received), [400])
      assert.match(received, /^x-request-id: [0-9a-f-]{36}\r$/im)
      assert.equal(refusalIn(received).code, 'VALIDATION_FAILED')
    })
  }

  it('are refused with 431 when the headers are too large', async () => {
    for (const head of [
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]) {
      const received = await sayToEnd(head)
      assert.deepEqual(statusesIn(received), [431])
      assert.match(received, /^x-request-id: /im)
      assert.equal(refusalIn(received).code, 'HEADERS_TOO_LARGE')
    }
  })
})

describe('a body other than declared', () => {
  it('that is shorter is refused when the client stops sending, and nothing is done', async () => {
    const wire = await openWire(address)
    const body = create('Shorter')
    await wire.send(rawPost(quire, '/v1/pages/create', body, { length: body.length + 5 }))
    wire.socket.end()
    const received = await wire.closed()
    assert.deepEqual(statusesIn(received), [400])
    assert.match(received, /^x-request-id: /im)
    assert.ok(!(await titlesUnder(quire)).includes('Shorter'))
  })

  it('that is longer is done as declared and answered, before the rest is refused', async () => {
    const body = create('Longer')
    const received = await sayToEnd(
      rawPost(quire, '/v1/pages/create', `${body}and more`, { length: body.length }),
    )
    assert.deepEqual(statusesIn(received), [200, 400])
    assert.ok((await titlesUnder(quire)).includes('Longer'))
  })

  it('that never comes whole is not logged as a fault of the server', async (context) => {
    const loud = await startServer({ logLevel: 'trace' })
    context.after(() => loud.close())
    const at = await loud.server.listen({ host: '127.0.0.1', port: 0 })
    const written = context.mock.method(process.stderr, 'write', () => true)
    const [wire, [connection]] = await Promise.all([
      openWire(at),
      once(loud.server.server, 'connection'),
    ])
    await wire.send(rawPost(loud, '/v1/pages/move', '{"workspaceId":', { length: 500 }))
    await until(() => loud.app.store.timings().some(({ name }) => name === 'keys.byHash'))
    wire.socket.destroy()
    await once(connection, 'close')
    written.mock.restore()
    const lines = written.mock.calls.map((call) => String(call.arguments[0]))
    assert.deepEqual(
      lines.filter((line) => line.includes('failed')),
      [],
    )
  })
})

describe('a request', () => {
  it('may come in chunks', async () => {
    const head = rawPost(quire, '/v1/pages/stats', '').replace(
      'Content-Length: 0',
      'Transfer-Encoding: chunked',
    )
    const received = await say(
      head,
      ...Array.from(stats, (byte) => `1\r\n${byte}\r\n`),
      '0\r\n\r\n',
    )
    assert.deepEqual(statusesIn(received), [200])
  })

  it('may come byte by byte', async () => {
    const wire = await openWire(address)
    wire.socket.setNoDelay(true)
    for (const byte of rawPost(quire, '/v1/pages/stats', stats)) await wire.send(byte)
    assert.deepEqual(statusesIn(await wire.until(/\r\n\r\n/)), [200])
    wire.socket.destroy()
  })

  it('may be followed by others before it is answered', async () => {
    const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const received = await sayToEnd(
      rawPost(quire, '/v1/pages/create', create('Pipelined 1')) +
        rawPost(quire, '/v1/pages/create', '{}') +
        rawPost(quire, '/v1/pages/create', create('Pipelined 2')) +
        health,
    )
    assert.deepEqual(statusesIn(received), [200, 400, 200, 200])
    const titles = await titlesUnder(quire)
    assert.deepEqual(titles.slice(-2), ['Pipelined 1', 'Pipelined 2'])
  })

  it('keeps its answer when what follows is garbage', async () => {
    const received = await sayToEnd(
      `${rawPost(quire, '/v1/pages/create', create('Before garbage'))}garbage\r\n\r\n`,
    )
    assert.deepEqual(statusesIn(received), [200, 400])
  })

  it('may be HTTP/1.0, without Host', async () => {
    const received = await sayToEnd('GET /healthz HTTP/1.0\r\n\r\n')
    assert.deepEqual(statusesIn(received), [200])
    assert.match(received, /\{"status":"ok"\}$/)
  })

  it('may expect to be told to continue', async () => {
    const headers = 'Expect: 100-continue\r\n'
    const wire = await openWire(address)
    await wire.send(rawPost(quire, '/v1/pages/stats', '', { headers, length: stats.length }))
    await wire.until(/100 Continue\r\n\r\n/)
    await wire.send(stats)
    assert.deepEqual(statusesIn(await wire.until(/"createdBy"/)), [100, 200])
    wire.socket.destroy()
  })

  it('is answered whatever else it expects', async () => {
    const headers = 'Expect: a-miracle\r\n'
    const received = await say(rawPost(quire, '/v1/pages/stats', stats, { headers }))
    assert.deepEqual(statusesIn(received), [200])
  })

  it('that asks for another protocol is answered in this one', async () => {
    const received = await say(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    )
    assert.deepEqual(statusesIn(received), [200])
  })
})

describe('a refused body of many megabytes', () => {
  const large = 20_000_000

  for (const { what, path, key, code } of [
    { what: 'without a key', path: '/v1/pages/create', key: 'none', code: 401 },
    { what: 'for a page', path: '/v1/pages/create', key: '', code: 413 },
    { what: 'for a file', path: '/v1/page-files/upload-file', key: '', code: 413 },
    { what: 'for nothing', path: '/v1/nothing', key: '', code: 404 },
  ]) {
    it(`${what} leaves its answer readable to who sends everything first`, async () => {
      const wire = await openWire(address)
      const as = { key: key === '' ? quire.key : key }
      await wire.send(rawPost(as, path, '', { length: large }))
      const chunk = Buffer.alloc(1_000_000, 0x20)
      for (let sent = 0; sent < large; sent += chunk.length) await wire.send(chunk)
      await wire.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      assert.deepEqual(statusesIn(await wire.closed()), [code, 200])
    })
  }

  it('in chunks does as well', async () => {
    const wire = await openWire(address)
    const head = rawPost(quire, '/v1/pages/create', '')
    await wire.send(head.replace('Content-Length: 0', 'Transfer-Encoding: chunked'))
    const chunk = Buffer.alloc(1_000_000, 0x20)
    for (let sent = 0; sent < large; sent += chunk.length) {
      await wire.send(`${chunk.length.toString(16)}\r\n`, chunk, '\r\n')
    }
    await wire.send('0\r\n\r\n', 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.deepEqual(statusesIn(await wire.closed()), [413, 200])
  })

  it('of another type does as well', async () => {
    const wire = await openWire(address)
    const head = rawPost(quire, '/v1/pages/create', '', { length: large })
    await wire.send(head.replace('application/json', 'text/plain'))
    const chunk = Buffer.alloc(1_000_000, 0x20)
    for (let sent = 0; sent < large; sent += chunk.length) await wire.send(chunk)
    await wire.send('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    assert.deepEqual(statusesIn(await wire.closed()), [415, 200])
  })

  it('reaches fetch with its code', async () => {
    const body = JSON.stringify({ ...JSON.parse(stats), contentBase64: 'A'.repeat(large) })
    const response = await fetch(`${address}/v1/page-files/upload-file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${quire.key}`, 'content-type': 'application/json' },
      body,
    })
    assert.equal(response.status, 413)
    assert.equal(((await response.json()) as { code: string }).code, 'FILE_TOO_LARGE')
  })
})

describe('a slow request', () => {
  it('is refused with 408 once its time is over', async (context) => {
    const slow = await startServer({ requestTimeout: 100 })
    context.after(() => slow.close())
    const at = await slow.server.listen({ host: '127.0.0.1', port: 0 })
    const wires = await Promise.all(
      ['GET /healthz HTTP/1.1\r\nHo', rawPost(slow, '/v1/pages/stats', '{', { length: 50 })].map(
        async (bytes) => {
          const wire = await openWire(at)
          await wire.send(bytes)
          return wire.closed()
        },
      ),
    )
    for (const received of wires) {
      assert.deepEqual(statusesIn(received), [408])
      assert.equal(refusalIn(received).code, 'REQUEST_TIMEOUT')
    }
  })
})
