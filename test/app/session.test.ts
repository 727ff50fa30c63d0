import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { removeUser } from '../../server/domain/people/users.ts'
import { clock } from '../../server/lib/clock.ts'
import { nothing } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer, usesNoted } from '../support/server.ts'
import { openVisitor, password, setPassword, signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const day = 86_400_000
const ada = { email: 'ada@example.com', password }

let quire: TestServer
before(async () => {
  quire = await startServer()
  await setPassword(quire, quire.userId)
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

type Self = { user: { email: string; hasPassword: boolean }; workspaces: { role: string }[] }
type Sessions = {
  sessions: { id: string; isCurrent: boolean; userAgent: string; address: string }[]
}

describe('session.create', () => {
  it('refuses a wrong password and an unknown address in the same words, with no cookie', async () => {
    const visitor = openVisitor(quire)
    const wrong = await visitor.post('/app/session/create', { ...ada, password: 'wrong' })
    const unknown = await visitor.post('/app/session/create', { ...ada, email: 'x@example.com' })
    assert.equal(wrong.status, 401)
    assert.equal(wrong.body.code, 'SIGN_IN_FAILED')
    assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body])
    assert.equal(visitor.cookies.size, 0)
  })

  it('refuses a person without a password and one who was removed', async () => {
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    const visitor = openVisitor(quire)
    const sign = () => visitor.post('/app/session/create', { email: bob.email, password })
    assert.equal((await sign()).status, 401)
    await setPassword(quire, bob.userId)
    assert.equal((await sign()).status, 200)
    await removeUser(quire.app.store, bob.email)
    assert.equal((await sign()).status, 401)
    assert.equal((await visitor.post('/app/session/get')).body.code, 'SIGN_IN_REQUIRED')
  })

  it('keeps the token in a cookie that scripts and other sites do not get', async () => {
    const visitor = openVisitor(quire)
    const { status, body, headers } = await visitor.post<object>('/app/session/create', {
      email: ' ADA@Example.com ',
      password,
    })
    assert.equal(status, 200)
    assert.deepEqual(body, { userId: quire.userId })
    assert.match(
      String([headers['set-cookie']].flat()[0]),
      /^quire=[\w-]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(headers['cache-control'], 'no-store')
  })

  it('binds the cookie to the host where the public address has TLS', async () => {
    const own = await startServer({ publicUrl: 'https://notes.example.com' })
    await setPassword(own, own.userId)
    const visitor = openVisitor(own, { origin: 'https://notes.example.com', host: 'inside:8082' })
    const { headers } = await visitor.post('/app/session/create', ada)
    assert.match(String(headers['set-cookie']), /^__Host-quire=.*; HttpOnly; Secure; SameSite=Lax$/)
    assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    assert.equal((await visitor.post('/app/session/get')).status, 200)
    const plain = await openVisitor(quire).post('/app/session/get')
    assert.equal(plain.headers['strict-transport-security'], undefined)
    await own.close()
  })
})

describe('session.get', () => {
  it('refuses a stranger, a made-up token and an API key', async () => {
    const visitor = openVisitor(quire)
    const outsider = await visitor.post('/app/session/get')
    assert.equal(outsider.status, 401)
    assert.equal(outsider.body.code, 'SIGN_IN_REQUIRED')
    visitor.cookies.set('quire', 'A'.repeat(32))
    assert.equal((await visitor.post('/app/session/get')).body.code, 'SIGN_IN_REQUIRED')
    assert.equal((await quire.post('/app/session/get', {})).body.code, 'SIGN_IN_REQUIRED')
  })

  it('tells who is signed in, and where they may go', async () => {
    const { body } = await (await signIn(quire)).post<Self>('/app/session/get')
    assert.deepEqual(body.user, {
      id: quire.userId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      emailVerified: true,
      language: null,
      hasPassword: true,
      hasTotp: false,
    })
    assert.deepEqual(
      body.workspaces.map(({ role }) => role),
      ['OWNER'],
    )
  })

  it('goes on for 30 days after the last use, noted every 5 minutes, and not longer', async () => {
    const start = Date.now()
    const visitor = await signIn(quire)
    const ask = async (now: number) => {
      clock.now = () => now
      const { status, headers } = await visitor.post('/app/session/get')
      await usesNoted(quire)
      return [status, headers['set-cookie'] !== undefined]
    }
    assert.deepEqual(await ask(start + 60_000), [200, false])
    assert.deepEqual(await ask(start + 29 * day), [200, true])
    assert.deepEqual(await ask(start + 29 * day + 60_000), [200, false])
    assert.deepEqual(await ask(start + 58 * day), [200, true])
    assert.deepEqual(await ask(start + 89 * day), [401, false])
  })
})

describe('a session in use every day', () => {
  it('ends 90 days after the sign-in', async () => {
    const start = Date.now()
    const visitor = await signIn(quire, await addPerson(quire, 'Daily', 'MEMBER'))
    const statuses = []
    for (const days of [25, 50, 75, 89.9, 90.1]) {
      clock.now = () => start + days * day
      statuses.push((await visitor.post('/app/session/get')).status)
      await usesNoted(quire)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 401])
  })
})

describe('session.list and session.removeAll', () => {
  it('shows every browser, and signs out everywhere', async () => {
    const cara = await addPerson(quire, 'Cara', 'MEMBER')
    const [desk, phone] = [await signIn(quire, cara), await signIn(quire, cara)]
    const { body } = await desk.post<Sessions>('/app/session/list', {})
    assert.equal(body.sessions.length, 2)
    assert.equal(body.sessions.filter(({ isCurrent }) => isCurrent).length, 1)
    assert.match(body.sessions[0]?.userAgent ?? '', /lightMyRequest/)
    assert.equal(body.sessions[0]?.address, '127.0.0.1')
    const { status } = await desk.post('/app/session/remove-all')
    assert.equal(status, 200)
    assert.ok(!desk.cookies.has('quire'))
    assert.equal((await phone.post('/app/session/get')).status, 401)
  })
})

describe('session.end', () => {
  const sessionsOf = async (visitor: Visitor) =>
    (await visitor.post<Sessions>('/app/session/list', {})).body.sessions
  const end = (visitor: Visitor, sessionId: string | undefined) =>
    visitor.post('/app/session/end', { sessionId })

  it('refuses a session of somebody else as one that is not there', async () => {
    const dora = await addPerson(quire, 'Dora', 'MEMBER')
    const [hers, mine] = [await signIn(quire, dora), await signIn(quire)]
    const [foreign] = await sessionsOf(hers)
    const refused = await end(mine, foreign?.id)
    assert.deepEqual([refused.status, refused.body.code], [404, 'NOT_FOUND'])
    assert.deepEqual((await end(mine, nothing)).body, { ...refused.body })
    assert.equal((await hers.post('/app/session/get')).status, 200)
    assert.equal((await end(openVisitor(quire), foreign?.id)).status, 401)
  })

  it('signs out another browser alone, once', async () => {
    const emil = await addPerson(quire, 'Emil', 'MEMBER')
    const [desk, phone] = [await signIn(quire, emil), await signIn(quire, emil)]
    const other = (await sessionsOf(desk)).find(({ isCurrent }) => !isCurrent)
    assert.equal((await end(desk, other?.id)).status, 200)
    assert.equal((await phone.post('/app/session/get')).status, 401)
    assert.equal((await sessionsOf(desk)).length, 1)
    assert.equal((await end(desk, other?.id)).status, 404)
  })

  it('signs out this browser, with its cookie', async () => {
    const desk = await signIn(quire)
    const current = (await sessionsOf(desk)).find(({ isCurrent }) => isCurrent)
    assert.equal((await end(desk, current?.id)).status, 200)
    assert.ok(!desk.cookies.has('quire'))
  })
})

describe('session.remove', () => {
  it('signs out this browser alone, and a stranger without complaint', async () => {
    const [desk, phone] = [await signIn(quire), await signIn(quire)]
    const token = desk.cookies.get('quire') ?? ''
    assert.equal((await desk.post('/app/session/remove')).status, 200)
    assert.ok(!desk.cookies.has('quire'))
    desk.cookies.set('quire', token)
    assert.equal((await desk.post('/app/session/get')).status, 401)
    assert.equal((await phone.post('/app/session/get')).status, 200)
    assert.equal((await openVisitor(quire).post('/app/session/remove')).status, 200)
  })
})

describe('too many tries to sign in', () => {
  it('are refused for a while, whichever account is tried and whether it is there or not', async () => {
    const own = await startServer()
    await setPassword(own, own.userId)
    const start = Date.now()
    clock.now = () => start
    const visitor = openVisitor(own)
    const guess = (email: string) => visitor.post('/app/session/create', { email, password: 'no' })
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const statuses = []
      for (let count = 0; count < 11; count += 1) statuses.push((await guess(email)).status)
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
    }
    const refused = await visitor.post('/app/session/create', ada)
    assert.equal(refused.body.code, 'RATE_LIMITED')
    assert.equal(refused.headers['retry-after'], '900')
    clock.now = () => start + 900_000
    assert.equal((await visitor.post('/app/session/create', ada)).status, 200)
    await own.close()
  })
})
