import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { dropMember, putMember } from '../../server/domain/people/members.ts'
import { clock } from '../../server/lib/clock.ts'
import type { Role } from '../../server/lib/vocabulary.ts'
import { events, users } from '../../server/store/index.ts'
import { startMailServer } from '../support/outside/smtp.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const week = 7 * 86_400_000

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer()
  ada = await signIn(quire)
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

type Created = { id: string; url: string; expiresAt: string; mailed: boolean; code: string }
type List = { invitations: { id: string; role: Role; email: string | null }[] }

const invite = (body: object = {}, by = ada) =>
  by.post<Created>('/app/invitations/create', {
    workspaceId: quire.workspaceId,
    role: 'MEMBER',
    ...body,
  })
const tokenOf = (url: string) => url.split('#')[1] ?? ''
const inviteToken = async (body: object = {}) => tokenOf((await invite(body)).body.url)
const accept = (token: string, person: object = {}, visitor = openVisitor(quire)) =>
  visitor.post<{ workspaceId: string; code: string; message: string }>('/app/invitations/accept', {
    token,
    ...person,
  })
const newcomer = (name: string) => ({
  firstName: name,
  lastName: 'New',
  email: `${name.toLowerCase()}@example.com`,
  password,
})

describe('invitations.create', () => {
  it('refuses members and viewers, and an owner made by an admin', async () => {
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      const visitor = await signIn(quire, await addPerson(quire, `Im${role}`, role))
      assert.equal((await invite({}, visitor)).status, 403)
    }
    const admin = await signIn(quire, await addPerson(quire, 'Admin', 'ADMIN'))
    assert.equal((await invite({ role: 'OWNER' }, admin)).status, 403)
    assert.equal((await invite({ role: 'ADMIN' }, admin)).status, 200)
    assert.equal((await invite({ email: 'no address' })).status, 400)
  })

  it('gives a link of this server, for a week, and mails nothing without mail', async () => {
    const start = Date.now()
    clock.now = () => start
    const { body } = await invite({ email: 'Zoe@Example.com' })
    assert.match(body.url, /^http:\/\/localhost:80\/join#[\w-]{32}$/)
    assert.equal(body.expiresAt, new Date(start + week).toISOString())
    assert.equal(body.mailed, false)
    const list = await ada.post<List>('/app/invitations/list', quire)
    const [newest] = list.body.invitations
    assert.deepEqual([newest?.id, newest?.email], [body.id, 'zoe@example.com'])
    assert.ok(!JSON.stringify(list.body).includes(tokenOf(body.url)))
  })
})

describe('invitations by mail', () => {
  it('are mailed to the address, and there all the same when the mail is refused', async () => {
    for (const refuses of [false, true]) {
      const mail = await startMailServer({ refuses })
      const settings = {
        publicUrl: 'http://localhost',
        mail: { url: mail.url, from: 'q@q.example' },
      }
      const own = await startServer(settings)
      const visitor = await signIn(own)
      const { status, body } = await visitor.post<Created>('/app/invitations/create', {
        workspaceId: own.workspaceId,
        role: 'VIEWER',
        email: 'zoe@example.com',
      })
      assert.deepEqual([status, body.mailed], [200, !refuses])
      if (!refuses) {
        const { to, text } = await mail.next()
        assert.equal(to, 'zoe@example.com')
        const mailed = /http:\/\/localhost\/join#([\w-]{32})\n/.exec(text)?.[1] ?? ''
        assert.notEqual(mailed, tokenOf(body.url), 'what went by mail is shown to nobody')
        assert.ok(!text.includes(tokenOf(body.url)), text)
        assert.match(text, /Ada Lovelace invites you to the workspace Lab/)
      }
      await own.close()
      await mail.close()
    }
  })
})

describe('invitations.accept', () => {
  it('refuses a link that was made up, revoked, or is a week old', async () => {
    assert.equal((await accept('A'.repeat(32), newcomer('Xav'))).body.code, 'LINK_INVALID')
    const { body } = await invite()
    const { workspaceId } = quire
    const revoke = () => ada.post('/app/invitations/revoke', { workspaceId, invitationId: body.id })
    assert.equal((await revoke()).status, 200)
    assert.equal((await revoke()).status, 404)
    const got = await openVisitor(quire).post('/app/invitations/get', { token: tokenOf(body.url) })
    assert.equal(got.body.code, 'LINK_INVALID')
    const late = await inviteToken()
    clock.now = () => realNow() + week
    assert.equal((await accept(late, newcomer('Xav'))).body.code, 'LINK_INVALID')
  })

  it('refuses a link of someone who lost the right to invite', async () => {
    const eve = await addPerson(quire, 'Eve', 'ADMIN')
    const visitor = await signIn(quire, eve)
    const token = tokenOf((await invite({}, visitor)).body.url)
    const actor = { userId: quire.userId, via: 'cli' } as const
    const put = (role: Role) =>
      putMember(quire.app.store, quire.workspaceId, { userId: eve.userId, role }, actor)
    await put('MEMBER')
    assert.equal((await accept(token, newcomer('Yan'))).body.code, 'LINK_INVALID')
    await dropMember(quire.app.store, quire.workspaceId, eve.userId, actor)
    assert.equal((await accept(token, newcomer('Yan'))).body.code, 'LINK_INVALID')
  })

  it('refuses an account that is there, another address than the invited one, and a bad name', async () => {
    const token = await inviteToken({ email: 'only@example.com' })
    const taken = await inviteToken()
    assert.equal((await accept(taken, { ...newcomer('Z'), firstName: '' })).status, 400)
    assert.equal((await accept(taken, { token: taken })).status, 400)
    const known = await accept(taken, { ...newcomer('Z'), email: 'ada@example.com' })
    assert.deepEqual([known.status, known.body.code], [409, 'ALREADY_EXISTS'])
    const other = await signIn(quire, await addPerson(quire, 'Other'))
    const answer = await accept(token, {}, other)
    assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'])
    assert.equal((await accept(taken, {}, ada)).body.code, 'ALREADY_EXISTS')
  })

  it('makes a person of the invited address and role, signed in, once', async () => {
    const token = await inviteToken({ email: 'kim@example.com', role: 'VIEWER' })
    const visitor = openVisitor(quire)
    const details = await visitor.post<object>('/app/invitations/get', { token })
    assert.deepEqual(details.body, {
      workspaceName: 'Lab',
      inviter: 'Ada Lovelace',
      role: 'VIEWER',
      isGuest: false,
      email: 'kim@example.com',
    })
    const person = { ...newcomer('Kim'), email: 'mallory@example.com', language: 'de' }
    const answers = await Promise.all([accept(token, person, visitor), accept(token, person)])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    )
    const members = await ada.post<{ members: { email: string; role: string }[] }>(
      '/app/members/list',
      quire,
    )
    const kim = members.body.members.find(({ email }) => email === 'kim@example.com')
    assert.equal(kim?.role, 'VIEWER')
    assert.equal((await users.byEmail(quire.app.store, 'kim@example.com'))?.language, 'de')
  })

  it('makes the signed-in person a member, and tells of it', async () => {
    const lou = await addPerson(quire, 'Lou')
    const visitor = await signIn(quire, lou)
    const { status, body } = await accept(await inviteToken(), {}, visitor)
    assert.deepEqual([status, body.workspaceId], [200, quire.workspaceId])
    const all = await events.after(quire.app.store, quire.workspaceId, 0, 1000)
    const last = all.at(-1)
    assert.equal(last?.type, 'member.joined')
    assert.deepEqual(JSON.parse(last?.data ?? ''), { userId: lou.userId, role: 'MEMBER' })
  })
})
