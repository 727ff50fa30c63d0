import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

const numberIn = (headers: Record<string, unknown>, name: string) => Number(headers[name])

describe('the rate limit', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 5, trustProxy: true })
  })
  after(() => quire.close())

  it('is told on every answer, also when that refuses', async () => {
    const key = await addKey(quire)
    const answers = [
      await quire.get('/v1/workspaces', key),
      await quire.post('/v1/pages/create', {}, key),
      await quire.get('/v1/nothing', key),
      await quire.get('/v1/pages/create', key),
    ]
    for (const [index, { headers }] of answers.entries()) {
      assert.equal(numberIn(headers, 'ratelimit-limit'), 5)
      assert.equal(numberIn(headers, 'ratelimit-remaining'), 4 - index)
      assert.ok(numberIn(headers, 'ratelimit-reset') <= 60)
      assert.equal(headers['ratelimit-policy'], '"default";q=5;w=60')
      assert.match(String(headers['ratelimit']), new RegExp(`^"default";r=${4 - index};t=\\d+$`))
      assert.equal(headers['retry-after'], undefined)
    }
  })

  it('refuses what is beyond it with 429, Retry-After and nothing done', async () => {
    const key = await addKey(quire)
    for (let time = 0; time < 5; time += 1) {
      assert.equal((await quire.get('/v1/workspaces', key)).status, 200)
    }
    const { status, body, headers } = await quire.get('/v1/workspaces', key)
    assert.equal(status, 429)
    assert.deepEqual(Object.keys(body), ['code', 'message'])
    assert.equal(body.code, 'RATE_LIMITED')
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
    assert.equal(numberIn(headers, 'ratelimit-remaining'), 0)
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
    assert.ok(numberIn(headers, 'retry-after') <= 60)
  })

  it('counts each key by itself', async () => {
    const key = await addKey(quire)
    assert.equal(
      numberIn((await quire.get('/v1/workspaces', key)).headers, 'ratelimit-remaining'),
      4,
    )
  })

  it('counts those without a right key by their address, whatever they claim to be', async () => {
    const from = (address: string, key: string) =>
      quire.request({
        method: 'GET',
        url: '/v1/workspaces',
        headers: { 'x-forwarded-for': address, authorization: `Bearer ${key}` },
      })
    for (let guess = 0; guess < 5; guess += 1) {
      assert.equal((await from('203.0.113.5', `svc_${'0'.repeat(23)}${guess}`)).status, 401)
    }
    assert.equal((await from('203.0.113.5', `svc_${'0'.repeat(24)}`)).status, 429)
    assert.equal((await from('203.0.113.6', `svc_${'0'.repeat(24)}`)).status, 401)
    assert.equal((await from('203.0.113.5', await addKey(quire))).status, 200)
  })
})

describe('the rate limit of a probe', () => {
  it('is none, however often a load balancer asks', async () => {
    const quire = await startServer({ rateLimit: 3 })
    for (let time = 0; time < 10; time += 1) {
      for (const path of ['/healthz', '/readyz']) {
        const { status, headers } = await quire.get(path, null)
        assert.equal(status, 200)
        assert.equal(headers['ratelimit-limit'], undefined)
      }
    }
    assert.equal((await quire.get('/v1/meta', null)).headers['ratelimit-remaining'], '2')
    await quire.close()
  })
})

describe('no rate limit', () => {
  it('tells of none', async () => {
    const quire = await startServer({ rateLimit: 0 })
    const { headers } = await quire.get('/v1/workspaces')
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('ratelimit')),
      [],
    )
    await quire.close()
  })
})

describe('GET /metrics', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const from = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    quire.request<string>({ method: 'GET', url: '/metrics', headers, remoteAddress })

  it('refuses whoever is not on this machine, and whoever comes through a proxy', async () => {
    for (const answer of [
      await from({}, '203.0.113.5'),
      await from({ authorization: `Bearer ${quire.key}` }, '203.0.113.5'),
      await from({ 'x-forwarded-for': '127.0.0.1' }),
      await from({ forwarded: 'for=127.0.0.1' }),
      await from({ via: '1.1 proxy' }),
      await from({ 'x-real-ip': '203.0.113.5' }),
      await from({ 'cf-connecting-ip': '203.0.113.5' }),
      await from({ host: 'notes.example.com' }),
    ]) {
      assert.equal(answer.status, 403)
      // SAFETY: a refusal is JSON.
      assert.equal((answer.body as unknown as { code: string }).code, 'FORBIDDEN')
    }
  })

  it('counts requests by operation and status, and shows the state of the store', async () => {
    const { workspaceId } = quire
    await quire.post('/v1/pages/create', { workspaceId, title: 'Counted' })
    await quire.post('/v1/pages/create', {})
    await quire.get('/v1/nothing')
    const { status, headers, body } = await from({})
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=/)
    for (const line of [
      'quire_request_duration_seconds_count{operation="pages.create",status="200"} 1',
      'quire_request_duration_seconds_count{operation="pages.create",status="400"} 1',
      'quire_store_queue_depth 0',
    ]) {
      assert.ok(body.includes(`${line}\n`), line)
    }
    for (const pattern of [
      /quire_request_duration_seconds_bucket\{le="0.01",operation="pages.create",status="200"\} \d/,
      /quire_request_duration_seconds_count\{operation="[^"]*",status="404"\} 1/,
      /quire_nodejs_eventloop_lag_seconds \d/,
      /quire_store_statements_total\{statement="pages.insert"\} 1/,
      /quire_store_statement_seconds_total\{statement="pages.insert"\} 0\.\d/,
    ]) {
      assert.match(body, pattern)
    }
  })

  it('names no address, key, title or person', async () => {
    await quire.get('/v1/secret-address')
    const { body } = await from({})
    for (const secret of ['secret-address', quire.key, 'Counted', 'ada@', quire.workspaceId]) {
      assert.ok(!body.includes(secret), secret)
    }
  })

  it('asks for a token once the server is meant to stand behind a proxy', async () => {
    for (const settings of [{ publicUrl: 'https://notes.example.com' }, { trustProxy: true }]) {
      const proxied = await startServer(settings)
      const { status, body } = await proxied.get('/metrics', null)
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
      await proxied.close()
    }
  })

  it('asks for the token where one is set, wherever one comes from', async () => {
    const closed = await startServer({ metricsToken: 'a-token' })
    const ask = (authorization: string, remoteAddress: string) =>
      closed.request({ method: 'GET', url: '/metrics', headers: { authorization }, remoteAddress })
    assert.equal((await ask('', '127.0.0.1')).status, 403)
    assert.equal((await ask('Bearer another', '127.0.0.1')).status, 403)
    assert.equal((await ask('Bearer a-token', '203.0.113.5')).status, 200)
    await closed.close()
  })
})
