import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer()
})
after(() => quire.close())

const page = async () => (await quire.get<string>('/docs', null)).body
const assetsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')

describe('GET /docs', () => {
  it('answers a page to everyone', async () => {
    const { status, headers, body } = await quire.get<string>('/docs', null)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.match(body, /swagger-ui/)
  })

  it('names nothing of another host, nor any script of its own', async () => {
    const html = await page()
    const assets = assetsOf(html)
    assert.ok(assets.length >= 4)
    for (const asset of assets) assert.match(asset, /^(?:\/docs\/[\w.-]+$|data:)/)
    for (const [, script] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
      assert.equal(script, '')
    }
  })

  it('is kept from loading anything else by its policy', async () => {
    const { headers } = await quire.get('/docs', null)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self'(?:;|$)/)
    assert.doesNotMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/)
  })

  it('answers the whole file to who asks for a part of it, in or beyond it', async () => {
    for (const url of ['/docs', '/docs/docs.js', '/docs/docs.css']) {
      for (const range of ['bytes=99999999-', 'bytes=0-9', 'bytes=5-1,7-']) {
        const answer = await quire.request({ method: 'GET', url, headers: { range } })
        assert.equal(answer.status, 200, `${url} ${range}`)
      }
    }
  })

  it('has every file it names, of the right type', async () => {
    const own = assetsOf(await page()).filter((asset) => asset.startsWith('/docs/'))
    for (const asset of own) {
      const { status, headers, body } = await quire.get<string>(asset, null)
      assert.equal(status, 200, asset)
      const type = asset.endsWith('.js') ? /javascript/ : asset.endsWith('.css') ? /css/ : /json/
      assert.match(String(headers['content-type']), type)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      if (asset.endsWith('.css')) assert.doesNotMatch(body, /url\(\s*["']?(?:https?:)?\/\//)
    }
  })
})
