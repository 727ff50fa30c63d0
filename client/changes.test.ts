import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../test/support/server.ts'
import { type ChangeMessage, followChanges } from './changes.ts'
import { createClient } from './index.ts'

describe('followChanges', () => {
  let quire: TestServer
  let options: { baseUrl: string; apiKey: string }
  before(async () => {
    quire = await startServer()
    const baseUrl = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    options = { baseUrl, apiKey: quire.key }
  })
  after(() => quire.close())

  const createPage = async (title: string) => {
    const { pageId } = await createClient(options).pages.create({
      workspaceId: quire.workspaceId,
      title,
    })
    return pageId
  }
  const next = async (messages: AsyncGenerator<ChangeMessage, void>) => {
    const { value } = await messages.next()
    assert.ok(value !== undefined)
    return value
  }

  it('throws what the server rejects, and does not try again', async () => {
    const { workspaceId } = quire
    let tries = 0
    const counted: typeof fetch = (...request) => {
      tries += 1
      return fetch(...request)
    }
    const outsider = { ...options, apiKey: 'svc_wrong', fetch: counted }
    await assert.rejects(followChanges(outsider, { workspaceId }).next(), {
      code: 'INVALID_API_KEY',
    })
    assert.equal(tries, 1)
  })

  it('ends when the caller aborts, also before it begins', async () => {
    const { workspaceId } = quire
    const never = followChanges(options, { workspaceId, signal: AbortSignal.abort() })
    assert.deepEqual(await never.next(), { value: undefined, done: true })
    const stopping = new AbortController()
    const messages = followChanges(options, { workspaceId, signal: stopping.signal })
    assert.equal((await next(messages)).kind, 'ready')
    const last = messages.next()
    stopping.abort()
    assert.deepEqual(await last, { value: undefined, done: true })
  })

  it('yields the events of a workspace in their order', async () => {
    const { workspaceId } = quire
    const stopping = new AbortController()
    const messages = followChanges(options, { workspaceId, signal: stopping.signal })
    assert.equal((await next(messages)).kind, 'ready')
    const ids = [await createPage('First'), await createPage('Zweite ✓')]
    for (const id of ids) {
      const message = await next(messages)
      assert.ok(message.kind === 'event')
      assert.equal(message.event.type, 'page.created')
      assert.deepEqual([message.event.pageId, message.event.via], [id, 'api'])
    }
    stopping.abort()
    await messages.return()
  })

  it('connects again after the last message when the connection is lost', async () => {
    const { workspaceId } = quire
    const cut = new AbortController()
    const stopping = new AbortController()
    let connections = 0
    const losing: typeof fetch = (url, request) => {
      connections += 1
      if (connections > 1) return fetch(url, request)
      const signal = AbortSignal.any([cut.signal, request?.signal ?? stopping.signal])
      return fetch(url, { ...request, signal })
    }
    const reasons: unknown[] = []
    const messages = followChanges(
      { ...options, fetch: losing },
      { workspaceId, signal: stopping.signal, onReconnect: (cause) => reasons.push(cause) },
    )
    assert.equal((await next(messages)).kind, 'ready')
    const waiting = next(messages)
    cut.abort()
    const missed = await createPage('While away')
    const found = [await waiting, await next(messages)]
    const event = found.find(({ kind }) => kind === 'event')
    assert.ok(event?.kind === 'event')
    assert.equal(event.event.pageId, missed)
    assert.equal(reasons.length, 1)
    assert.equal(connections, 2)
    stopping.abort()
    await messages.return()
  })

  it('takes a silent connection for a lost one', async () => {
    const { workspaceId } = quire
    const stopping = new AbortController()
    let connections = 0
    const silent: typeof fetch = (_url, request) => {
      connections += 1
      return new Promise((_resolve, reject) => {
        request?.signal?.addEventListener('abort', () => reject(new TypeError('aborted')))
      })
    }
    const reconnected = Promise.withResolvers<void>()
    const messages = followChanges(
      { ...options, fetch: silent },
      {
        workspaceId,
        signal: stopping.signal,
        silenceMs: 5,
        onReconnect: () => reconnected.resolve(),
      },
    )
    const ended = messages.next()
    await reconnected.promise
    stopping.abort()
    assert.deepEqual(await ended, { value: undefined, done: true })
    assert.ok(connections >= 1)
  })
})
