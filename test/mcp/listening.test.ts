import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listKeys, revokeKey } from '../../server/domain/people/api-keys.ts'
import { buildServer } from '../../server/mcp/transport/instance.ts'
import { Listening } from '../../server/mcp/transport/listening.ts'
import { modern } from '../support/mcp.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { onlyFor, restrict } from '../support/sections.ts'
import { addKey, contextOf, startServer, type TestServer } from '../support/server.ts'

type Message = { method?: string; params?: { uri?: string }; result?: object; error?: object }

describe('subscriptions/listen', () => {
  let quire: TestServer
  let address: string
  let ben: Person
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    ben = await addPerson(quire, 'Ben', 'MEMBER')
  })
  after(() => quire.close())

  /** Opens a stream; `next` waits for the next message. */
  async function listen(notifications: object, key = quire.key) {
    const { body, headers } = modern('subscriptions/listen', { notifications })
    const abort = new AbortController()
    const response = await fetch(`${address}/mcp`, {
      method: 'POST',
      signal: abort.signal,
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    assert.ok(response.body)
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    /** Undefined at the end of the stream. */
    const next = async (): Promise<Message | undefined> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        const data = end === -1 ? undefined : /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        if (end !== -1) text = text.slice(end + 2)
        if (data !== undefined) return JSON.parse(data)
        if (end !== -1) continue
        const { value, done } = await reader.read()
        if (done) return undefined
        text += value
      }
    }
    return { status: response.status, next, close: () => abort.abort() }
  }
  const uriOf = (pageId: string) => `quire://${quire.workspaceId}/pages/${pageId}`
  const rename = (pageId: string, title: string) =>
    quire.post('/v1/pages/update', { workspaceId: quire.workspaceId, pageId, title })

  /** Changes a page until the stream tells it: a stream hears what happens after it is open. */
  async function until<Value>(waiting: Promise<Value>, change: () => Promise<unknown>) {
    const published = waiting.then(() => true)
    for (;;) {
      if (await Promise.race([published, change().then(() => false)])) return waiting
    }
  }

  it('tells nothing of pages that the reader cannot see, or did not name', async () => {
    const hidden = await addPage(quire, 'Hidden')
    const other = await addPage(quire, 'Other')
    const open = await addPage(quire, 'Open')
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const stream = await listen({ resourceSubscriptions: [hidden, open].map(uriOf) }, ben.key)
    assert.equal((await stream.next())?.method, 'notifications/subscriptions/acknowledged')
    let turn = 0
    const published = await until(stream.next(), async () => {
      turn += 1
      for (const id of [hidden, other, open]) await rename(id, `Renamed ${turn}`)
    })
    assert.equal(published?.method, 'notifications/resources/updated')
    assert.equal(published?.params?.uri, uriOf(open))
    stream.close()
  })

  it('tells when the list of prompts changes, and not of other pages', async () => {
    const stream = await listen({ promptsListChanged: true, toolsListChanged: true })
    const acknowledged = await stream.next()
    assert.match(JSON.stringify(acknowledged), /"notifications":\{"promptsListChanged":true\}/)
    const plain = await addPage(quire, 'Plain')
    await rename(plain, 'Plain still')
    let turn = 0
    const published = await until(stream.next(), () => {
      turn += 1
      return addPage(quire, `Skill ${turn}`, { ownership: 'SKILL' })
    })
    assert.equal(published?.method, 'notifications/prompts/list_changed')
    stream.close()
  })

  it('opens at most 20 streams of one person', async () => {
    const mia = await addPerson(quire, 'Mia', 'MEMBER')
    const streams = await Promise.all(
      Array.from({ length: 25 }, () => listen({ promptsListChanged: true }, mia.key)),
    )
    const opened = streams.filter(({ status }) => status === 200)
    assert.equal(opened.length, 20)
    const [first] = opened
    assert.ok(first)
    const again = await listen({ promptsListChanged: true }, mia.key)
    assert.equal(again.status, 429)
    assert.equal((await first.next())?.method, 'notifications/subscriptions/acknowledged')
    for (const { close } of streams) close()
  })

  it('counts requests that come before the first of them is answered', async () => {
    const faults: unknown[] = []
    const report = (error: unknown) => faults.push(error)
    const listening = new Listening(quire.app, report)
    const { userId } = await addPerson(quire, 'Max', 'MEMBER')
    const { body, headers } = modern('subscriptions/listen', {
      notifications: { promptsListChanged: true },
    })
    const context = contextOf(quire, { userId, via: 'mcp' })
    const request = {
      context,
      fixedWorkspace: undefined,
      toolsets: [],
      isInitializing: false,
      report,
    }
    const open = () =>
      listening.answer(
        buildServer,
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        body,
        request,
      )
    const answers = await Promise.allSettled(Array.from({ length: 25 }, open))
    const refusals = answers.filter(({ status }) => status === 'rejected')
    assert.equal(refusals.length, 5)
    await assert.rejects(open(), { code: 'RATE_LIMITED' })
    await listening.close()
    assert.deepEqual(faults, [])
  })

  it('ends when the key is revoked', async () => {
    const key = await addKey(quire)
    const stream = await listen({ promptsListChanged: true }, key)
    assert.equal((await stream.next())?.method, 'notifications/subscriptions/acknowledged')
    const all = await listKeys(quire.app.store, quire.userId)
    const newest = all.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
    assert.ok(newest)
    await revokeKey(quire.app.store, newest.id)
    assert.ok((await stream.next())?.result)
    assert.equal(await stream.next(), undefined)
    stream.close()
  })

  it('ends when the server stops', async () => {
    const stream = await listen({ resourcesListChanged: true })
    assert.equal((await stream.next())?.method, 'notifications/subscriptions/acknowledged')
    const closing = quire.close()
    assert.ok((await stream.next())?.result)
    assert.equal(await stream.next(), undefined)
    await closing
  })
})
