import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { schemaVersion } from '../../content/schema-version.ts'
import type { ServerMessage } from '../../server/lib/live-messages.ts'
import { connectLive, typing } from '../support/live.ts'
import { addPage } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

const headers = () => ({ authorization: `Bearer ${quire.key}` })

/** The messages of an event stream that opens a page. */
async function listen(pageId: string, version = 1) {
  const { workspaceId } = quire
  const messages = [{ type: 'open', workspaceId, pageId, version, schema: schemaVersion }]
  const query = new URLSearchParams({ messages: JSON.stringify(messages) })
  const stop = new AbortController()
  const answer = await fetch(`${address}/v1/live/stream?${query.toString()}`, {
    headers: headers(),
    signal: stop.signal,
  })
  assert.equal(answer.headers.get('content-type'), 'text/event-stream')
  const received: ServerMessage[] = []
  const read = async () => {
    let rest = ''
    for await (const chunk of answer.body ?? []) {
      const events = (rest + Buffer.from(chunk).toString()).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('data: ')) received.push(...JSON.parse(event.slice(6)))
      }
    }
  }
  const ended = read().catch(() => undefined)
  const close = async () => {
    stop.abort()
    await ended
  }
  const next = (type: ServerMessage['type']) =>
    until(() => received.find((one) => one.type === type))
  return { received, next, close }
}

const post = (messages: readonly object[], connection: string, key = quire.key) => {
  const { workspaceId } = quire
  const body = { connection, workspaceId, messages }
  return quire.post<{ messages: ServerMessage[]; code: string }>('/v1/live/messages', body, key)
}

describe('POST /v1/live/messages', () => {
  it('refuses strangers, what cannot be posted, and broken messages', async () => {
    const pageId = await addPage(quire, 'Closed', { markdown: 'Hello' })
    const batch = typing(pageId, { base: 1, at: 1, text: 'x' })
    const outsider = await addPerson(quire, 'Sam')
    assert.equal((await post([batch], 'x', outsider.key)).status, 403)
    assert.equal((await post([{ type: 'close', pageId }], 'x')).body.code, 'VALIDATION_FAILED')
    assert.equal((await post([{ type: 'unknown' }], 'x')).body.code, 'VALIDATION_FAILED')
    assert.equal((await quire.post('/v1/live/messages', { messages: [] })).status, 400)
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    assert.equal((await post([batch], 'x', viewer.key)).status, 403)
  })

  it('takes batches of a page, once each, and answers with what a WebSocket would receive', async () => {
    const pageId = await addPage(quire, 'Posted', { markdown: 'Hello' })
    const batch = typing(pageId, { base: 1, at: 6, text: '!' })
    const accepted = { type: 'accepted', pageId, version: 2, id: batch.id }
    assert.deepEqual((await post([batch], 'x')).body.messages, [accepted])
    const [again] = (await post([{ ...batch, again: true }], 'x')).body.messages
    assert.deepEqual([again?.type, again && 'version' in again && again.version], ['batch', 2])
    const late = typing(pageId, { base: 1, at: 1, text: '¡' })
    const [rebased] = (await post([late], 'x')).body.messages
    assert.deepEqual(
      [rebased?.type, rebased && 'version' in rebased && rebased.version],
      ['batch', 3],
    )
    const wrong = typing(pageId, { base: 3, at: 99, text: '?' })
    const [refused] = (await post([wrong], 'x')).body.messages
    assert.equal(refused?.type === 'refused' && refused.code, 'VALIDATION_FAILED')
  })

  it('accepts for its own stream alone: that of someone else gets the batch', async () => {
    const pageId = await addPage(quire, 'Forged', { markdown: 'Hello' })
    const grace = await addPerson(quire, 'Grace', 'MEMBER')
    const ada = await connectLive(address, headers())
    const { connection } = await ada.next('welcome')
    await ada.open({ ...quire, pageId })
    await post([typing(pageId, { base: 1, at: 1, text: 'x' })], connection, grace.key)
    assert.equal((await ada.next('batch')).author.id, grace.userId)
    await ada.close()
  })
})

describe('GET /v1/live/stream', () => {
  it('refuses whoever may not read, in the stream itself for a page', async () => {
    assert.equal((await quire.get('/v1/live/stream', null)).status, 401)
    assert.equal((await quire.get('/v1/live/stream?messages=x')).status, 400)
    const stream = await listen(quire.workspaceId)
    assert.equal((await stream.next('closed')).type, 'closed')
    await stream.close()
  })

  it('sends what others type, and shows who listens with the cursors that they post', async () => {
    const pageId = await addPage(quire, 'Streamed', { markdown: 'Hello' })
    const stream = await listen(pageId)
    await stream.next('opened')
    const welcome = await stream.next('welcome')
    assert.ok(welcome.type === 'welcome')
    const { connection } = welcome
    const ada = await connectLive(address, headers())
    await ada.open({ ...quire, pageId })
    const batch = typing(pageId, { base: 1, at: 6, text: '!' })
    ada.send(batch)
    const received = await stream.next('batch')
    assert.ok(received.type === 'batch' && received.id === batch.id)
    await post([{ type: 'cursor', pageId, version: 2, anchor: 3, head: 3 }], connection)
    const cursor = await ada.next('cursor')
    assert.deepEqual([cursor.connection, cursor.anchor], [connection, 3])
    await post([typing(pageId, { base: 2, at: 1, text: '¡' })], connection)
    await stream.next('accepted')
    assert.equal((await ada.next('batch')).connection, connection)
    await stream.close()
    await until(() => {
      const last = ada.received.findLast((one) => one.type === 'presence')
      return last?.type === 'presence' && last.people.length === 1
    })
    await ada.close()
  })
})
