import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import type { StepsMessage } from '../../server/lib/live-messages.ts'
import { defaultStoredFields } from '../../server/lib/page-fields.ts'
import {
  personLimits,
  maxConnectionsOfPerson,
  maxConnectionsOfVisit,
  maxFrameBytes,
  maxMessages,
  maxPagesOfConnection,
  maxPagesOfLink,
} from '../../server/live/limits.ts'
import { pages, steps } from '../../server/store/index.ts'
import { caller, withFolder } from '../faults/caller.ts'
import { connectLive, deletion, insertion, type LiveClient, typing } from '../support/live.ts'
import { addLink, addPage } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { initialize, startProcess } from '../support/processes/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { openVisitor, signIn } from '../support/web/visitor.ts'

let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

const connect = (key = quire.key, to = address) =>
  connectLive(to, { authorization: `Bearer ${key}` })
const page = (markdown = 'Hello') => addPage(quire, 'Page', { markdown })
const markdownOf = async (pageId: string) => {
  const { workspaceId } = quire
  const { body } = await quire.post<{ markdown: string; version: number }>('/v1/pages/markdown', {
    workspaceId,
    pageId,
  })
  return body.markdown
}
const acceptedBy = ({ received }: LiveClient) =>
  received.flatMap((one) => (one.type === 'accepted' || one.type === 'batch' ? [one.id] : []))
const refusedBy = ({ received }: LiveClient) =>
  received.flatMap((one) => (one.type === 'refused' ? [one] : []))

describe('connections', () => {
  it('of one person are limited; there is room again when one of them ends', async () => {
    const grace = await addPerson(quire, 'Grace', 'MEMBER')
    const open = await Promise.all(
      Array.from({ length: maxConnectionsOfPerson }, () => connect(grace.key)),
    )
    await Promise.all(open.map((client) => client.next('welcome')))
    const refused = await connect(grace.key)
    assert.equal((await refused.next('error')).code, 'RATE_LIMITED')
    assert.equal(await refused.closed, 1008)
    const other = await connect()
    await other.next('welcome')
    await open[0]?.close()
    const again = await until(async () => {
      const client = await connect(grace.key)
      await until(() => client.received.length > 0)
      return client.received[0]?.type === 'welcome' ? client : undefined
    })
    await Promise.all([...open, again, other].map((client) => client.close()))
  })

  it('have a limited number of pages open; one that is closed makes room', async () => {
    const ids = await Promise.all(Array.from({ length: maxPagesOfConnection + 1 }, () => page()))
    const client = await connect()
    const last = ids.pop() ?? ''
    for (const pageId of ids) await client.open({ ...quire, pageId })
    client.send({ type: 'open', ...quire, pageId: last, version: 1, schema: schemaVersion })
    assert.equal((await client.next('closed')).code, 'RATE_LIMITED')
    client.send({ type: 'close', pageId: ids[0] })
    await client.open({ ...quire, pageId: last })
    await client.close()
  })

  it('of visitors have a share of the open pages, and members always have room', async () => {
    const root = await page()
    const { workspaceId } = quire
    const ids: string[] = []
    for (let count = 0; count <= maxPagesOfLink; count += 1)
      ids.push(await addPage(quire, `Below ${count}`, { parentId: root }))
    const link = await addLink(quire, root, { level: 'read' })
    const visit = async () => {
      const browser = openVisitor(quire)
      const token = link.url.split('#')[1]
      await browser.post(`/s/${link.id}/app/links/open`, { token, name: 'Bob' })
      return `quire-visitor=${browser.cookies.get('quire-visitor')}`
    }
    const [cookie, other] = [await visit(), await visit()]
    const tab = (visitor: string) =>
      connectLive(address, { cookie: visitor, origin: address }, `/s/${link.id}/app/live`)
    const answersOf = ({ received }: LiveClient) =>
      received.flatMap((one) =>
        one.type === 'opened' ? ['opened'] : one.type === 'closed' ? [one.code] : [],
      )
    const open = (client: LiveClient, pageIds: readonly string[]) => {
      const before = answersOf(client).length
      client.send(
        ...pageIds.map((pageId) => ({
          type: 'open',
          workspaceId,
          pageId,
          version: 1,
          schema: schemaVersion,
        })),
      )
      return until(() => {
        const answers = answersOf(client).slice(before)
        return answers.length >= pageIds.length && answers
      })
    }
    const tabs: LiveClient[] = []
    for (let from = 0; from < maxPagesOfLink; from += maxPagesOfConnection) {
      const client = await tab(tabs.length < maxConnectionsOfVisit ? cookie : other)
      tabs.push(client)
      const answers = await open(client, ids.slice(from, from + maxPagesOfConnection))
      assert.deepEqual(new Set(answers), new Set(['opened']))
    }
    const full = await tab(cookie)
    assert.equal((await full.next('error')).code, 'RATE_LIMITED')
    const late = await tab(other)
    const last = ids[maxPagesOfLink] ?? ''
    assert.deepEqual(await open(late, [last]), ['RATE_LIMITED'])
    assert.deepEqual(await open(late, [last, ids[0] ?? '']), ['RATE_LIMITED', 'opened'])
    const member = await connect()
    await member.open({ ...quire, pageId: last })
    await Promise.all([...tabs, full, late, member].map((client) => client.close()))
  })

  it('that are silent end, and those that answer pings stay', async () => {
    const intervals = { afterLastMs: 2000, maxMs: 10_000, checkMs: 5000, pingMs: 50, silentMs: 400 }
    const other = await startServer({ rateLimit: 0 }, undefined, intervals)
    const to = await other.server.listen({ host: '127.0.0.1', port: 0 })
    const [silent, alive] = [await connect(other.key, to), await connect(other.key, to)]
    const answering = setInterval(() => alive.send({ type: 'pong' }), 20)
    await silent.next('ping')
    assert.equal(await silent.closed, 1001)
    const seen = alive.received.length
    await until(() => alive.received.length > seen + 2)
    clearInterval(answering)
    await alive.close()
    await other.close()
  })
})

describe('batches', () => {
  it('that come too fast are refused, and saved when they are sent again later', async () => {
    const pageId = await page()
    const client = await connect()
    await client.open({ ...quire, pageId })
    const letters = Array.from(
      { length: personLimits.batches.capacity * 2 },
      (_, index) => `n${index}n`,
    )
    const sent = letters.map((text) => typing(pageId, { base: 1, at: 1, text }))
    for (let from = 0; from < sent.length; from += maxMessages)
      client.send(...sent.slice(from, from + maxMessages))
    const answered = () => acceptedBy(client).length + refusedBy(client).length
    await until(() => answered() === sent.length)
    const refused = refusedBy(client)
    assert.ok(refused.length > 0)
    assert.ok(refused.every(({ code }) => code === 'RATE_LIMITED'))
    const left = sent.filter(({ id }) => refused.some((one) => one.id === id))
    for (const batch of left) await sendUntilAccepted(client, batch)
    const text = await markdownOf(pageId)
    for (const letter of letters) assert.equal(text.split(letter).length, 2, letter)
    await client.close()
  })

  it('in a frame that is too large are not read, and the connection stays', async () => {
    const pageId = await page()
    const client = await connect()
    await client.open({ ...quire, pageId })
    client.send(typing(pageId, { base: 1, at: 1, text: 'x'.repeat(maxFrameBytes) }))
    assert.equal((await client.next('error')).code, 'BODY_TOO_LARGE')
    client.send(typing(pageId, { base: 1, at: 1, text: 'small ' }))
    await client.next('accepted')
    assert.equal(await markdownOf(pageId), 'small Hello\n')
    await client.close()
  })

  it('of visitors are limited for each link and hour', async () => {
    const ada = await signIn(quire)
    const set = (visitorChangesPerHour: number) =>
      ada.post('/app/server-settings/update', { visitorChangesPerHour })
    assert.equal((await set(1)).status, 200)
    const pageId = await page()
    const link = await addLink(quire, pageId, { level: 'write' })
    const browser = openVisitor(quire)
    const token = link.url.split('#')[1]
    await browser.post(`/s/${link.id}/app/links/open`, { token, name: 'Bob' })
    const headers = { cookie: `quire-visitor=${browser.cookies.get('quire-visitor')}` }
    const tab = async () => {
      const path = `/s/${link.id}/app/live`
      const client = await connectLive(address, { ...headers, origin: address }, path)
      await client.open({ ...quire, pageId })
      return client
    }
    const [first, second] = [await tab(), await tab()]
    first.send(typing(pageId, { base: 1, at: 1, text: 'a' }))
    await first.next('accepted')
    const batch = typing(pageId, { base: 2, at: 1, text: 'b' })
    second.send(batch)
    assert.equal((await second.next('refused')).code, 'RATE_LIMITED')
    assert.equal((await set(3000)).status, 200)
    await sendUntilAccepted(second, batch)
    assert.equal(await markdownOf(pageId), 'baHello\n')
    await Promise.all([first.close(), second.close()])
  })
})

describe('a client that does not keep up', () => {
  it('is disconnected, and comes back by reading the page again, with nothing lost', async () => {
    const pageId = await page()
    const [slow, writer] = [await connect(), await connect()]
    await slow.open({ ...quire, pageId })
    await writer.open({ ...quire, pageId })
    slow.pause()
    const text = 'x'.repeat(900_000)
    for (let base = 1; base < 45; base += 2) {
      writer.send(typing(pageId, { base, at: 1, text }))
      await writer.next('accepted')
      const steps = [deletion(1, 1 + text.length)]
      writer.send({ type: 'steps', pageId, base: base + 1, id: newId(), steps })
      await writer.next('accepted')
    }
    await until(() => {
      const last = writer.received.findLast((one) => one.type === 'presence')
      return last?.type === 'presence' && last.people.length === 1
    })
    const back = await connect()
    back.send({ type: 'open', ...quire, pageId, version: 1, schema: schemaVersion })
    assert.equal((await back.next('reload')).reason, 'outdated')
    assert.equal(await markdownOf(pageId), 'Hello\n')
    const { version } = await back.open({ ...quire, pageId }, 45)
    back.send(typing(pageId, { base: version, at: 6, text: '!' }))
    await back.next('accepted')
    assert.equal(await markdownOf(pageId), 'Hello!\n')
    slow.terminate()
    await Promise.all([back.close(), writer.close()])
  })
})

describe('a gap in the journal', () => {
  it('makes the clients read the page again', async () => {
    const pageId = await page()
    const client = await connect()
    await client.open({ ...quire, pageId })
    const { app, workspaceId, userId } = quire
    const at = Date.now()
    // As a node of a release without the journal changes the page.
    await app.store.transactIn({ workspaceId }, async (transaction) => {
      const row = { ...defaultStoredFields, title: 'New', type: 'TEXT', version: 1 } as const
      await pages.update(transaction, { workspaceId, pageId, at, by: userId }, row)
      const written = { workspaceId, pageId, version: 3, batchId: newId(), base: 2, at }
      const writer = { authorId: userId, via: 'web', keyId: null, runId: null, notes: null }
      const change = JSON.stringify([insertion(6, '!')])
      assert.ok(await steps.append(transaction, { ...written, ...writer, steps: change }))
    })
    assert.equal((await client.next('reload')).reason, 'outdated')
    await client.open({ ...quire, pageId }, 3)
    client.send(typing(pageId, { base: 3, at: 7, text: '?' }))
    assert.equal((await client.next('accepted')).version, 4)
    await client.close()
  })
})

/** Starts a server on SQLite; on PostgreSQL the disk is the database's. */
if (process.env['QUIRE_TEST_STORE'] !== 'postgres') {
  describe('a full disk', () => {
    it('refuses batches with STORAGE_FULL, serves readers, and takes the same batches afterwards', () =>
      withFolder(async (dataFolder) => {
        const first = await initialize({ dataFolder })
        // In blocks of 512 or 1,024 bytes, as the shell likes.
        const within = ['sh', '-c', 'ulimit -S -f 1600 && exec "$0" "$@"']
        const server = await startProcess({ dataFolder, within })
        const call = caller(server.address, first)
        const { body } = await call('/v1/pages/create', { title: 'Page', markdown: 'Hello' })
        const pageId = String(body['pageId'])
        const writer = await connect(first.key, server.address)
        await writer.open({ ...first, pageId })
        const batches: StepsMessage[] = []
        for (;;) {
          const text = `${batches.length}:`.padEnd(60_000, 'x')
          const batch = typing(pageId, { base: batches.length + 1, at: 1, text })
          writer.send(batch)
          await until(() => acceptedBy(writer).includes(batch.id) || refusedBy(writer).length > 0)
          batches.push(batch)
          if (refusedBy(writer).length > 0) break
        }
        assert.equal(refusedBy(writer)[0]?.code, 'STORAGE_FULL')
        const reader = await connect(first.key, server.address)
        assert.equal((await reader.open({ ...first, pageId })).version, batches.length)
        assert.equal((await call('/v1/pages/markdown', { pageId })).status, 200)
        assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')

        const again = await startProcess({ dataFolder })
        const client = await connect(first.key, again.address)
        const { version } = await client.open({ ...first, pageId }, batches.length)
        assert.equal(version, batches.length)
        for (const batch of batches) client.send({ ...batch, again: true })
        await until(() => acceptedBy(client).length >= batches.length)
        const markdown = await caller(again.address, first)('/v1/pages/markdown', { pageId })
        const text = String(markdown.body['markdown'])
        for (const index of batches.keys()) assert.equal(text.split(`${index}:x`).length, 2)
        await client.close()
        assert.equal((await again.stop()).code, 0)
      }))
  })
}

/** Again and again, as a client does with what was refused for a while. */
async function sendUntilAccepted(client: LiveClient, batch: StepsMessage): Promise<void> {
  await until(async () => {
    const before = refusedBy(client).length
    client.send({ ...batch, again: true })
    await until(() => acceptedBy(client).includes(batch.id) || refusedBy(client).length > before)
    return acceptedBy(client).includes(batch.id)
  })
}
