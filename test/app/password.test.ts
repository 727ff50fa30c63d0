import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { clock } from '../../server/lib/clock.ts'
import { type MailServer, startMailServer } from '../support/outside/smtp.ts'
import { addPerson, addWorkspace, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const publicUrl = 'https://notes.example.com'

let quire: TestServer
let mail: MailServer
let bob: Person
let ada: Visitor
before(async () => {
  mail = await startMailServer()
  quire = await startServer({ publicUrl, mail: { url: mail.url, from: 'Quire <q@example.com>' } })
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  ada = await signIn(quire)
})
after(async () => {
  await quire.close()
  await mail.close()
})
afterEach(() => {
  clock.now = realNow
})

const ask = (email: string) => openVisitor(quire).post('/app/password/request-reset', { email })
const reset = (token: string, next = 'brand new one') =>
  openVisitor(quire).post('/app/password/reset', { token, password: next })
const enter = (email: string, given: string) =>
  openVisitor(quire).post('/app/session/create', { email, password: given })
const tokenIn = (text: string) => /reset-password#([\w-]{32})/.exec(text)?.[1] ?? ''

describe('password.requestReset', () => {
  it('answers the same for an address that nobody has, and sends nothing', async () => {
    const unknown = await ask('nobody@example.com')
    const known = await ask(bob.email)
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body])
    const sent = await mail.next()
    assert.deepEqual([sent.from, sent.to], ['q@example.com', bob.email])
    assert.ok(sent.text.includes(`${publicUrl}/reset-password#`), sent.text)
    assert.equal(mail.mails.length, 1)
  })

  it('is limited per address, whether an account has it or not', async () => {
    for (const email of ['one@example.com', 'two@example.com']) {
      const statuses = []
      for (let count = 0; count < 6; count += 1) statuses.push((await ask(email)).status)
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    }
  })
})

describe('password.reset', () => {
  it('refuses a made-up link, an old one, one that a newer replaced, and a short password', async () => {
    assert.equal((await reset('A'.repeat(32))).body.code, 'LINK_INVALID')
    await ask(bob.email)
    const first = tokenIn((await mail.next()).text)
    await ask(bob.email)
    const second = tokenIn((await mail.next()).text)
    assert.equal((await reset(first)).body.code, 'LINK_INVALID')
    assert.equal((await reset(second, 'short')).status, 400)
    clock.now = () => realNow() + 3_600_000
    assert.equal((await reset(second)).body.code, 'LINK_INVALID')
  })

  it('sets the password once, and signs out everywhere', async () => {
    const signedIn = await signIn(quire, bob)
    await ask(bob.email)
    const token = tokenIn((await mail.next()).text)
    assert.equal((await reset(token)).status, 200)
    assert.equal((await reset(token)).body.code, 'LINK_INVALID')
    assert.equal((await signedIn.post('/app/session/get')).status, 401)
    assert.equal((await enter(bob.email, password)).status, 401)
    assert.equal((await enter(bob.email, 'brand new one')).status, 200)
  })
})

describe('members.resetLink', () => {
  const link = (userId: string, by = ada) =>
    by.post<{ url: string; code: string }>('/app/members/reset-link', {
      workspaceId: quire.workspaceId,
      userId,
    })

  it('refuses a member, for a stranger, and an admin for an owner', async () => {
    const outsider = await addPerson(quire, 'Stran')
    assert.equal((await link(outsider.userId)).body.code, 'MEMBER_NOT_FOUND')
    const member = await signIn(quire, bob)
    assert.equal((await link(bob.userId, member)).status, 403)
    const admin = await signIn(quire, await addPerson(quire, 'Adm', 'ADMIN'))
    assert.equal((await link(quire.userId, admin)).status, 403)
    assert.equal((await link(bob.userId, admin)).status, 200)
  })

  it('refuses for a person who is in a workspace of others too', async () => {
    const carl = await addPerson(quire, 'Carl', 'MEMBER')
    await addWorkspace(quire, 'Of Carl', carl.userId)
    assert.deepEqual((await link(carl.userId)).body.code, 'FORBIDDEN')
  })

  it('gives a link that works', async () => {
    const { body } = await link(bob.userId)
    assert.ok(body.url.startsWith(`${publicUrl}/reset-password#`))
    assert.equal((await reset(tokenIn(body.url), 'from my admin')).status, 200)
    assert.equal((await enter(bob.email, 'from my admin')).status, 200)
  })
})
