import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import type { StepJson } from '../../server/lib/live-messages.ts'
import { contents, steps } from '../../server/store/index.ts'
import { connectLive, insertion, typing } from '../support/live.ts'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

let quire: TestServer
let address: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
})
after(() => quire.close())

const connect = () => connectLive(address, { authorization: `Bearer ${quire.key}` })
const call = (path: string, pageId: string, body: object = {}) =>
  quire.post<{ code?: string; markdown?: string }>(path, {
    workspaceId: quire.workspaceId,
    pageId,
    ...body,
  })
const newer = { type: 'whiteboard', content: [{ type: 'text', text: 'From a newer release' }] }
const insertNewer = { stepType: 'replace', from: 0, to: 0, slice: { content: [newer] } }

const replacement = { type: 'doc', content: [{ type: 'paragraph' }] }

/** As a node of a newer release writes typing. */
async function append(pageId: string, version: number, step: StepJson) {
  const { app, workspaceId, userId: authorId } = quire
  const row = { workspaceId, pageId, version, batchId: newId(), base: version - 1, authorId }
  const writer = { via: 'web', keyId: null, runId: null, at: Date.now(), notes: null }
  const written = { ...row, ...writer, steps: JSON.stringify([step]) }
  await app.store.transactIn('none', async (transaction) => {
    assert.ok(await steps.append(transaction, written))
  })
}

async function storedBody(pageId: string) {
  const { app, workspaceId } = quire
  const body = await contents.body(app.store, workspaceId, pageId)
  const rows = await steps.since(app.store, { workspaceId, pageId }, 0, 100)
  return { document: body?.document, version: body?.version, rows }
}

describe('a client of another release', () => {
  it('is told to reload, and none of its steps are accepted', async () => {
    const pageId = await addPage(quire, 'Page', { markdown: 'Hello' })
    const { workspaceId } = quire
    for (const schema of [schemaVersion - 1, schemaVersion + 1]) {
      const client = await connect()
      client.send({ type: 'open', workspaceId, pageId, version: 1, schema })
      assert.equal((await client.next('reload')).reason, 'schema')
      client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
      assert.equal((await client.next('refused')).code, 'FORBIDDEN')
      await client.close()
    }
    assert.equal((await call('/v1/pages/markdown', pageId)).body.markdown, 'Hello\n')
  })
})

describe('a page with content of a newer release', () => {
  it('is closed for those who have it open when a newer node writes it, and stays as it is', async () => {
    const pageId = await addPage(quire, 'Page', { markdown: 'Hello' })
    const client = await connect()
    await client.open({ ...quire, pageId })
    await append(pageId, 2, insertNewer)
    const before = await storedBody(pageId)
    client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
    assert.equal((await client.next('refused')).code, 'BUSY')
    assert.equal((await client.next('closed')).code, 'STORE_NEWER')
    client.send({ type: 'open', ...quire, pageId, version: 2, schema: schemaVersion })
    assert.equal((await client.next('closed')).code, 'STORE_NEWER')
    const attempts = [
      await call('/v1/pages/update', pageId, { content: replacement }),
      await call('/v1/pages/markdown', pageId),
    ]
    for (const { status, body } of attempts) {
      assert.deepEqual([status, body.code], [503, 'STORE_NEWER'])
    }
    assert.deepEqual(await storedBody(pageId), before)
    await client.close()
  })

  it('is not opened when its document has unknown nodes, and nothing is written', async () => {
    const pageId = await addPage(quire, 'Page', { markdown: 'Hello' })
    const { app, workspaceId } = quire
    const stored = await contents.get(app.store, workspaceId, pageId)
    assert.ok(stored)
    const document = JSON.stringify({ type: 'doc', content: [newer] })
    await app.store.transactIn('none', async (transaction) => {
      const content = { ...stored, document }
      await contents.put(transaction, { workspaceId, pageId }, content, {
        version: 1,
        attribution: null,
      })
    })
    const before = await storedBody(pageId)
    const client = await connect()
    client.send({ type: 'open', ...quire, pageId, version: 1, schema: schemaVersion })
    assert.equal((await client.next('closed')).code, 'STORE_NEWER')
    client.send({ type: 'steps', pageId, base: 1, id: newId(), steps: [insertion(1, 'x')] })
    assert.equal((await client.next('refused')).code, 'FORBIDDEN')
    const update = await call('/v1/pages/update', pageId, { content: replacement })
    assert.deepEqual([update.status, update.body.code], [503, 'STORE_NEWER'])
    assert.deepEqual(await storedBody(pageId), before)
    await client.close()
  })
})
