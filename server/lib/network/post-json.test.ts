import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Agent } from 'undici'
import { type OutboundCall, postJson } from './post-json.ts'

describe('postJson', () => {
  let server: Server
  let handle: RequestListener = (_request, response) => response.end('{}')
  let url = ''
  const agent = new Agent()
  before(async () => {
    server = createServer((request, response) => handle(request, response))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    // SAFETY: a server that listens on a port has such an address.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  after(async () => {
    await agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const post = (call: Partial<OutboundCall> = {}) =>
    postJson(agent, {
      url,
      headers: {},
      body: { a: 1 },
      timeout: 2000,
      maxStoredAnswerBytes: 1000,
      signal: undefined,
      ...call,
    })
  const failed = async (call: Partial<OutboundCall> = {}) => {
    const result = await post(call)
    assert.ok(!result.ok)
    return result
  }

  it('gives up after its time, and when it is told to', async () => {
    handle = () => undefined
    const result = await failed({ timeout: 30 })
    assert.match(result.reason, /no response within 0.03 s/)
    const stopped = await failed({ signal: AbortSignal.timeout(20) })
    assert.match(stopped.reason, /cancelled/)
    handle = (_request, response) => {
      response.write('{"a":')
    }
    assert.match((await failed({ timeout: 30 })).reason, /no response/)
  })

  it('does not read more than it may', async () => {
    let written = 0
    handle = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) written += 65_536
      }
      response.on('drain', more)
      more()
    }
    assert.match((await failed()).reason, /larger than 1000 bytes/)
    assert.ok(written < 50 * 1024 * 1024)
  })

  it('follows no redirect, so that no key goes astray', async () => {
    let asked = 0
    handle = (_request, response) => {
      asked += 1
      response.writeHead(307, { location: url })
      response.end()
    }
    assert.equal((await failed({ headers: { authorization: 'Bearer k' } })).status, 307)
    assert.equal(asked, 1)
  })

  it('tells what a refusal says, and how long to wait', async () => {
    const waits: [string | undefined, number | undefined][] = [
      ['3', 3000],
      ['0', 0],
      ['-4', 0],
      ['soon', undefined],
      [undefined, undefined],
    ]
    for (const [header, wait] of waits) {
      handle = (_request, response) => {
        response.writeHead(429, header === undefined ? {} : { 'retry-after': header })
        response.end(`slow\ndown ${'!'.repeat(900)}`)
      }
      const { status, reason, retryAfter } = await failed()
      assert.deepEqual([status, retryAfter], [429, wait])
      assert.ok(reason.startsWith('it answered 429: slow down !') && reason.length < 350)
    }
    handle = (_request, response) => {
      response.writeHead(503, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })
      response.end()
    }
    const { retryAfter = 0 } = await failed()
    assert.ok(retryAfter > 55_000 && retryAfter <= 60_000)
  })

  it('says when nobody answers, and when the answer is no JSON', async () => {
    assert.match((await failed({ url: 'http://127.0.0.1:1/' })).reason, /ECONNREFUSED|bad port/)
    handle = (_request, response) => response.end('<html>')
    assert.match((await failed()).reason, /not JSON: <html>/)
  })

  it('sends JSON and gives JSON', async () => {
    let seen = ''
    handle = (request, response) => {
      seen = `${request.method} ${request.headers['content-type']} ${String(request.headers['x-a'])}`
      request.pipe(response)
    }
    assert.deepEqual(await post({ headers: { 'x-a': 'b' } }), { ok: true, body: { a: 1 } })
    assert.equal(seen, 'POST application/json b')
  })
})
