import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { items, modern, post, rpc } from '../support/mcp.ts'
import { startServer, type TestServer } from '../support/server.ts'

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('the MCP endpoint', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  it('is the one that meta names', async () => {
    const { body } = await quire.get<{ mcpEndpoint: string }>('/v1/meta')
    assert.equal(body.mcpEndpoint, '/mcp')
  })

  for (const [what, key] of [
    ['no key', null],
    ['a key that does not exist', `svc_${'A'.repeat(24)}`],
  ] as const) {
    it(`refuses ${what} with 401 and how to authenticate`, async () => {
      const { status, body, headers } = await post(quire, list, { key })
      assert.equal(status, 401)
      assert.deepEqual(body, { code: 'INVALID_API_KEY', message: 'Invalid API key' })
      assert.equal(headers['www-authenticate'], 'Bearer')
    })
  }

  it('takes no key in the address', async () => {
    const { status } = await post(quire, list, { key: null, path: `/mcp?key=${quire.key}` })
    assert.equal(status, 401)
  })

  for (const method of ['GET', 'DELETE', 'PUT'] as const) {
    it(`refuses ${method}: there are no streams and no sessions to end`, async () => {
      const { status, body, headers } = await quire.request({ method, url: '/mcp' })
      assert.equal(status, 405)
      assert.equal(body.code, 'METHOD_NOT_ALLOWED')
      assert.equal(headers['allow'], 'POST')
    })
  }

  it('refuses what is not JSON as JSON-RPC does', async () => {
    const { status, body } = await post(quire, '{"jsonrpc":')
    assert.equal(status, 400)
    assert.equal(body['jsonrpc'], '2.0')
    assert.equal(body['id'], null)
    assert.equal(body['error']?.['code'], -32_700)
  })

  it('refuses another type of body', async () => {
    const { status, body } = await post(quire, 'a=b', { headers: { 'content-type': 'text/plain' } })
    assert.equal(status, 415)
    assert.equal(body['code'], 'UNSUPPORTED_MEDIA_TYPE')
  })

  const refusedOrigins = ['https://evil.example', 'null', 'http://localhost.evil.example']
  for (const origin of refusedOrigins) {
    it(`refuses a web page of ${origin}`, async () => {
      const { status, body } = await post(quire, list, { headers: { origin } })
      assert.equal(status, 403)
      assert.equal(body['code'], 'FORBIDDEN')
    })
  }

  for (const host of ['evil.example', 'evil.example:8082', '127.0.0.1.evil.example']) {
    it(`refuses to answer as ${host}`, async () => {
      const { status, body } = await post(quire, list, { headers: { host } })
      assert.equal(status, 403)
      assert.match(String(body['message']), /PUBLIC_URL/)
    })
  }

  const hosts = [
    'localhost',
    '127.0.0.1:8082',
    '[::1]:8082',
    'app:3000',
    '192.168.1.5',
    'a.localhost',
  ]
  for (const host of hosts) {
    it(`answers as ${host}, also to its own pages`, async () => {
      const headers = { host, origin: `http://${host}` }
      assert.equal((await post(quire, list, { headers })).status, 200)
    })
  }

  it('answers under the public address, and links there', async () => {
    const behind = await startServer({ publicUrl: 'https://notes.example.com/base' })
    try {
      const headers = { host: 'notes.example.com', origin: 'https://notes.example.com' }
      const params = { name: 'create_page', arguments: { title: 'Linked' } }
      const result = await rpc(behind, 'tools/call', params, { headers })
      assert.match(
        String(result['structuredContent']?.['url']),
        /^https:\/\/notes\.example\.com\/base\/pages\/[0-9a-f-]{36}$/,
      )
    } finally {
      await behind.close()
    }
  })

  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ]) {
    it(`says at ${path} in JSON that there is no OAuth`, async () => {
      const { status, body, headers } = await quire.get(path, null)
      assert.equal(status, 404)
      assert.equal(body.code, 'NOT_FOUND')
      assert.match(String(headers['content-type']), /^application\/json/)
    })
  }
})

describe('revision 2026-07-28', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const ask = (method: string, params = {}, other: Record<string, string> = {}) => {
    const { body, headers } = modern(method, params)
    return post(quire, body, { headers: { ...headers, ...other } })
  }

  it('refuses a version it does not know, and names those it does', async () => {
    const { headers } = modern('tools/list')
    const unknown = JSON.parse(
      JSON.stringify(modern('tools/list').body).replace('2026-07-28', '2099-01-01'),
    )
    const { status, body } = await post(quire, unknown, {
      headers: { ...headers, 'mcp-protocol-version': '2099-01-01' },
    })
    assert.equal(status, 400)
    assert.equal(body['error']?.['code'], -32_022)
    assert.deepEqual(body['error']?.['data']?.['supported'], ['2026-07-28'])
  })

  it('refuses headers that say another thing than the body', async () => {
    const { status, body } = await ask('tools/list', {}, { 'mcp-method': 'prompts/list' })
    assert.equal(status, 400)
    assert.equal(body['error']?.['code'], -32_020)
  })

  it('answers an unknown method with 404', async () => {
    const { status, body } = await ask('tools/guess')
    assert.equal(status, 404)
    assert.equal(body['error']?.['code'], -32_601)
  })

  it('tells versions, capabilities and instructions', async () => {
    const { body } = await ask('server/discover')
    const { result } = body
    assert.deepEqual(result?.['supportedVersions'], ['2026-07-28'])
    assert.deepEqual(Object.keys(result?.['capabilities'] ?? {}).toSorted(), [
      'extensions',
      'prompts',
      'resources',
      'tools',
    ])
    assert.match(String(result?.['instructions']), /^Quire is a notes workspace/)
  })

  for (const method of ['server/discover', 'tools/list', 'prompts/list', 'resources/list']) {
    it(`lets ${method} be cached, by this key alone`, async () => {
      const { result } = (await ask(method)).body
      assert.equal(result?.['cacheScope'], 'private')
      assert.ok(Number(result?.['ttlMs']) > 0)
    })
  }

  it('ends open streams when the server stops', async () => {
    const other = await startServer()
    const address = await other.server.listen({ host: '127.0.0.1', port: 0 })
    const { body, headers } = modern('subscriptions/listen', {
      notifications: { toolsListChanged: true },
    })
    const response = await fetch(`${address}/mcp`, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: `Bearer ${other.key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/)
    assert.equal(response.headers.get('x-accel-buffering'), 'no')
    const reading = response.text()
    await other.close()
    assert.match(await reading, /acknowledged/)
  })
})

describe('the revisions before', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  for (const protocolVersion of ['2025-11-25', '2025-06-18', '2025-03-26']) {
    it(`are spoken: ${protocolVersion}`, async () => {
      const clientInfo = { name: 'test', version: '1' }
      const result = await rpc(quire, 'initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo,
      })
      assert.equal(result['protocolVersion'], protocolVersion)
      assert.equal(result['serverInfo']?.['name'], 'quire')
      assert.match(String(result['instructions']), /use the workspace "Lab"/)
    })
  }

  it('need nothing but the key: no handshake, no header', async () => {
    const { status, body, headers } = await post(quire, list)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^application\/json/)
    assert.ok(items(body['result']?.['tools']).length > 20)
  })

  it('take a notification without an answer', async () => {
    const { status } = await post(quire, { jsonrpc: '2.0', method: 'notifications/initialized' })
    assert.equal(status, 202)
  })

  it('take several requests at once', async () => {
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }
    const { status, body } = await post(quire, [list, ping])
    assert.equal(status, 200)
    assert.deepEqual(
      items(body)
        .map(({ id }) => Number(id))
        .toSorted((a, b) => a - b),
      [1, 2],
    )
  })

  it('answer an unknown method as JSON-RPC does', async () => {
    const { status, body } = await post(quire, { ...list, method: 'tools/guess' })
    assert.equal(status, 200)
    assert.equal(body['error']?.['code'], -32_601)
  })
})
