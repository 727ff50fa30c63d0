import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Step } from 'prosemirror-transform'
import { parseMarkdown } from '../../content/parse-markdown.ts'
import { schema } from '../../content/schema.ts'
import { newId } from '../../server/lib/ids.ts'
import type { BatchMessage } from '../../server/lib/live-messages.ts'
import { inspect } from '../faults/caller.ts'
import { connectLive, deletion, type LiveClient, typing } from '../support/live.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { typeText } from '../support/typing.ts'
import { until } from '../support/until.ts'

let quire: TestServer
let address: string
let grace: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  grace = await addPerson(quire, 'Grace', 'MEMBER')
})
after(() => quire.close())

const connect = (key = quire.key) => connectLive(address, { authorization: `Bearer ${key}` })
/** The text after all batches, as a client that has the first version sees it. */
const textOf = async (pageId: string, markdown: string) => {
  const client = await connect()
  const { batches } = await client.open({ ...quire, pageId })
  await client.close()
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  let document = schema.nodeFromJSON(parsed.document)
  for (const json of batches.flatMap(({ steps }) => steps)) {
    const { doc } = Step.fromJSON(schema, json).apply(document)
    assert.ok(doc)
    document = doc
  }
  document.check()
  return document.textBetween(0, document.content.size, '\n')
}
const markdownOf = async (pageId: string) => {
  const { workspaceId } = quire
  const address = { workspaceId, pageId }
  return (await quire.post<{ markdown: string }>('/v1/pages/markdown', address)).body.markdown
}
const both = async (pageId: string): Promise<[LiveClient, LiveClient]> => {
  const [ada, other] = [await connect(), await connect(grace.key)]
  await ada.open({ ...quire, pageId })
  await other.open({ ...quire, pageId })
  return [ada, other]
}

describe('typing into blocks that a write makes anew', () => {
  const list = (...items: string[]) => ({
    type: 'doc',
    content: [
      {
        type: 'bulletList',
        attrs: { tight: true },
        content: items.map((text) => ({
          type: 'listItem',
          content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
        })),
      },
    ],
  })
  /** Makes two paragraphs a list, and changes the page `count` times after it. */
  const rewrite = async (count: number) => {
    const pageId = await addPage(quire, 'Page', { markdown: 'First\n\nSecond\n\nThird' })
    const client = await connect(grace.key)
    await client.open({ ...quire, pageId })
    const { workspaceId } = quire
    const content = list('First', 'Second', 'Third')
    const { status } = await quire.post('/v1/pages/update', { workspaceId, pageId, content })
    assert.equal(status, 200)
    const other = await connect()
    await other.open({ ...quire, pageId })
    const sent = Array.from({ length: count }, (_, index) =>
      typing(pageId, { base: 2 + index, at: 3, text: '.' }),
    )
    for (const batch of sent) {
      other.send(batch)
      await other.next('accepted')
    }
    return { pageId, client, other, dots: '.'.repeat(count) }
  }

  it('stays in its paragraph, however many changes have come since', async () => {
    // The server parses the batches of the last 50 versions only once.
    for (const count of [0, 60]) {
      const { pageId, client, other, dots } = await rewrite(count)
      client.send(typing(pageId, { base: 1, at: 14, text: ' typed' }))
      await until(() =>
        client.received.some((one) => 'version' in one && one.version === 3 + count),
      )
      assert.equal(await markdownOf(pageId), `- ${dots}First\n- Second typed\n- Third\n`)
      await Promise.all([client.close(), other.close()])
    }
  })

  it('is removed once, where its author deleted it before the write came', async () => {
    const { pageId, client, other, dots } = await rewrite(60)
    client.send({ ...typing(pageId, { base: 1, at: 0, text: '' }), steps: [deletion(8, 14)] })
    await until(() => client.received.some((one) => 'version' in one && one.version === 63))
    assert.equal(await markdownOf(pageId), `- ${dots}First\n-\n- Third\n`)
    await Promise.all([client.close(), other.close()])
  })
})

describe('two people on a page', () => {
  it('see what the other one types, and the sender only that it was accepted', async () => {
    const pageId = await addPage(quire, 'Two', { markdown: 'Hello' })
    const [ada, other] = await both(pageId)
    const batch = typing(pageId, { base: 1, at: 6, text: ' world' })
    ada.send(batch)
    assert.deepEqual(await ada.next('accepted'), {
      type: 'accepted',
      pageId,
      version: 2,
      id: batch.id,
    })
    const { author, connection, ...seen } = await other.next('batch')
    const { steps, id } = batch
    assert.deepEqual(seen, { type: 'batch', pageId, version: 2, id, steps })
    assert.equal(author.id, quire.userId)
    assert.equal(connection, (await ada.next('welcome')).connection)
    assert.ok(!ada.received.some(({ type }) => type === 'batch'))
    await Promise.all([ada.close(), other.close()])
  })

  it('keep both texts that were typed on one version, in one order for everyone', async () => {
    const pageId = await addPage(quire, 'Same', { markdown: 'Hello' })
    const [ada, other] = await both(pageId)
    ada.send(typing(pageId, { base: 1, at: 6, text: ' Ada' }))
    other.send(typing(pageId, { base: 1, at: 6, text: ' Grace' }))
    await until(() => versionOf(ada) === 3 && versionOf(other) === 3)
    assert.match(await textOf(pageId, 'Hello'), /^Hello(?: Ada Grace| Grace Ada)$/)
    assert.match(await markdownOf(pageId), /^Hello(?: Ada Grace| Grace Ada)\n$/)
    const third = await connect()
    const { version, batches } = await third.open({ ...quire, pageId })
    assert.deepEqual([version, batches.length], [3, 2])
    await Promise.all([ada.close(), other.close(), third.close()])
  })

  it('are told what was retained of text in a paragraph that the other one deletes', async () => {
    const pageId = await addPage(quire, 'Gone', { markdown: 'Stays\n\nGoes' })
    const [ada, other] = await both(pageId)
    other.send(typing(pageId, { base: 1, at: 12, text: ' typed' }))
    await other.next('accepted')
    ada.send({ type: 'steps', pageId, base: 1, id: newId(), steps: [deletion(7, 13)] })
    const retained = await other.next('retained')
    assert.equal(retained.text.trim(), 'typed')
    assert.equal(retained.by?.id, quire.userId)
    assert.equal(retained.reason, 'spared')
    assert.match(await textOf(pageId, 'Stays\n\nGoes'), /Stays[^]*typed/)
    await Promise.all([ada.close(), other.close()])
  })

  it('are told who deleted the place where they typed', async () => {
    const pageId = await addPage(quire, 'Moved', { markdown: 'Stays\n\nGoes' })
    const [ada, other] = await both(pageId)
    ada.send({ type: 'steps', pageId, base: 1, id: newId(), steps: [deletion(7, 13)] })
    await ada.next('accepted')
    other.send(typing(pageId, { base: 1, at: 10, text: 'typed' }))
    const retained = await other.next('retained')
    assert.deepEqual([retained.text, retained.reason], ['typed', 'moved out'])
    assert.equal(retained.by?.id, quire.userId)
    await Promise.all([ada.close(), other.close()])
  })

  it('see each other come, move and leave', async () => {
    const pageId = await addPage(quire, 'Presence', { markdown: 'Hello' })
    const [ada, other] = await both(pageId)
    const here = await until(() => {
      const people = ada.received.flatMap((one) => (one.type === 'presence' ? [one.people] : []))
      return people.find((list) => list.length === 2)
    })
    const person = here.find(({ id }) => id === grace.userId)
    assert.equal(person?.name, 'Grace Tester')
    assert.equal(person.isAgent, true)
    other.send({ type: 'cursor', pageId, version: 1, anchor: 2, head: 4 })
    const { connection, ...cursor } = await ada.next('cursor')
    assert.equal(connection, person.connection)
    assert.deepEqual(cursor, { type: 'cursor', pageId, version: 1, anchor: 2, head: 4 })
    other.terminate()
    await until(() => {
      const last = ada.received.findLast((one) => one.type === 'presence')
      return last?.type === 'presence' && last.people.length === 1
    })
    await ada.close()
  })
})

describe('a batch', () => {
  it('that is sent again after a lost answer is stored once', async () => {
    const pageId = await addPage(quire, 'Again', { markdown: 'Hello' })
    const batch = typing(pageId, { base: 1, at: 6, text: '!' })
    const lost = await connect()
    await lost.open({ ...quire, pageId })
    lost.send(batch)
    await lost.next('accepted')
    lost.terminate()
    const client = await connect()
    const opened = await client.open({ ...quire, pageId })
    assert.deepEqual(
      opened.batches.map(({ id }) => id),
      [batch.id],
    )
    client.send({ ...batch, again: true })
    const answer = await client.next('batch')
    assert.deepEqual([answer.id, answer.version], [batch.id, 2])
    assert.equal(await textOf(pageId, 'Hello'), 'Hello!')
    await client.close()
  })

  it('of many at once is in the page in the order of the versions', async () => {
    const pageId = await addPage(quire, 'Many', { markdown: 'x' })
    const clients = await Promise.all(Array.from({ length: 8 }, () => connect()))
    for (const client of clients) await client.open({ ...quire, pageId })
    const perClient = 20
    for (let round = 0; round < perClient; round += 1) {
      for (const [index, client] of clients.entries()) {
        client.send(typing(pageId, { base: 1, at: 2, text: `${index}` }))
      }
    }
    const total = 1 + clients.length * perClient
    const [first] = clients
    await until(() => first?.received.some((one) => 'version' in one && one.version === total))
    for (const client of clients) {
      await until(() => client.received.some((one) => 'version' in one && one.version === total))
      const versions = client.received.flatMap((one) =>
        one.type === 'batch' || one.type === 'accepted' ? [one.version] : [],
      )
      assert.deepEqual(
        versions,
        Array.from({ length: total - 1 }, (_, index) => index + 2),
      )
    }
    const text = await textOf(pageId, 'x')
    for (const [index] of clients.entries()) {
      assert.equal(text.split(String(index)).length - 1, perClient)
    }
    await Promise.all(clients.map((client) => client.close()))
  })

  it('that comes twice at once is stored once, and holds nobody up', async () => {
    const pageId = await addPage(quire, 'Twice', { markdown: 'Hello' })
    const [ada, other] = await both(pageId)
    const batch = typing(pageId, { base: 1, at: 6, text: '!' })
    // While the first one is written, the others wait together.
    ada.send(typing(pageId, { base: 1, at: 1, text: '1' }), batch, { ...batch, again: true })
    other.send(typing(pageId, { base: 1, at: 1, text: '2' }))
    await until(() => versionOf(ada) === 4 && versionOf(other) === 4)
    assert.deepEqual(refusalsOf(ada, other), [])
    assert.match(await textOf(pageId, 'Hello'), /^(?:12|21)Hello!$/)
    await Promise.all([ada.close(), other.close()])
  })

  it('of a program that names its run wrongly is refused, and no other', async () => {
    const pageId = await addPage(quire, 'Run', { markdown: 'Hello' })
    const [ada, other] = await both(pageId)
    const named = { authorization: `Bearer ${grace.key}`, 'quire-run': 'two words' }
    const program = await connectLive(address, named)
    await program.open({ ...quire, pageId })
    ada.send(typing(pageId, { base: 1, at: 6, text: '!' }))
    program.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
    other.send(typing(pageId, { base: 1, at: 6, text: '?' }))
    assert.equal((await program.next('refused')).code, 'VALIDATION_FAILED')
    await until(() => versionOf(ada) === 3 && versionOf(other) === 3)
    assert.deepEqual(refusalsOf(ada, other), [])
    await Promise.all([ada.close(), other.close(), program.close()])
  })

  it('that another node stored is answered as it was stored', async () => {
    const pageId = await addPage(quire, 'Elsewhere', { markdown: 'Hello' })
    const client = await connect()
    await client.open({ ...quire, pageId })
    const batch = typing(pageId, { base: 1, at: 1, text: 'sent' })
    // As a node does that ends before it says so.
    await inspect(quire.dataFolder, quire, async (_, app) => {
      await typeText({ ...quire, app }, pageId, 'first')
      await typeText({ ...quire, app }, pageId, 'stored', { batchId: batch.id })
      client.send({ ...batch, again: true })
      await until(() => versionOf(client) === 3)
    })
    const versions = client.received.flatMap((one) =>
      one.type === 'batch' || one.type === 'accepted' ? [`${one.type} ${one.version}`] : [],
    )
    assert.deepEqual([...new Set(versions)], ['batch 2', 'batch 3'])
    await client.close()
  })

  it('is followed by the hash of the document every hundred versions', async () => {
    const pageId = await addPage(quire, 'Hash', { markdown: 'x' })
    const client = await connect()
    await client.open({ ...quire, pageId })
    for (let base = 1; base < 100; base += 1) {
      client.send(typing(pageId, { base: 1, at: 1, text: 'y' }))
      if (base % 20 === 0) await until(() => versionOf(client) > base)
    }
    assert.equal((await client.next('hash')).version, 100)
    await client.close()
  })
})

describe('the title and icon of an open page', () => {
  it('reach the others, whoever changes them', async () => {
    const pageId = await addPage(quire, 'Before', { markdown: 'Hello' })
    const [ada, other] = await both(pageId)
    ada.send({ type: 'fields', pageId, id: newId(), fields: { title: 'After' } })
    assert.equal((await ada.next('accepted')).version, 2)
    assert.deepEqual((await other.next('batch')).fields, { title: 'After' })
    const { workspaceId } = quire
    await quire.post('/v1/pages/update', { workspaceId, pageId, icon: '🌱' })
    const batches = async (client: LiveClient): Promise<BatchMessage[]> => {
      await until(() => versionOf(client) === 3)
      return client.received.filter((one) => one.type === 'batch')
    }
    assert.deepEqual((await batches(other)).at(-1)?.fields, { icon: '🌱' })
    await Promise.all([ada.close(), other.close()])
  })
})

function refusalsOf(...clients: readonly LiveClient[]): string[] {
  const received = clients.flatMap((client) => client.received)
  return received.flatMap((one) => (one.type === 'refused' ? [one.message] : []))
}

function versionOf(client: LiveClient): number {
  const versions = client.received.flatMap((one) => ('version' in one ? [one.version] : []))
  return Math.max(...versions)
}
