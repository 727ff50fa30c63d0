import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { Secret, TOTP, URI } from 'otpauth'
import { issueResetLink } from '../../server/domain/people/sign-in/password-reset.ts'
import { clock } from '../../server/lib/clock.ts'
import { openSecrets } from '../../server/lib/secrets/secrets.ts'
import { secondFactors } from '../../server/store/index.ts'
import { auditOf } from '../support/audit.ts'
import { addPerson, type Person } from '../support/people.ts'
import { contextOf, startServer, type TestServer } from '../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const start = Date.UTC(2030, 0, 1)

let quire: TestServer
let bob: Person
let visitor: Visitor
let secret = ''
let recoveryCodes: string[] = []
before(async () => {
  quire = await startServer()
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  clock.now = () => start
  visitor = await signIn(quire, bob)
})
after(() => quire.close())
afterEach(() => {
  clock.now = () => start
})
after(() => {
  clock.now = realNow
})

/** The code an app shows at a moment. */
const codeAt = (timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
const enter = (totp?: string, from = openVisitor(quire)) =>
  from.post('/app/session/create', {
    email: bob.email,
    password,
    ...(totp === undefined ? {} : { totp }),
  })
const hasTotp = async () =>
  (await visitor.post<{ user: { hasTotp: boolean } }>('/app/session/get')).body.user.hasTotp

describe('totp.confirm', () => {
  const confirm = (code: string) =>
    visitor.post<{ recoveryCodes: string[]; errors: { path: string }[] }>('/app/totp/confirm', {
      code,
    })

  it('refuses a code before there is a secret, a wrong one, and a secret of ten minutes ago', async () => {
    assert.equal((await confirm('123456')).status, 400)
    const { body } = await visitor.post<{ secret: string; uri: string }>('/app/totp/begin')
    secret = body.secret
    const uri = URI.parse(body.uri)
    assert.deepEqual([uri.issuer, uri.label, uri.secret.base32], ['Quire', bob.email, secret])
    assert.equal((await confirm('abc')).body.errors[0]?.path, '/code')
    assert.equal((await confirm(codeAt(start + 3_600_000))).status, 400)
    clock.now = () => start + 600_000
    assert.equal((await confirm(codeAt(start + 600_000))).status, 400)
    assert.equal(await hasTotp(), false)
  })

  it('turns the second factor on, and gives recovery codes; the store holds none of it readable', async () => {
    const code = codeAt(start)
    const { status, body } = await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)
    assert.equal(status, 200)
    recoveryCodes = body.recoveryCodes
    assert.equal(new Set(recoveryCodes).size, 10)
    assert.ok(recoveryCodes.every((one) => /^(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}$/.test(one)))
    assert.equal(await hasTotp(), true)
    const row = await secondFactors.get(quire.app.store, bob.userId)
    assert.ok(row !== undefined && !JSON.stringify(row).includes(secret))
    assert.equal((await visitor.post('/app/totp/begin')).body.code, 'ALREADY_EXISTS')
  })
})

describe('session.create with a second factor', () => {
  it('asks for it only where the password is right, and signs nobody in without', async () => {
    const from = openVisitor(quire)
    const asked = await enter(undefined, from)
    assert.deepEqual([asked.status, asked.body.code], [401, 'TOTP_REQUIRED'])
    assert.equal(from.cookies.size, 0)
    const wrong = await from.post('/app/session/create', { email: bob.email, password: 'wrong' })
    assert.equal(wrong.body.code, 'SIGN_IN_FAILED')
  })

  it('takes a code of this moment or one beside it, each once, and no earlier one after it', async () => {
    // The code of `start` was used to confirm.
    assert.equal((await enter(codeAt(start))).body.code, 'SIGN_IN_FAILED')
    assert.equal((await enter(codeAt(start + 90_000))).status, 401)
    const next = codeAt(start + 30_000)
    const both = await Promise.all([enter(next), enter(next)])
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401],
    )
    clock.now = () => start + 60_000
    assert.equal((await enter(codeAt(start + 30_000))).status, 401)
    assert.equal((await enter(codeAt(start + 60_000))).status, 200)
  })

  it('takes each recovery code once, in any case and with or without its hyphens', async () => {
    const [first = '', second = ''] = recoveryCodes
    assert.equal((await enter(first)).status, 200)
    assert.equal((await enter(first)).status, 401)
    const used = () => auditOf(quire, 'recovery-code.use')
    assert.equal((await used()).length, 1)
    assert.equal((await enter(second.toLowerCase().replaceAll('-', ' '))).status, 200)
    const [entry, ...earlier] = await used()
    assert.equal(earlier.length, 1)
    assert.deepEqual(
      [entry?.actorId, entry?.subject, entry?.address, entry?.details],
      [bob.userId, bob.userId, '127.0.0.1', {}],
    )
  })

  it('takes recovery codes alone where the secret cannot be opened any more', async () => {
    const { signIn } = contextOf(quire)
    const { open } = signIn.secrets
    signIn.secrets.open = openSecrets(quire.dataFolder, 'another secret, 16 or more').open
    clock.now = () => start + 120_000
    assert.equal((await enter(codeAt(start + 120_000))).status, 401)
    assert.equal((await enter(recoveryCodes[2])).status, 200)
    signIn.secrets.open = open
  })

  it('limits guesses of the code as those of the password', async () => {
    clock.now = () => start + 3_600_000
    const statuses = []
    for (let count = 0; count < 11; count += 1) statuses.push((await enter('000000')).status)
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
  })
})

describe('totp.remove', () => {
  it('refuses without the password, and takes the factor and its recovery codes away with it', async () => {
    clock.now = () => start + 7_200_000
    const remove = (given: string, totp?: string) =>
      visitor.post('/app/totp/remove', { password: given, ...(totp === undefined ? {} : { totp }) })
    assert.equal((await remove('wrong')).status, 400)
    const without = await remove(password)
    assert.deepEqual([without.status, without.body.errors[0]?.path], [400, '/totp'])
    assert.equal(await hasTotp(), true)
    assert.equal((await remove(password, codeAt(start + 7_200_000))).status, 200)
    assert.equal(await hasTotp(), false)
    assert.equal((await enter()).status, 200)
  })
})

describe('a link by the operator', () => {
  it('takes the second factor away only where that is asked for', async () => {
    const { store } = quire.app
    const row = { userId: bob.userId, secret: 'sealed', lastStep: 1, createdAt: 1 }
    await store.transact((transaction) => secondFactors.insert(transaction, row, ['one']))
    const { url } = await issueResetLink(store, bob.email, 'http://localhost')
    assert.match(url, /^http:\/\/localhost\/reset-password#/)
    assert.ok((await secondFactors.get(store, bob.userId)) !== undefined)
    await issueResetLink(store, bob.email, 'http://localhost', { secondFactor: 'removed' })
    assert.equal(await secondFactors.get(store, bob.userId), undefined)
  })
})
