import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer()
})
after(() => quire.close())

describe('GET /healthz', () => {
  it('answers {status: "ok"} without a key', async () => {
    const { status, body, headers } = await quire.get<object>('/healthz', null)
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok' })
    assert.match(String(headers['content-type']), /^application\/json/)
  })

  it('answers even to a key that is wrong', async () => {
    assert.equal((await quire.get('/healthz', 'svc_wrong')).status, 200)
  })

  it('answers HEAD with the same status and no body', async () => {
    const { status, body } = await quire.request({ method: 'HEAD', url: '/healthz' })
    assert.equal(status, 200)
    assert.equal(body, '')
  })
})

describe('GET /v1/meta', () => {
  it('answers exactly the version and the two paths, without a key', async () => {
    const { status, body } = await quire.get<{ version: string }>('/v1/meta', null)
    assert.equal(status, 200)
    assert.deepEqual(body, { version: body.version, mcpEndpoint: '/mcp', docs: '/docs' })
    assert.match(body.version, /^\d+\.\d+\.\d+$/)
  })
})

describe('every answer', () => {
  const requests = [
    { method: 'GET', url: '/healthz', status: 200 },
    { method: 'GET', url: '/workspaces/a/pages/b', status: 302 },
    { method: 'POST', url: '/v1/pages/stats', payload: '{}', status: 400 },
    { method: 'POST', url: '/v1/pages/stats', payload: '{', status: 400 },
    { method: 'GET', url: '/%', status: 404 },
    { method: 'GET', url: '/v1/workspaces', key: 'none', status: 401 },
    { method: 'GET', url: '/v1/nothing', status: 404 },
    { method: 'GET', url: `/files/${'x'.repeat(300)}`, status: 404 },
    { method: 'GET', url: '/v1/pages/stats', status: 405 },
    { method: 'POST', url: '/v1/pages/stats', payload: 'x', type: 'text/plain', status: 415 },
    { method: 'POST', url: '/v1/pages/stats', payload: ' '.repeat(2 ** 21), status: 413 },
  ] as const

  it('carries a request id of its own', async () => {
    const ids = new Set()
    for (const { method, url, status, ...rest } of requests) {
      const authorization = `Bearer ${'key' in rest ? rest.key : quire.key}`
      const type = 'type' in rest ? rest.type : 'application/json'
      const payload = 'payload' in rest ? { payload: rest.payload } : {}
      const headers = { authorization, 'x-request-id': 'mine', 'content-type': type }
      const answer = await quire.request({ method, url, headers, ...payload })
      assert.equal(answer.status, status, url)
      assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/, url)
      ids.add(answer.headers['x-request-id'])
    }
    assert.equal(ids.size, requests.length)
  })

  it('that refuses is {code, message}, whatever is refused', async () => {
    for (const { method, url, status, ...rest } of requests.filter(({ status }) => status >= 400)) {
      const authorization = `Bearer ${'key' in rest ? rest.key : quire.key}`
      const type = 'type' in rest ? rest.type : 'application/json'
      const payload = 'payload' in rest ? { payload: rest.payload } : {}
      const headers = { authorization, 'content-type': type }
      const { body } = await quire.request({ method, url, headers, ...payload })
      const members = status === 400 ? ['code', 'errors', 'message'] : ['code', 'message']
      assert.deepEqual(Object.keys(body).toSorted(), members, url)
      assert.match(body.code, /^[A-Z_]+$/)
      assert.ok(body.message.length > 0)
    }
  })
})
