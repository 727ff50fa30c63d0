import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectLive, type LiveClient, typing } from '../support/live.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

let quire: TestServer
let address: string
let grace: Person
let max: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  grace = await addPerson(quire, 'Grace', 'MEMBER')
  max = await addPerson(quire, 'Max', 'MEMBER')
})
after(() => quire.close())

/** Grace and Max type, Ada writes by the API. */
async function open(markdown: string) {
  const pageId = await addPage(quire, 'Page', { markdown })
  const clients: LiveClient[] = []
  for (const key of [grace.key, grace.key, max.key]) {
    const client = await connectLive(address, { authorization: `Bearer ${key}` })
    await client.open({ ...quire, pageId })
    clients.push(client)
  }
  const [first, second, third] = clients
  assert.ok(first && second && third)
  const { workspaceId } = quire
  const write = (path: string, change: object, key = quire.key) =>
    quire.post<{ code?: string }>(`/v1/pages/${path}`, { workspaceId, pageId, ...change }, key)
  const type = async (client: LiveClient, base: number, at: number, text: string) => {
    client.send(typing(pageId, { base, at, text }))
    await client.next('accepted')
  }
  const offered = async (client: LiveClient, version: number) => {
    await until(() => client.received.some((one) => 'version' in one && one.version === version))
    return client.received.filter((one) => one.type === 'replaced')
  }
  const close = () => Promise.all(clients.map((client) => client.close()))
  return { pageId, grace: first, sameGrace: second, max: third, write, type, offered, close }
}

const paragraphs = (...texts: string[]) => ({
  content: {
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  },
})

describe('replaced', () => {
  it('is sent to the one who typed what an API write removes, with exactly that text', async () => {
    const page = await open('Hello\n\nStays')
    await page.type(page.grace, 1, 6, ' dear')
    await page.type(page.grace, 2, 11, ' reader')
    await page.type(page.max, 3, 25, ' too')
    const { status } = await page.write('update', paragraphs('Hello', 'Stays too'))
    assert.equal(status, 200)
    const by = { id: quire.userId, via: 'api' }
    for (const client of [page.grace, page.sameGrace]) {
      const [message, ...others] = await page.offered(client, 5)
      assert.ok(message)
      const { name, ...writer } = message.by
      assert.deepEqual([message.text, message.version, writer], [' dear reader', 5, by])
      assert.match(name, /Ada Lovelace/)
      assert.deepEqual(others, [])
    }
    assert.deepEqual(await page.offered(page.max, 5), [])
    await page.close()
  })

  it('is sent to each person with what they typed when everything is replaced', async () => {
    const page = await open('Hello')
    await page.type(page.grace, 1, 6, ' Grace')
    await page.type(page.max, 2, 12, ' Max')
    await page.write('update', paragraphs('Nothing of it remains'))
    const textsOf = async (client: LiveClient) =>
      (await page.offered(client, 4)).map(({ text }) => text)
    assert.deepEqual(await textsOf(page.grace), [' Grace'])
    assert.deepEqual(await textsOf(page.max), [' Max'])
    await page.close()
  })

  it('is not sent for a write that keeps the text, also where it moves or changes its block', async () => {
    const page = await open('Hello\n\nStays')
    await page.type(page.grace, 1, 6, ' typed')
    await page.write('update', paragraphs('Before', 'Hello typed', 'Stays'))
    await page.write('update', paragraphs('Stays', 'Before', 'Hello typed'))
    const content = [{ type: 'text', text: 'Hello typed' }]
    const heading = { type: 'heading', attrs: { level: 2 }, content }
    const { status } = await page.write('update', { content: { type: 'doc', content: [heading] } })
    assert.equal(status, 200)
    assert.deepEqual(await page.offered(page.grace, 5), [])
    await page.close()
  })

  it('is not sent to the one whose write it is, nor for what a program wrote', async () => {
    const page = await open('Hello')
    await page.type(page.grace, 1, 6, ' typed')
    await page.write('update', paragraphs('Mine'), grace.key)
    await page.write('update', paragraphs('Other'))
    assert.deepEqual(await page.offered(page.grace, 4), [])
    await page.close()
  })
})
