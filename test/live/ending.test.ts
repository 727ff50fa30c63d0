import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { onPage } from '../../server/domain/pages/page-queue.ts'
import { contents, steps } from '../../server/store/index.ts'
import { connectLive, typing } from '../support/live.ts'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const slow = { afterLastMs: 600_000, maxMs: 600_000, checkMs: 600_000 }

async function serve(intervals = slow) {
  const quire = await startServer({ rateLimit: 0 }, undefined, intervals)
  const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  const pageId = await addPage(quire, 'Page', { markdown: 'Hello' })
  const connect = async () => {
    const client = await connectLive(address, { authorization: `Bearer ${quire.key}` })
    await client.open({ ...quire, pageId })
    return client
  }
  return { quire, address, pageId, connect }
}

const isBehind = async ({ app, workspaceId }: TestServer, pageId: string) =>
  (await steps.heads(app.store, workspaceId, [pageId]))[0]?.contentVersion !== null
const storedText = async ({ app, workspaceId }: TestServer, pageId: string) =>
  (await contents.get(app.store, workspaceId, pageId))?.blocks

describe('what was typed', () => {
  it('is stored as the document when the last writer leaves, and not before', async () => {
    const { quire, pageId, connect } = await serve()
    const [writer, reader] = [await connect(), await connect()]
    writer.send(typing(pageId, { base: 1, at: 6, text: ' world' }))
    await writer.next('accepted')
    assert.ok(await isBehind(quire, pageId))
    assert.doesNotMatch((await storedText(quire, pageId)) ?? '', /world/)
    await writer.close()
    await until(async () => !(await isBehind(quire, pageId)))
    assert.match((await storedText(quire, pageId)) ?? '', /Hello world/)
    await reader.close()
    await quire.close()
  })

  it('is stored some seconds after the last batch, and at most so many after the first', async () => {
    const { quire, pageId, connect } = await serve({ ...slow, afterLastMs: 50 })
    const client = await connect()
    client.send(typing(pageId, { base: 1, at: 6, text: '!' }))
    await client.next('accepted')
    await until(async () => !(await isBehind(quire, pageId)))
    await client.close()
    await quire.close()
    const busy = await serve({ ...slow, maxMs: 50 })
    const typist = await busy.connect()
    typist.send(typing(busy.pageId, { base: 1, at: 6, text: '!' }))
    await until(async () => /Hello!/.test((await storedText(busy.quire, busy.pageId)) ?? ''))
    await typist.close()
    await busy.quire.close()
  })

  it('is stored before the server stops, which tells the clients to connect elsewhere', async () => {
    const { quire, pageId, connect } = await serve()
    const client = await connect()
    client.send(typing(pageId, { base: 1, at: 6, text: '!' }))
    await client.next('accepted')
    await quire.server.close()
    assert.equal(await client.closed, 1001)
    assert.match((await storedText(quire, pageId)) ?? '', /Hello!/)
    await quire.close()
  })

  it('is not taken from a client that comes while the server stops, which is told to connect elsewhere', async () => {
    const { quire, address, pageId, connect } = await serve()
    const { workspaceId } = quire
    const early = await connect()
    const queue = Promise.withResolvers<void>()
    const isFree = onPage(quire.app.store, { workspaceId, pageId }, () => queue.promise)
    early.send(typing(pageId, { base: 1, at: 6, text: '!' }))
    // By its answer the server has the batch too.
    await early.open({ workspaceId, pageId: await addPage(quire, 'Other') })
    const closed = quire.server.close()
    const late = await connectLive(address, { authorization: `Bearer ${quire.key}` })
    assert.equal(await late.closed, 1001)
    queue.resolve()
    await Promise.all([isFree, closed])
    assert.match((await storedText(quire, pageId)) ?? '', /Hello!/)
    await quire.close()
  })

  it('by a client that is killed stays as far as it was accepted', async () => {
    const { quire, pageId, connect } = await serve()
    const [killed, other] = [await connect(), await connect()]
    const batch = typing(pageId, { base: 1, at: 6, text: '!' })
    killed.send(batch)
    await killed.next('accepted')
    killed.terminate()
    assert.equal((await other.next('batch')).id, batch.id)
    await until(() => {
      const last = other.received.findLast((one) => one.type === 'presence')
      return last?.type === 'presence' && last.people.length === 1
    })
    await other.close()
    await quire.close()
  })
})

describe('/metrics', () => {
  it('counts connections, open pages and batches', async () => {
    const { quire, address, pageId, connect } = await serve()
    const client = await connect()
    client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
    await client.next('accepted')
    client.send(typing(pageId, { base: 2, at: 900, text: 'x' }))
    await client.next('refused')
    const text = await (await fetch(`${address}/metrics`)).text()
    for (const line of [
      'quire_live_connections 1',
      'quire_live_pages 1',
      'quire_live_batches_total 1',
      'quire_live_refusals_total 1',
    ]) {
      assert.ok(text.split('\n').includes(line), line)
    }
    assert.match(text, /^quire_live_accept_seconds_total 0\.\d+$/m)
    await client.close()
    await quire.close()
  })
})
