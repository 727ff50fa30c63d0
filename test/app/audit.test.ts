import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { auditOf, lastAudit } from '../support/audit.ts'
import { connect, type StandIn, startChats, startStandIn } from '../support/chats/chats.ts'
import { type EmbeddingServer, startEmbeddingServer } from '../support/outside/embedding-server.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, setPassword, signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
const browser = { 'user-agent': 'Browser of Ada' }
before(async () => {
  quire = await startServer()
  await setPassword(quire, quire.userId)
  ada = openVisitor(quire)
})
after(() => quire.close())

describe('the audit log', () => {
  it('records a refused sign-in, and no password', async () => {
    const wrong = { email: 'Ada@example.com', password: 'not the password' }
    assert.equal((await ada.post('/app/session/create', wrong, browser)).status, 401)
    const entry = await lastAudit(quire, 'session.create')
    assert.deepEqual(
      [entry.outcome, entry.actorId, entry.subject, entry.address, entry.userAgent, entry.details],
      ['refused', null, 'ada@example.com', '127.0.0.1', 'Browser of Ada', { because: 'password' }],
    )
    assert.equal(JSON.stringify(await auditOf(quire)).includes('not the password'), false)
  })

  it('records who signs in and out, and from where', async () => {
    await ada.post('/app/session/create', { email: 'ada@example.com', password }, browser)
    const created = await lastAudit(quire, 'session.create')
    assert.deepEqual(
      [created.outcome, created.actorId, created.via, created.address, created.details],
      ['done', quire.userId, 'web', '127.0.0.1', { by: 'password' }],
    )
    assert.equal((await ada.post('/app/session/remove')).status, 200)
    assert.equal((await lastAudit(quire, 'session.end')).actorId, quire.userId)
    ada = await signIn(quire)
  })

  it('records keys, not what opens them', async () => {
    const { body } = await ada.post<{ id: string; key: string }>('/app/keys/create', {
      name: 'Robot',
      expires: '7d',
    })
    const created = await lastAudit(quire, 'key.create')
    assert.deepEqual([created.actorId, created.details['name']], [quire.userId, 'Robot'])
    await ada.post('/app/keys/revoke', { keyId: body.id })
    const revoked = await lastAudit(quire, 'key.revoke')
    assert.deepEqual(revoked.details, { keyId: body.id, name: 'Robot' })
    assert.equal(JSON.stringify(await auditOf(quire)).includes(body.key), false)
  })

  it('records members and their roles', async () => {
    const bob = await addPerson(quire, 'Bob', 'VIEWER')
    const { workspaceId } = quire
    const added = await lastAudit(quire, 'member.add')
    assert.deepEqual([added.via, added.actorId, added.subject], ['cli', null, bob.userId])
    await ada.post('/app/members/update', { workspaceId, userId: bob.userId, role: 'MEMBER' })
    const updated = await lastAudit(quire, 'member.update')
    assert.deepEqual(
      [updated.workspaceId, updated.actorId, updated.details],
      [workspaceId, quire.userId, { role: 'MEMBER', previousRole: 'VIEWER' }],
    )
    await ada.post('/app/members/remove', { workspaceId, userId: bob.userId })
    assert.equal((await lastAudit(quire, 'member.remove')).subject, bob.userId)
  })

  it('records what a person or key may not do, and by which key', async () => {
    const eve = await addPerson(quire, 'Eve')
    const body = { workspaceId: quire.workspaceId, title: 'Mine' }
    assert.equal((await quire.post('/v1/pages/create', body, eve.key)).status, 403)
    const entry = await lastAudit(quire, 'operation.call')
    assert.deepEqual(
      [entry.outcome, entry.actorId, entry.via, entry.subject, entry.workspaceId, entry.address],
      ['refused', eve.userId, 'api', '/v1/pages/create', quire.workspaceId, '127.0.0.1'],
    )
    assert.notEqual(entry.keyId, null)
  })

  it('records a flood of refusals only in part', async () => {
    const mallory = await addPerson(quire, 'Mallory')
    const refused = { workspaceId: quire.workspaceId }
    for (let count = 0; count < 100; count += 1) {
      assert.equal((await quire.post('/v1/pages/list', refused, mallory.key)).status, 403)
    }
    const own = (await auditOf(quire)).filter(({ actorId }) => actorId === mallory.userId)
    assert.equal(own.length, 60)
  })
})

describe('the audit log of what reaches other servers', () => {
  let lab: TestServer
  let owner: Visitor
  let slack: StandIn
  let model: EmbeddingServer
  before(async () => {
    ;({ quire: lab, ada: owner } = await startChats())
    slack = await startStandIn(() => ({
      body: { ok: true, team: 'Example', team_id: 'T0001', user: 'quire', user_id: 'U1' },
    }))
    model = await startEmbeddingServer()
  })
  after(async () => {
    await lab.close()
    await slack.close()
    await model.close()
  })

  const last = async (action: string) => {
    const { actorId, workspaceId, subject, details } = await lastAudit(lab, action)
    assert.deepEqual([actorId, workspaceId], [lab.userId, lab.workspaceId], action)
    return { subject, details }
  }

  it('records webhooks, by host and never by address or secret', async () => {
    const { workspaceId } = lab
    const url = 'http://127.0.0.1:9/services/path-as-password'
    const fields = { workspaceId, url, name: 'Build', events: ['page.created'] }
    const refused = await lab.post('/v1/webhooks/create', { ...fields, events: ['no.event'] })
    assert.equal(refused.status, 400)
    assert.deepEqual(await auditOf(lab, 'webhook.create'), [])
    type Created = { webhook: { id: string }; secret: string }
    const { body } = await lab.post<Created>('/v1/webhooks/create', fields)
    const webhookId = body.webhook.id
    const target = { host: '127.0.0.1:9', name: 'Build' }
    assert.deepEqual(await last('webhook.create'), { subject: webhookId, details: target })
    const address = { workspaceId, webhookId }
    await lab.post('/v1/webhooks/update', { ...address, enabled: false })
    const updated = { subject: webhookId, details: { ...target, enabled: false } }
    assert.deepEqual(await last('webhook.update'), updated)
    const rotated = await lab.post<Created>('/v1/webhooks/rotate-secret', address)
    assert.equal((await last('webhook.rotate-secret')).subject, webhookId)
    await lab.post('/v1/webhooks/delete', address)
    assert.equal((await last('webhook.remove')).subject, webhookId)
    const log = JSON.stringify(await auditOf(lab))
    for (const secret of [body.secret, rotated.body.secret, 'path-as-password']) {
      assert.equal(log.includes(secret), false)
    }
  })

  it('records bots, and none of their tokens', async () => {
    const { workspaceId } = lab
    const secrets = { token: 'xoxb-hidden', signingSecret: 'hidden-as-well' }
    const fields = { service: 'slack', ...secrets, baseUrl: slack.url }
    const bot = await connect({ quire: lab, ada: owner }, fields)
    const details = { service: 'slack', name: bot.name }
    assert.deepEqual(await last('bot.create'), { subject: bot.id, details })
    const address = { workspaceId, connectionId: bot.id }
    const change = { ...address, token: 'xoxb-hidden-2', enabled: false }
    assert.equal((await owner.post('/app/chats/update', change)).status, 200)
    const updated = { ...details, state: 'disabled', changed: ['token'] }
    assert.deepEqual(await last('bot.update'), { subject: bot.id, details: updated })
    assert.equal((await owner.post('/app/chats/disconnect', address)).status, 200)
    assert.deepEqual(await last('bot.remove'), { subject: bot.id, details })
    assert.equal(JSON.stringify(await auditOf(lab)).includes('hidden'), false)
  })

  it('records the embeddings settings, and no key', async () => {
    const { workspaceId } = lab
    const set = (change: object) => owner.post('/app/embeddings/set', { workspaceId, ...change })
    assert.equal((await set({ weight: 0.5 })).status, 404)
    assert.deepEqual(await auditOf(lab, 'embeddings.update'), [])
    const { baseUrl } = model
    assert.equal((await set({ baseUrl, model: 'm', apiKey: 'sk-hidden' })).status, 200)
    const details = { provider: 'http', model: 'm', weight: 0.4 }
    assert.deepEqual(await last('embeddings.update'), { subject: workspaceId, details })
    await set({ weight: 0.7 })
    assert.deepEqual((await last('embeddings.update')).details, { weight: 0.7 })
    await owner.post('/app/embeddings/off', { workspaceId })
    assert.deepEqual((await last('embeddings.update')).details, { state: 'off' })
    assert.equal(JSON.stringify(await auditOf(lab)).includes('sk-hidden'), false)
  })
})
