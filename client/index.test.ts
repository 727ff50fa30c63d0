import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../test/support/server.ts'
import { createClient, QuireError } from './index.ts'
import { choicesSource } from './write-choices.ts'
import { limitsSource } from './write-limits.ts'
import { routesSource } from './write-routes.ts'
import { schemasSource } from './write-schemas.ts'

describe('createClient', () => {
  let quire: TestServer
  let baseUrl: string

  before(async () => {
    quire = await startServer()
    baseUrl = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => quire.close())

  const client = () => createClient({ baseUrl, apiKey: quire.key })

  it('throws what the server refuses, with its code, status, violations and request id', async () => {
    const refused = client().pages.create({ workspaceId: quire.workspaceId, title: '' })
    await assert.rejects(refused, (error) => {
      assert.ok(error instanceof QuireError)
      assert.equal(error.code, 'VALIDATION_FAILED')
      assert.equal(error.status, 400)
      assert.deepEqual(
        error.errors.map(({ path, rule }) => ({ path, rule })),
        [{ path: '/title', rule: 'minLength' }],
      )
      assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/)
      return true
    })
  })

  it('throws UNREACHABLE where no server answers', async () => {
    const unreachable = createClient({ baseUrl: 'http://127.0.0.1:1' })
    await assert.rejects(unreachable.service.health(), { code: 'UNREACHABLE', status: 0 })
  })

  it('throws for an answer that is not the server speaking', async () => {
    const proxy = async () => new Response('<html>Bad gateway</html>', { status: 502 })
    const behind = createClient({ baseUrl, fetch: proxy })
    await assert.rejects(behind.service.health(), { code: 'UNEXPECTED_ANSWER', status: 502 })
  })

  it('throws REDIRECTED with the address that the server names', async () => {
    const moved = async () =>
      new Response(null, { status: 301, headers: { location: 'https://notes.example.com/v1' } })
    const before = createClient({ baseUrl, fetch: moved, retries: 3 })
    const { workspaceId } = quire
    await assert.rejects(before.pages.create({ workspaceId, title: 'x' }), {
      code: 'REDIRECTED',
      message: /redirects to https:\/\/notes\.example\.com/,
    })
  })

  it('throws UNEXPECTED_ANSWER for a page of another program', async () => {
    const other = createClient({ baseUrl, fetch: async () => new Response('<html>Hello</html>') })
    await assert.rejects(other.service.health(), { code: 'UNEXPECTED_ANSWER', status: 200 })
  })

  it('ends all calls with its signal, also between two attempts', async () => {
    const stopping = new AbortController()
    let sent = 0
    const failing = async () => {
      sent += 1
      stopping.abort()
      return new Response(null, { status: 503 })
    }
    const stopped = createClient({ baseUrl, fetch: failing, retries: 3, signal: stopping.signal })
    await assert.rejects(stopped.service.health(), { name: 'AbortError' })
    assert.equal(sent, 1)
  })

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort()
    await assert.rejects(client().workspaces.list({}, { signal }), { name: 'AbortError' })
  })

  it('throws UNREACHABLE for an answer that takes too long, and tries again where it may', async () => {
    let sent = 0
    const slow: typeof fetch = (_url, request) => {
      sent += 1
      return new Promise((_resolve, reject) => {
        request?.signal?.addEventListener('abort', () => reject(request.signal?.reason))
      })
    }
    const hasty = createClient({ baseUrl, fetch: slow, timeoutMs: 5, retries: 1 })
    await assert.rejects(hasty.service.health(), { code: 'UNREACHABLE' })
    assert.equal(sent, 2)
    const patient = createClient({ baseUrl, apiKey: quire.key, timeoutMs: 60_000 })
    const aborted = patient.workspaces.list({}, { signal: AbortSignal.abort() })
    await assert.rejects(aborted, { name: 'AbortError' })
  })

  it('throws for an answer that ends too early', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    const cut = async () => new Response('{"status":', { headers })
    const behind = createClient({ baseUrl, fetch: cut })
    await assert.rejects(behind.service.health(), { code: 'UNREACHABLE' })
  })

  it('takes a base address with slashes at the end', async () => {
    const meta = await createClient({ baseUrl: `${baseUrl}//` }).service.meta()
    assert.equal(meta.docs, '/docs')
  })

  it('calls operations and gives their typed answers', async () => {
    const { workspaceId } = quire
    const { pageId } = await client().pages.create({
      workspaceId,
      title: 'Typed',
      markdown: '*hi*',
    })
    const { markdown } = await client().pages.markdown({ workspaceId, pageId })
    assert.equal(markdown.trim(), '*hi*')
    const { workspaces } = await client().workspaces.list()
    assert.deepEqual(
      workspaces.map(({ id }) => id),
      [workspaceId],
    )
  })

  it('says which fields the server ignored, each once, or tells whoever wants to know', async (test) => {
    const { workspaceId } = quire
    const warn = test.mock.method(console, 'warn', () => undefined)
    const { workspaces } = client()
    const input = { workspaceId, 'a b': 1, ж: 2 }
    await workspaces.stats(input)
    await workspaces.stats(input)
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: [text] }) => text),
      ['Quire ignored fields of /v1/workspace/stats: a b, ж'],
    )
    const ignored: unknown[] = []
    const onIgnoredFields = (fields: string[], path: string) => ignored.push([path, fields])
    const telling = createClient({ baseUrl, apiKey: quire.key, onIgnoredFields })
    await telling.workspaces.stats(input)
    await telling.workspaces.stats({ workspaceId })
    assert.deepEqual(ignored, [['/v1/workspace/stats', ['a b', 'ж']]])
    assert.equal(warn.mock.callCount(), 1)
  })

  it('sends a write again with its key, and it is made once', async () => {
    const { workspaceId } = quire
    let sent = 0
    // The first answer gets lost on the way.
    const losing: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      if ((sent += 1) === 1) throw new TypeError('fetch failed')
      return response
    }
    const { pages } = createClient({ baseUrl, apiKey: quire.key, fetch: losing })
    const page = { workspaceId, title: 'Sent twice' }
    const key = { idempotencyKey: crypto.randomUUID(), retries: 2 }
    const { pageId } = await pages.create(page, key)
    assert.equal(sent, 2)
    assert.equal((await client().pages.create(page, key)).pageId, pageId)
  })

  it('waits longer while the server works on the same request, or did when it ended', async () => {
    let sent = 0
    const error = { code: 'IDEMPOTENCY_KEY_IN_USE', message: 'It is still running.' }
    const headers = { 'retry-after': '0' }
    const busy: typeof fetch = async () =>
      (sent += 1) < 6
        ? Response.json(error, { status: 409, headers })
        : Response.json({ pageId: 'p' })
    const { pages } = createClient({ baseUrl, fetch: busy })
    const page = { workspaceId: 'w', title: 'Once' }
    const once = { idempotencyKey: 'busy' }
    assert.equal((await pages.create(page, { ...once, retries: 1 })).pageId, 'p')
    sent = 0
    await assert.rejects(pages.create(page, once), { code: 'IDEMPOTENCY_KEY_IN_USE' })
  })

  it('sends no write again without a key, and nothing that was refused', async () => {
    const { workspaceId } = quire
    let sent = 0
    const failing: typeof fetch = () => {
      sent += 1
      return Promise.reject(new TypeError('fetch failed'))
    }
    const { pages } = createClient({ baseUrl, apiKey: quire.key, fetch: failing })
    const creating = pages.create({ workspaceId, title: 'Once' }, { retries: 3 })
    await assert.rejects(creating, { code: 'UNREACHABLE' })
    assert.equal(sent, 1)
    const options = { idempotencyKey: 'refused', retries: 3 }
    const refused = client().pages.create({ workspaceId, title: '' }, options)
    await assert.rejects(refused, { code: 'VALIDATION_FAILED' })
  })

  it('refuses a misspelt field at compile time', () => {
    const { pages } = client()
    // @ts-expect-error titel is not a field of pages.create
    const call = () => pages.create({ workspaceId: quire.workspaceId, titel: 'no' })
    assert.equal(typeof call, 'function')
  })
})

describe('what `npm run snap` writes', () => {
  for (const [name, source] of [
    ['routes.ts', routesSource],
    ['limits.ts', limitsSource],
    ['cli/choices.ts', choicesSource],
    ['cli/answers/answer-schemas.ts', schemasSource],
  ] as const) {
    it(`is ${name}`, async () => {
      const written = await readFile(new URL(name, import.meta.url), 'utf8')
      assert.equal(written, source(), 'run `npm run snap`')
    })
  }
})
