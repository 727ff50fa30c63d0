import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { disableUser, enableUser } from '../../../server/domain/people/accounts/disabling.ts'
import { createKey } from '../../../server/domain/people/api-keys.ts'
import { issueResetLink } from '../../../server/domain/people/sign-in/password-reset.ts'
import { chatConnections, chatLinks } from '../../../server/store/index.ts'
import { auditOf, lastAudit } from '../../support/audit.ts'
import { listen } from '../../support/changes.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let bobs: Person
before(async () => {
  quire = await startServer()
  ada = await signIn(quire)
  bobs = await addPerson(quire, 'Bob', 'ADMIN')
})
after(() => quire.close())

type Link = { revokedAt: string | null }
type Listed = { accounts: { id: string; email: string; disabledAt: string | null }[] }

const link = { connectionId: 'c', chatUserId: 'u', name: 'Bob', chatId: 'd', createdAt: 1 }
const bot = { service: 'slack', account: 'T1', name: 'Bot', settings: '{}', secrets: '' }
const disable = (userId: string, by = ada) => by.post('/app/accounts/disable', { userId })
const enable = (userId: string, by = ada) => by.post('/app/accounts/enable', { userId })
const enter = (email: string, given = password) =>
  openVisitor(quire).post('/app/session/create', { email, password: given })

describe('accounts.disable', () => {
  it('is for administrators of the server, and not for their own account', async () => {
    const bob = await signIn(quire, bobs)
    for (const refused of [await disable(quire.userId, bob), await disable(quire.userId)]) {
      assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    }
    assert.equal((await bob.post('/app/accounts/list')).status, 403)
    assert.equal((await disable('00000000-0000-4000-8000-000000000000')).status, 404)
    await assert.rejects(disableUser(quire.app.store, 'ada@example.com'), {
      code: 'LAST_ADMINISTRATOR',
    })
  })

  it('ends keys, sessions, linked chats, invitations and links in the next request', async () => {
    const { workspaceId, app } = quire
    const bob = await signIn(quire, bobs)
    const invitation = await bob.post<{ url: string }>('/app/invitations/create', {
      workspaceId,
      role: 'MEMBER',
    })
    const page = { workspaceId, pageId: await addPage(quire, 'Plan') }
    for (const key of [quire.key, bobs.key]) {
      await quire.post('/v1/links/create', { ...page, level: 'read' }, key)
    }
    const reset = await issueResetLink(app.store, bobs.email, 'http://localhost')
    const list = () => quire.post('/v1/pages/list', { workspaceId }, bobs.key)
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await list()).status, 200)
      assert.equal((await bob.post('/app/session/get')).status, 200)
    }
    const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    const stream = await listen(address, { workspaceId, key: bobs.key })
    await stream.until(1)
    await app.store.transact(async (transaction) => {
      const row = { ...bot, id: 'c', createdAt: 1, createdBy: quire.userId }
      await chatConnections.insert(transaction, { ...row, workspaceId })
      await chatLinks.put(transaction, { ...link, workspaceId, userId: bobs.userId })
    })
    assert.equal((await disable(bobs.userId)).status, 200)
    assert.equal((await list()).body.code, 'API_KEY_REVOKED')
    assert.equal((await bob.post('/app/session/get')).body.code, 'SIGN_IN_REQUIRED')
    const tokenOf = (url: string) => url.split('#')[1]
    const opened = await openVisitor(quire).post('/app/invitations/get', {
      token: tokenOf(invitation.body.url),
    })
    assert.equal(opened.body.code, 'LINK_INVALID')
    const forReset = { token: tokenOf(reset.url) }
    assert.equal((await openVisitor(quire).post('/app/password/get-reset', forReset)).status, 404)
    await stream.ended
    assert.deepEqual(await chatLinks.list(app.store, workspaceId), [])
    const { items } = (await quire.post<{ items: Link[] }>('/v1/links/list', page)).body
    assert.deepEqual(
      items.map(({ revokedAt }) => typeof revokedAt),
      ['object', 'string'],
    )
    const entry = await lastAudit(quire, 'user.disable')
    assert.deepEqual(
      [entry.actorId, entry.subject, entry.details],
      [quire.userId, bobs.userId, { email: bobs.email, keys: 1 }],
    )
    await disable(bobs.userId)
    assert.equal((await auditOf(quire, 'user.disable')).length, 1)
  })

  it('says so only to who has the right password', async () => {
    const right = await enter(bobs.email)
    assert.deepEqual(
      [right.status, right.body.code, right.body.message],
      [403, 'ACCOUNT_DISABLED', 'Your account is disabled. Ask an administrator of this server.'],
    )
    const wrong = await enter(bobs.email, 'wrong password')
    const unknown = await enter('nobody@example.com', 'wrong password')
    assert.deepEqual([wrong.status, wrong.body], [unknown.status, unknown.body])
  })

  it('keeps the account from receiving keys', async () => {
    const { userId } = bobs
    const adding = createKey(quire.app.store, { userId, name: 'late', expires: '7d' })
    await assert.rejects(adding, { code: 'ACCOUNT_DISABLED' })
  })

  it('is shown in the list of accounts and among the members', async () => {
    const { body } = await ada.post<Listed>('/app/accounts/list', { query: 'BOB' })
    assert.deepEqual(
      body.accounts.map(({ email, disabledAt }) => [email, disabledAt === null]),
      [[bobs.email, false]],
    )
    const none = await ada.post<Listed>('/app/accounts/list', { query: '%' })
    assert.deepEqual(none.body.accounts, [])
  })
})

describe('accounts.enable', () => {
  it('lets the person sign in with the role they had, and restores nothing that was revoked', async () => {
    const { workspaceId } = quire
    assert.equal((await enable(bobs.userId)).status, 200)
    await enable(bobs.userId)
    assert.equal((await auditOf(quire, 'user.enable')).length, 1)
    const bob = await signIn(quire, bobs)
    const { body } = await bob.post<{ workspaces: { role: string }[] }>('/app/session/get')
    assert.deepEqual(
      body.workspaces.map(({ role }) => role),
      ['ADMIN'],
    )
    const refused = await quire.post('/v1/pages/list', { workspaceId }, bobs.key)
    assert.equal(refused.body.code, 'API_KEY_REVOKED')
    const { invitations } = (
      await ada.post<{ invitations: unknown[] }>('/app/invitations/list', { workspaceId })
    ).body
    assert.deepEqual(invitations, [])
  })

  it('is the operator’s too', async () => {
    await disableUser(quire.app.store, bobs.email)
    assert.equal((await enter(bobs.email)).body.code, 'ACCOUNT_DISABLED')
    await enableUser(quire.app.store, bobs.email)
    assert.equal((await enter(bobs.email)).status, 200)
  })
})
