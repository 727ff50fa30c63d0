import assert from 'node:assert/strict'
import diagnostics from 'node:diagnostics_channel'
import { after, before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

type Route = { method: string; url: string; audience: string | undefined; open: boolean }

/** Every route of a server, as it is registered. */
const routes: Route[] = []

function watch(message: unknown): void {
  // SAFETY: what Fastify documents for this channel.
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const name of [method].flat()) {
      routes.push({ method: name, url, audience: config?.audience, open: config?.open === true })
    }
  })
}

const under = (prefix: string) => routes.filter(({ url }) => url.startsWith(prefix))
const wrong = (list: Route[], audience: string | undefined) =>
  list.filter((route) => route.audience !== audience)

describe('who may call', () => {
  let quire: TestServer
  let ada: Visitor
  before(async () => {
    diagnostics.subscribe('fastify.initialization', watch)
    quire = await startServer({ rateLimit: 0 })
    diagnostics.unsubscribe('fastify.initialization', watch)
    ada = await signIn(quire)
  })
  after(() => quire.close())

  it('is people alone for everything under /app, and for nothing else', () => {
    assert.ok(under('/app/').length > 50)
    assert.deepEqual(wrong(under('/app/'), 'people'), [])
    const others = routes.filter(({ url }) => !url.startsWith('/app/'))
    assert.deepEqual(
      others.filter(({ audience }) => audience === 'people'),
      [],
    )
  })

  it('is people and keys under /v1 and for files', () => {
    assert.ok(under('/v1/').length > 40)
    assert.deepEqual(wrong([...under('/v1/'), ...under('/files/')], 'people and keys'), [])
  })

  it('never is a key under /app', async () => {
    const path = ({ url }: Route) => url.replace(/:\w+/, 'x')
    const closed = under('/app/').filter(
      ({ open, method }) => !open && ['POST', 'HEAD'].includes(method),
    )
    for (const route of closed) {
      const { status, body } =
        route.method === 'POST'
          ? await quire.post(path(route), {})
          : await quire.request({
              method: 'HEAD',
              url: path(route),
              headers: { authorization: `Bearer ${quire.key}` },
            })
      assert.equal(status, 401, route.url)
      if (route.method === 'POST') assert.equal(body.code, 'SIGN_IN_REQUIRED', route.url)
    }
  })

  it('is a key or a person for what both may call', async () => {
    assert.equal((await quire.get('/v1/workspaces')).status, 200)
    assert.equal((await ada.get('/v1/workspaces')).status, 200)
    assert.equal((await quire.get('/v1/workspaces', null)).body.code, 'INVALID_API_KEY')
  })
})
