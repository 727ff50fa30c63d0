import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../server/lib/ids.ts'
import { chatConnections, chatLinks, secondFactors, users } from '../../server/store/index.ts'
import { statement } from '../../server/store/statement.ts'
import { type Account, startProvider, type TestProvider } from '../support/outside/oidc.ts'
import { type MailServer, startMailServer } from '../support/outside/smtp.ts'
import { addPerson, addWorkspace } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

const publicUrl = 'http://localhost:8082'
const page = { origin: publicUrl, host: 'localhost:8082' }

let provider: TestProvider
let mail: MailServer
let quire: TestServer
let ada: Visitor
before(async () => {
  provider = await startProvider(`${publicUrl}/app/oidc/callback`)
  mail = await startMailServer()
  const oidc = { ...provider.config, joinWorkspace: 'lab' }
  quire = await startServer({ publicUrl, oidc, mail: { url: mail.url, from: 'q@q.example' } })
  ada = await signIn(quire, undefined, page)
})
after(async () => {
  await quire.close()
  await Promise.all([provider.close(), mail.close()])
})

const tokenOf = (text: string) => /join#([\w-]{32})/.exec(text)?.[1] ?? ''

/** An invitation, by the link that is shown and the one in the mail. */
async function invite(email: string, workspaceId = quire.workspaceId) {
  const { body } = await ada.post<{ url: string }>('/app/invitations/create', {
    workspaceId,
    role: 'MEMBER',
    email,
  })
  return { shown: tokenOf(body.url), mailed: tokenOf((await mail.next()).text) }
}

async function join(token: string, visitor = openVisitor(quire, page)): Promise<Visitor> {
  const names = { firstName: 'Chief', lastName: 'Executive' }
  const answer = await visitor.post('/app/invitations/accept', { token, ...names, password })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return visitor
}

/** Comes back from the provider, signed in. */
async function enterByProvider(account: Account): Promise<Visitor> {
  provider.become({ ...account, email_verified: true })
  const visitor = openVisitor(quire, page)
  const begun = await visitor.get('/app/oidc/start')
  const back = await provider.visit(String(begun.headers['location']))
  const { headers } = await visitor.get(back.replace(publicUrl, ''))
  assert.equal(headers['location'], '/')
  return visitor
}

type Self = { user: { id: string; emailVerified: boolean; hasPassword: boolean; hasTotp: boolean } }
const selfOf = async (visitor: Visitor) => (await visitor.post<Self>('/app/session/get')).body.user
const makeKey = async (visitor: Visitor) =>
  (await visitor.post<{ key: string }>('/app/keys/create', { name: 'k', expires: '7d' })).body.key
const statusOf = async (key: string) => (await quire.get('/v1/workspaces', key)).status

/** Everything with which somebody who made the account can act as its person. */
async function preHijack(
  visitor: Visitor,
  userId: string,
): Promise<{ key: string; workspaceId: string }> {
  const { store } = quire.app
  const key = await makeKey(visitor)
  const workspaceId = await addWorkspace(quire, 'Of the intruder', userId)
  const id = newId()
  await store.transact(async (transaction) => {
    const totp = { userId, secret: 'sealed', lastStep: 1, createdAt: 1 }
    await secondFactors.insert(transaction, totp, ['hash'])
    const bot = { service: 'telegram', account: '1', name: 'Bot', settings: '{}', secrets: '' }
    const stamp = { createdAt: 1, createdBy: userId }
    await chatConnections.insert(transaction, { workspaceId, id, ...bot, ...stamp })
    const chat = { workspaceId, connectionId: id, chatUserId: '7', chatId: '7', name: 'Intruder' }
    await chatLinks.put(transaction, { ...chat, userId, createdAt: 1 })
  })
  return { key, workspaceId }
}

const forgetStatement = statement<never, { id: string }>(
  'test.forget',
  'update users set verified_email = null where id = $id',
)
const ageStatement = statement<never, { id: string }>(
  'test.age',
  'update users set created_at = 1 where id = $id',
)

/** As an account is after an upgrade. */
const forgetProof = (id: string) =>
  quire.app.store.transact((transaction) => transaction.run(forgetStatement, { id }))
const makeOld = (id: string) =>
  quire.app.store.transact((transaction) => transaction.run(ageStatement, { id }))
const renameTo = (id: string, email: string) =>
  quire.app.store.transact((transaction) =>
    users.update(transaction, { id, email, firstName: 'A', lastName: 'B' }),
  )

describe('an account at an address that nobody proved', () => {
  const email = 'ceo@corp.example'

  it('loses everything that lets somebody in when its person first comes by the provider', async () => {
    const { shown } = await invite(email)
    const intruder = await join(shown)
    const { id, emailVerified } = await selfOf(intruder)
    assert.equal(emailVerified, false)
    const { key, workspaceId } = await preHijack(intruder, id)
    assert.equal(await statusOf(key), 200)

    const person = await enterByProvider({ subject: 'ceo', email })
    const self = await selfOf(person)
    assert.equal(self.id, id)
    const details = [self.emailVerified, self.hasPassword, self.hasTotp]
    assert.deepEqual(details, [true, false, false])
    assert.equal(await statusOf(key), 401)
    assert.equal((await intruder.post('/app/session/get')).status, 401)
    const again = await openVisitor(quire, page).post('/app/session/create', { email, password })
    assert.equal(again.body.code, 'SIGN_IN_FAILED')
    assert.deepEqual(await chatLinks.list(quire.app.store, workspaceId), [])
  })

  it('loses nothing more once it is proved', async () => {
    const person = await enterByProvider({ subject: 'ceo', email })
    const key = await makeKey(person)
    await enterByProvider({ subject: 'ceo', email })
    assert.equal(await statusOf(key), 200)
    assert.equal((await selfOf(person)).emailVerified, true)
  })

  it('lets an identity in no more that it had before', async () => {
    const mallory = await enterByProvider({ subject: 'mallory', email: 'mallory@corp.example' })
    const { id } = await selfOf(mallory)
    await renameTo(id, 'boss@corp.example')
    const boss = await enterByProvider({ subject: 'boss', email: 'boss@corp.example' })
    assert.equal((await selfOf(boss)).id, id)
    assert.equal((await mallory.post('/app/session/get')).status, 401)
    const other = await enterByProvider({ subject: 'mallory', email: 'mallory@corp.example' })
    assert.notEqual((await selfOf(other)).id, id)
  })
})

describe('an account from before addresses were proved', () => {
  it('keeps all it has until the first sign-in by the provider, also after an older one', async () => {
    const old = await addPerson(quire, 'Old', 'MEMBER')
    await enterByProvider({ subject: 'old', email: old.email })
    await forgetProof(old.userId)
    await makeOld(old.userId)
    const desk = await signIn(quire, old, page)
    assert.equal(await statusOf(old.key), 200)
    assert.equal((await selfOf(desk)).emailVerified, false)
    await enterByProvider({ subject: 'old', email: old.email })
    assert.equal(await statusOf(old.key), 401)
    assert.equal((await desk.post('/app/session/get')).status, 401)
  })

  it('keeps its keys where the provider made it: it was never anybody else’s', async () => {
    const zoe = await enterByProvider({ subject: 'zoe', email: 'zoe@corp.example' })
    const key = await makeKey(zoe)
    await forgetProof((await selfOf(zoe)).id)
    await enterByProvider({ subject: 'zoe', email: 'zoe@corp.example' })
    assert.equal(await statusOf(key), 200)
    assert.equal((await selfOf(zoe)).emailVerified, true)
  })
})

describe('profile.requestVerification and profile.verifyEmail', () => {
  const token = async () => /verify-email#([\w-]{32})/.exec((await mail.next()).text)?.[1] ?? ''
  const ask = (visitor: Visitor) => visitor.post('/app/profile/request-verification')
  const verify = (visitor: Visitor, secret: string) =>
    visitor.post('/app/profile/verify-email', { token: secret })
  const newcomer = async (email: string) => join((await invite(email)).shown)

  it('send a link that only the person themselves can use, once', async () => {
    const nora = await newcomer('nora@example.com')
    assert.equal((await ask(nora)).status, 200)
    const secret = await token()
    // Whoever reads the mail of an address that somebody else has in their account.
    assert.equal((await verify(openVisitor(quire, page), secret)).status, 401)
    assert.equal((await verify(ada, secret)).body.code, 'LINK_INVALID')
    assert.equal((await verify(nora, secret)).status, 200)
    assert.equal((await selfOf(nora)).emailVerified, true)
    assert.equal((await verify(nora, secret)).body.code, 'LINK_INVALID')
  })

  it('are worth nothing for another address than the one they went to', async () => {
    const omar = await newcomer('omar@example.com')
    await ask(omar)
    const secret = await token()
    await renameTo((await selfOf(omar)).id, 'omar@other.example')
    assert.equal((await verify(omar, secret)).body.code, 'LINK_INVALID')
    assert.equal((await selfOf(omar)).emailVerified, false)
  })

  it('are limited, and say what to do where there is no mail', async () => {
    const pia = await newcomer('pia@example.com')
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(pia)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    for (let count = 0; count < 5; count += 1) await mail.next()
    const silent = await startServer()
    const refused = await (await signIn(silent)).post('/app/profile/request-verification')
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    await silent.close()
  })
})

describe('an address is proved', () => {
  const isVerified = async (visitor: Visitor) => (await selfOf(visitor)).emailVerified

  it('not by a link that was shown, nor by one that is for nobody in particular', async () => {
    assert.equal(await isVerified(await join((await invite('one@example.com')).shown)), false)
    const { body } = await ada.post<{ url: string }>('/app/invitations/create', {
      workspaceId: quire.workspaceId,
      role: 'VIEWER',
    })
    const visitor = openVisitor(quire, page)
    const person = { firstName: 'A', lastName: 'B', email: 'two@example.com', password }
    const token = tokenOf(body.url)
    assert.equal((await visitor.post('/app/invitations/accept', { token, ...person })).status, 200)
    assert.equal(await isVerified(visitor), false)
  })

  it('by the link that went there by mail, for a new person and for one who is here', async () => {
    const visitor = await join((await invite('three@example.com')).mailed)
    assert.equal(await isVerified(visitor), true)
    const four = await join((await invite('four@example.com')).shown)
    const other = await addWorkspace(quire, 'Other', quire.userId)
    await join((await invite('four@example.com', other)).mailed, four)
    assert.equal(await isVerified(four), true)
  })

  it('by the operator’s word, which the members see', async () => {
    await addPerson(quire, 'Bob', 'MEMBER')
    const { body } = await ada.post<{ members: { email: string; emailVerified: boolean }[] }>(
      '/app/members/list',
      { workspaceId: quire.workspaceId },
    )
    const of = (email: string) => body.members.find((one) => one.email === email)?.emailVerified
    assert.deepEqual([of('bob@example.com'), of('one@example.com')], [true, false])
  })
})
