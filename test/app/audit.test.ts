import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { auditOf, lastAudit } from '../support/audit.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, setPassword, signIn, type Visitor } from '../support/visitor.ts'

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
    const made = await lastAudit(quire, 'session.create')
    assert.deepEqual(
      [made.outcome, made.actorId, made.via, made.address, made.details],
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
    const made = await lastAudit(quire, 'key.create')
    assert.deepEqual([made.actorId, made.details['name']], [quire.userId, 'Robot'])
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
