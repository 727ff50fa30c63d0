import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import { connectLive, insertion, typing } from '../support/live.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { addKey, startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let address: string
let ada: Visitor
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  ada = await signIn(quire)
})
after(() => quire.close())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const cookie = () => ({ cookie: `quire=${ada.cookies.get('quire')}` })
const page = (markdown = 'Hello') => addPage(quire, 'Page', { markdown })

describe('GET /app/live', () => {
  it('refuses whoever has no session and no key, and keys where only people may ask', async () => {
    const own = { origin: address }
    const app = '/app/live'
    await assert.rejects(connectLive(address, own, app), /401 SIGN_IN_REQUIRED/)
    await assert.rejects(connectLive(address, own), /401 INVALID_API_KEY/)
    await assert.rejects(connectLive(address, bearer('svc_wrong')), /401 INVALID_API_KEY/)
    await assert.rejects(connectLive(address, bearer(quire.key), app), /401 SIGN_IN_REQUIRED/)
    const headers = { cookie: 'quire=wrong', ...own }
    await assert.rejects(connectLive(address, headers, app), /401 SIGN_IN_REQUIRED/)
  })

  it('refuses pages of other sites, and those that do not say where they come from', async () => {
    const foreign = { origin: 'https://evil.example' }
    for (const path of ['/app/live', '/v1/live']) {
      const refused = [{ ...cookie(), ...foreign }, cookie(), { ...foreign }]
      for (const headers of refused) {
        await assert.rejects(connectLive(address, headers, path), /40[13]/)
      }
      const forged = { ...cookie(), origin: address, 'sec-fetch-site': 'cross-site' }
      await assert.rejects(connectLive(address, forged, path), /403 FORBIDDEN/)
      const client = await connectLive(address, { ...cookie(), origin: address }, path)
      assert.equal((await client.next('welcome')).schema, schemaVersion)
      await client.close()
    }
    const withKey = { ...bearer(quire.key), ...foreign }
    await assert.rejects(connectLive(address, withKey), /403 FORBIDDEN/)
  })

  it('refuses requests that ask for no WebSocket, and upgrades of other addresses', async () => {
    assert.equal((await quire.get('/v1/live')).status, 400)
    const headers = { ...bearer(quire.key), connection: 'upgrade', upgrade: 'websocket' }
    const asked = await fetch(`${address}/v1/nowhere`, { headers: bearer(quire.key) })
    assert.equal(asked.status, 404)
    await assert.rejects(connectLive(address, headers, '/v1/nowhere'), /404 NOT_FOUND/)
  })

  it('is not there on a node without the role web', async () => {
    const node = await startServer({ roles: new Set(['api', 'worker']) })
    const other = await node.server.listen({ host: '127.0.0.1', port: 0 })
    await assert.rejects(connectLive(other, bearer(node.key)), /404 NOT_FOUND/)
    await node.close()
  })
})

describe('open', () => {
  it('refuses pages of other workspaces, hidden and deleted ones, with the same words as the API', async () => {
    const pageId = await page()
    const outsider = await addPerson(quire, 'Sam')
    const elsewhere = await addWorkspace(quire, 'Elsewhere')
    const deleted = await page()
    await quire.post('/v1/pages/delete', { workspaceId: quire.workspaceId, pageId: deleted })
    const refused = [
      { key: outsider.key, workspaceId: quire.workspaceId, pageId, code: 'FORBIDDEN' },
      { key: quire.key, workspaceId: elsewhere, pageId, code: 'PAGE_NOT_FOUND' },
      { key: quire.key, workspaceId: quire.workspaceId, pageId: newId(), code: 'PAGE_NOT_FOUND' },
      { key: quire.key, workspaceId: quire.workspaceId, pageId: deleted, code: 'PAGE_NOT_FOUND' },
    ]
    for (const { key, code, ...asked } of refused) {
      const client = await connectLive(address, bearer(key))
      client.send({ type: 'open', ...asked, version: 1, schema: schemaVersion })
      const closed = await client.next('closed')
      assert.deepEqual([closed.pageId, closed.code], [asked.pageId, code])
      await client.close()
    }
  })

  it('tells a client with another schema or a version that is unknown to read the page again', async () => {
    const pageId = await page()
    const { workspaceId } = quire
    const client = await connectLive(address, bearer(quire.key))
    const schema = schemaVersion
    client.send({ type: 'open', workspaceId, pageId, version: 1, schema: schema + 1 })
    assert.equal((await client.next('reload')).reason, 'schema')
    client.send({ type: 'open', workspaceId, pageId, version: 99, schema })
    assert.equal((await client.next('reload')).reason, 'outdated')
    await client.close()
  })
})

describe('steps', () => {
  it('are refused from readers: viewers, read-only keys, and whoever has not opened the page', async () => {
    const pageId = await page()
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const readOnly = await addKey(quire, { readOnly: true })
    for (const key of [viewer.key, readOnly]) {
      const client = await connectLive(address, bearer(key))
      const { level } = await client.open({ ...quire, pageId })
      assert.notEqual(level, 'write')
      client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
      assert.equal((await client.next('refused')).code, 'FORBIDDEN')
      await client.close()
    }
    const client = await connectLive(address, bearer(quire.key))
    client.send(typing(pageId, { base: 1, at: 1, text: 'x' }))
    assert.equal((await client.next('refused')).code, 'FORBIDDEN')
    await client.close()
  })

  it('are refused where they do not fit the page, its schema or its limits', async () => {
    const pageId = await page()
    const client = await connectLive(address, bearer(quire.key))
    await client.open({ ...quire, pageId })
    const row = { type: 'tableRow' }
    const wrong = [
      [insertion(500, 'x')],
      [{ stepType: 'unknown' }],
      [{ stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'nothing' }] } }],
      [{ stepType: 'replace', from: 0, to: 0, slice: { content: [row] } }],
      [{ stepType: 'replace', from: -4, to: 'x' }],
      [insertion(1, 'fine'), insertion(5000, 'x')],
    ]
    for (const steps of wrong) {
      client.send({ type: 'steps', pageId, base: 1, id: newId(), steps })
      assert.equal((await client.next('refused')).code, 'VALIDATION_FAILED', JSON.stringify(steps))
    }
    client.send({ type: 'steps', pageId, base: 7, id: newId(), steps: [insertion(1, 'x')] })
    assert.equal((await client.next('refused')).code, 'OUTDATED')
    await client.close()
  })

  it('that make the page larger than it may be are refused, and the page stays as it is', async () => {
    const pageId = await page()
    const client = await connectLive(address, bearer(quire.key))
    await client.open({ ...quire, pageId })
    const text = 'x'.repeat(900_000)
    for (const base of [1, 2]) {
      client.send(typing(pageId, { base, at: 1, text }))
      await client.next('accepted')
    }
    client.send(typing(pageId, { base: 3, at: 1, text }))
    assert.equal((await client.next('refused')).code, 'PAGE_TOO_LARGE')
    client.send(typing(pageId, { base: 3, at: 1, text: 'small' }))
    assert.equal((await client.next('accepted')).version, 4)
    await client.close()
  })
})

describe('frames', () => {
  it('that are no list of messages get an error, and the connection stays', async () => {
    const client = await connectLive(address, bearer(quire.key))
    const broken = [
      'x',
      '{}',
      'null',
      '"open"',
      `[${'['.repeat(100_000)}`,
      '[{"type":"unknown"}]',
      '[{"type":"open"}]',
      '[null]',
      `[{"type":"steps","pageId":"${newId()}","base":-1,"id":"x","steps":[]}]`,
      `[${'{"type":"pong"},'.repeat(200)}null]`,
      Buffer.from([0xff, 0xfe]),
    ]
    for (const text of broken) {
      client.sendText(text)
      assert.equal(
        (await client.next('error')).code,
        'VALIDATION_FAILED',
        String(text).slice(0, 80),
      )
    }
    client.sendText(`[{"type":"pong"},"${'x'.repeat(1_100_000)}"]`)
    assert.equal((await client.next('error')).code, 'BODY_TOO_LARGE')
    await client.open({ ...quire, pageId: await page() })
    await client.close()
  })

  it('that are far too large end the connection', async () => {
    const client = await connectLive(address, bearer(quire.key))
    client.sendText('x'.repeat(5_000_000))
    assert.equal(await client.closed, 1009)
  })
})
