import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { schemaVersion } from '../../content/schema-version.ts'
import { createKey, revokeKey } from '../../server/domain/people/api-keys.ts'
import { dropMember, putMember } from '../../server/domain/people/members.ts'
import { lastAudit } from '../support/audit.ts'
import { connectLive, type LiveClient, typing } from '../support/live.ts'
import { addLink, addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { grantOnly } from '../support/sections.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, signIn } from '../support/web/visitor.ts'

const operator = { userId: '', via: 'cli' } as const

let quire: TestServer
let address: string
before(async () => {
  const intervals = { afterLastMs: 2000, maxMs: 10_000, checkMs: 200 }
  quire = await startServer({ rateLimit: 0 }, undefined, intervals)
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

let people = 0
const newMember = (): Promise<Person> => {
  people += 1
  return addPerson(quire, `Person${people}`, 'MEMBER')
}
const connect = (key: string) => connectLive(address, { authorization: `Bearer ${key}` })
const update = (path: string, body: object) =>
  quire.post(path, { workspaceId: quire.workspaceId, ...body })

/** Someone with a page open, who has typed. */
async function openTyped(key: string): Promise<{ client: LiveClient; pageId: string }> {
  const pageId = await addPage(quire, 'Page', { markdown: 'Hello' })
  const client = await connect(key)
  await client.open({ ...quire, pageId })
  client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
  await client.next('accepted')
  return { client, pageId }
}

describe('a right that ends while someone types', () => {
  it('closes the page: a revoked key, a membership, a hidden page, a deleted one', async () => {
    const endings: { code: string; end: (person: Person, pageId: string) => Promise<unknown> }[] = [
      {
        code: 'FORBIDDEN',
        end: ({ userId }) => dropMember(quire.app.store, quire.workspaceId, userId, operator),
      },
      {
        code: 'PAGE_NOT_FOUND',
        end: (_person, pageId) => grantOnly(quire, pageId, { [quire.userId]: 'manage' }),
      },
      { code: 'PAGE_NOT_FOUND', end: (_person, pageId) => update('/v1/pages/delete', { pageId }) },
    ]
    for (const { code, end } of endings) {
      const person = await newMember()
      const { client, pageId } = await openTyped(person.key)
      await end(person, pageId)
      const batch = typing(pageId, { base: 2, at: 1, text: 'y' })
      client.send(batch)
      const closed = await client.next('closed')
      assert.deepEqual([closed.pageId, closed.code], [pageId, code])
      assert.ok(client.received.every((one) => one.type !== 'accepted' || one.id !== batch.id))
      await client.close()
    }
  })

  it('closes the page of silent readers too: a key, a session', async () => {
    const pageId = await addPage(quire, 'Silent', { markdown: 'Hello' })
    const { store } = quire.app
    const { userId } = await newMember()
    const created = await createKey(store, { userId, name: 'short', expires: '7d' })
    const client = await connect(created.key)
    await client.open({ ...quire, pageId })
    await revokeKey(store, created.id)
    assert.equal((await client.next('closed')).code, 'API_KEY_REVOKED')
    await client.close()
    const ada = await signIn(quire)
    const headers = { cookie: `quire=${ada.cookies.get('quire')}`, origin: address }
    const tab = await connectLive(address, headers, '/app/live')
    await tab.open({ ...quire, pageId })
    assert.equal((await ada.post('/app/session/remove')).status, 200)
    assert.equal((await tab.next('closed')).code, 'SIGN_IN_REQUIRED')
    await tab.close()
  })

  it('leaves a page open that may still be read, and says so', async () => {
    const person = await newMember()
    const { client, pageId } = await openTyped(person.key)
    const change = { userId: person.userId, role: 'VIEWER' } as const
    await putMember(quire.app.store, quire.workspaceId, change, operator)
    client.send(typing(pageId, { base: 2, at: 1, text: 'y' }))
    assert.equal((await client.next('refused')).code, 'FORBIDDEN')
    const entry = await lastAudit(quire, 'operation.call')
    assert.deepEqual(
      [entry.outcome, entry.actorId, entry.via, entry.subject, entry.workspaceId],
      ['refused', person.userId, 'api', '/v1/live', quire.workspaceId],
    )
    assert.notEqual((await client.next('level')).level, 'write')
    const writer = await connect(quire.key)
    await writer.open({ ...quire, pageId }, 2)
    writer.send(typing(pageId, { base: 2, at: 1, text: 'z' }))
    assert.equal((await client.next('batch')).version, 3)
    await Promise.all([client.close(), writer.close()])
  })
})

describe('visitors of a share link', () => {
  async function visit(level: string, name?: string) {
    const pageId = await addPage(quire, 'Shared', { markdown: 'Hello' })
    const link = await addLink(quire, pageId, { level })
    const browser = openVisitor(quire)
    const token = link.url.split('#')[1]
    await browser.post(`/s/${link.id}/app/links/open`, { token, ...(name && { name }) })
    const headers = { cookie: `quire-visitor=${browser.cookies.get('quire-visitor')}` }
    const path = `/s/${link.id}/app/live`
    const connectVisitor = (more: object = { origin: address }) =>
      connectLive(address, { ...headers, ...more }, path)
    return { pageId, link, connectVisitor }
  }

  it('need the session of that link, and come from its page', async () => {
    const { connectVisitor, link } = await visit('write', 'Bob')
    await assert.rejects(connectVisitor({}), /403 FORBIDDEN/)
    await assert.rejects(connectVisitor({ origin: 'https://evil.example' }), /403 FORBIDDEN/)
    const path = `/s/${link.id}/app/live`
    await assert.rejects(connectLive(address, { origin: address }, path), /401 SIGN_IN_REQUIRED/)
  })

  it('type with their name where the link lets them, and nowhere else', async () => {
    const { pageId, connectVisitor, link } = await visit('write', 'Bob')
    const other = await addPage(quire, 'Other')
    const client = await connectVisitor()
    const ada = await connect(quire.key)
    await ada.open({ ...quire, pageId })
    await client.open({ ...quire, pageId })
    client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
    await client.next('accepted')
    assert.match((await ada.next('batch')).author.name, /^Bob/)
    client.send({ type: 'open', ...quire, pageId: other, version: 1, schema: schemaVersion })
    assert.equal((await client.next('closed')).code, 'PAGE_NOT_FOUND')
    await update('/v1/links/revoke', { pageId, linkId: link.id })
    assert.equal((await client.next('closed')).code, 'SIGN_IN_REQUIRED')
    await Promise.all([client.close(), ada.close()])
  })

  it('who only read see what is typed, and nobody there', async () => {
    const { pageId, connectVisitor } = await visit('read')
    const ada = await connect(quire.key)
    await ada.open({ ...quire, pageId })
    const client = await connectVisitor()
    const { people: seen, level } = await client.open({ ...quire, pageId })
    assert.deepEqual([seen, level], [[], 'read'])
    client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
    assert.equal((await client.next('refused')).code, 'FORBIDDEN')
    ada.send({ type: 'cursor', pageId, version: 1, anchor: 1, head: 1 })
    ada.send(typing(pageId, { base: 1, at: 1, text: 'y' }))
    await client.next('batch')
    assert.ok(client.received.every(({ type }) => type !== 'presence' && type !== 'cursor'))
    await Promise.all([client.close(), ada.close()])
  })
})
