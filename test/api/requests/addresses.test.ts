import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listOperations } from '../../../server/operations/index.ts'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

describe('an unknown address', () => {
  for (const url of [
    '/v1',
    '/v1/',
    '/v1/pages',
    '/v1/pages/create/',
    '/V1/meta',
    '/v1//meta',
    '/v2/meta',
    '/app/keys',
    '/favicon.ico',
    '/../package.json',
    '/docs/../package.json',
    '/docs/..%2F..%2Fpackage.json',
    '/docs/docs.html',
    '/%zz',
    '/%',
    '/files',
    `/files/${'x'.repeat(1000)}`,
    '/.env',
    '//example.com',
  ]) {
    it(`is 404 NOT_FOUND, with a key and without: ${url.slice(0, 40)}`, async () => {
      for (const key of [quire.key, null]) {
        const { status, body } = await quire.get(url, key)
        assert.equal(status, 404)
        assert.deepEqual(Object.keys(body), ['code', 'message'])
        assert.equal(body.code, 'NOT_FOUND')
      }
    })
  }

  it('is 404 for every method, whatever is sent', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const { status, body } = await quire.request({ method, url: '/v1/nothing', payload: '{' })
      assert.equal(status, 404)
      assert.equal(body.code, 'NOT_FOUND')
    }
  })
})

describe('a known address', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

  it('refuses every other method with 405 and says which it takes', async () => {
    const known = listOperations().map(({ method, path }) => ({ method, path }))
    const others = ['/docs', '/docs/json', '/metrics', '/files/some-id', '/pages/some-id', '/']
    const all = [...known, ...others.map((path) => ({ method: 'GET' as const, path }))]
    for (const { method: right, path } of all) {
      for (const method of methods.filter((name) => name !== right)) {
        const { status, body, headers } = await quire.request({ method, url: `${path}?q=1` })
        assert.equal(status, 405, `${method} ${path}`)
        assert.deepEqual(Object.keys(body), ['code', 'message'])
        assert.equal(body.code, 'METHOD_NOT_ALLOWED')
        assert.equal(headers['allow'], right === 'GET' ? 'GET, HEAD' : 'POST')
      }
    }
  })

  it('refuses HEAD where there is only POST', async () => {
    const { status, headers } = await quire.request({ method: 'HEAD', url: '/v1/pages/create' })
    assert.equal(status, 405)
    assert.equal(headers['allow'], 'POST')
  })

  it('does not mind a query', async () => {
    assert.equal((await quire.get('/v1/meta?a=1&b')).status, 200)
  })
})

describe('GET /workspaces/{workspaceId}/pages/{pageId}', () => {
  it('redirects to the canonical address, whether or not there is such a page', async () => {
    const pageId = await addPage(quire, 'Linked')
    for (const id of [pageId, 'no-such-page']) {
      const url = `/workspaces/${quire.workspaceId}/pages/${id}`
      const { status, headers, body } = await quire.get<string>(url, null)
      assert.ok([301, 302, 307, 308].includes(status))
      assert.equal(headers['location'], `/pages/${id}`)
      assert.equal(body, '')
    }
  })

  it('never redirects to another host', async () => {
    for (const id of ['%2F%2Fexample.com', '%5C%5Cexample.com', '..%2F..', '%0D%0AX: y', 'é']) {
      const { headers } = await quire.get(`/workspaces/a/pages/${id}`, null)
      const location = String(headers['location'])
      assert.match(location, /^\/pages\/[\w.%-]+$/)
      const at = new URL(location, 'http://quire.test')
      assert.equal(at.host, 'quire.test')
      assert.ok(at.pathname.startsWith('/pages/'))
    }
  })
})

describe('GET /pages/{pageId}', () => {
  it('answers the same page with no data, to everyone and for every id', async () => {
    const pageId = await addPage(quire, 'A secret title', { markdown: 'A secret body' })
    const answers = await Promise.all([
      quire.get<string>(`/pages/${pageId}`, null),
      quire.get<string>(`/pages/${pageId}`),
      quire.get<string>('/pages/nothing', null),
    ])
    for (const { status, body, headers } of answers) {
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(body, answers[0].body)
      assert.doesNotMatch(body, /secret/)
      assert.ok(!body.includes(pageId))
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    }
  })
})

describe('GET /', () => {
  it('is the web app, as every address of it', async () => {
    const [start, page] = await Promise.all([
      quire.get<string>('/', null),
      quire.get<string>('/pages/some-id', null),
    ])
    assert.equal(start.status, 200)
    assert.equal(start.body, page.body)
  })
})
