import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { items, modern, post } from '../support/mcp.ts'
import { titlesUnder } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('params that are not what a method takes', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
  })
  after(() => quire.close())

  const wrong: [string, object, RegExp][] = [
    ['initialize', {}, /params\.protocolVersion must be string/],
    ['prompts/get', { name: 5 }, /params\.name must be string/],
    ['prompts/get', { name: 'x', arguments: { a: 1 } }, /params\.arguments\.a must be string/],
    ['prompts/get', { name: 'x', arguments: 'no' }, /params\.arguments must be/],
    ['prompts/list', { cursor: 5 }, /params\.cursor must be string/],
    ['resources/list', { cursor: {} }, /params\.cursor must be string/],
    ['resources/templates/list', { cursor: [] }, /params\.cursor must be string/],
    ['tools/list', { cursor: 1 }, /params\.cursor must be string/],
    ['resources/read', { uri: 1 }, /params\.uri must be string/],
    ['resources/read', {}, /params\.uri must be string/],
    ['tools/call', { name: 1 }, /params\.name must be string/],
    ['tools/call', { name: 'search', arguments: 'no JSON' }, /params\.arguments must be/],
    ['tools/call', { name: 'search', arguments: '[1]' }, /params\.arguments must be/],
    ['tools/call', { name: 'search', arguments: 5 }, /params\.arguments must be/],
  ]
  for (const [method, params, message] of wrong) {
    it(`are refused in plain words: ${method} ${JSON.stringify(params)}`, async () => {
      const legacy = await post(quire, { jsonrpc: '2.0', id: 1, method, params })
      assert.equal(legacy.body['error']?.['code'], -32_602)
      assert.match(String(legacy.body['error']?.['message']), message)
      assert.ok(!/[[\]{}\n]/.test(String(legacy.body['error']?.['message'])))
      if (method === 'initialize') return
      const { body, headers } = modern(method, { ...params })
      const present = await post(quire, body, { headers })
      // Headers that say something else than such a body are refused before.
      assert.ok([-32_602, -32_020].includes(Number(present.body['error']?.['code'])))
      assert.ok(!/[[\]{}\n]/.test(String(present.body['error']?.['message'])))
    })
  }

  for (const given of [null, '', '{}', ' {"limit": 3} ']) {
    it(`are taken as arguments where it is clear what they mean: ${String(given)}`, async () => {
      const params = { name: 'list_pages', arguments: given }
      const { body } = await post(quire, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      assert.equal(body['error'], undefined)
      assert.equal(body['result']?.['isError'], undefined)
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const batch = await post(quire, [call, { jsonrpc: '2.0', id: 2, method: 'ping' }])
      const answer = items(batch.body).find(({ id }) => Number(id) === 1)
      assert.ok(answer?.['result'])
      assert.equal(answer['result']['isError'], undefined)
    })
  }
})

describe('the messages of a batch', () => {
  const make = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'create_page', arguments: { title: `Page ${id}` } },
  })

  it('count against the rate limit one by one, and none is carried out beyond it', async () => {
    const quire = await startServer({ rateLimit: 20 })
    try {
      const batch = (size: number) =>
        post(
          quire,
          Array.from({ length: size }, (_, id) => make(id)),
        )
      const first = await batch(15)
      assert.equal(first.status, 200)
      assert.equal(first.headers['ratelimit-remaining'], '5')
      const second = await batch(15)
      assert.equal(second.status, 429)
      assert.equal(second.body['code'], 'RATE_LIMITED')
      assert.ok(Number(second.headers['retry-after']) > 0)
      assert.equal((await titlesUnder(quire)).length, 15)
    } finally {
      await quire.close()
    }
  })

  it('are refused all together when they are too many, and counted no further', async () => {
    const quire = await startServer({ rateLimit: 200 })
    try {
      const { body, headers } = await post(
        quire,
        Array.from({ length: 150 }, (_, id) => make(id)),
      )
      assert.equal(body['error']?.['code'], -32_600)
      assert.equal(headers['ratelimit-remaining'], '100')
      assert.deepEqual(await titlesUnder(quire), [])
    } finally {
      await quire.close()
    }
  })
})
