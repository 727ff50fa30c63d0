import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Secret, TOTP } from 'otpauth'
import { clock } from '../../server/lib/clock.ts'
import { startProvider, type TestProvider } from '../support/outside/oidc.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createAuthenticator } from '../support/web/authenticator.ts'
import { openVisitor, password, signIn, type Visitor } from '../support/web/visitor.ts'

const publicUrl = 'http://localhost:8082'
const realNow = clock.now
let start = 0
const minute = 60_000

let quire: TestServer
let provider: TestProvider
before(async () => {
  start = Date.now()
  provider = await startProvider(`${publicUrl}/app/oidc/callback`)
  quire = await startServer({ publicUrl, oidc: { ...provider.config, joinWorkspace: 'lab' } })
})
after(async () => {
  await quire.close()
  await provider.close()
})
afterEach(() => {
  clock.now = realNow
})

const at = (minutes: number) => {
  clock.now = () => start + minutes * minute
}
const arrive = async (visitor: Visitor, url: string) => {
  const back = await provider.visit(url)
  return visitor.get(back.replace(publicUrl, ''))
}
const makeKey = async (visitor: Visitor, expires = 'never') =>
  (await visitor.post('/app/keys/create', { name: 'k', expires })).body.code ?? 'done'
const asked = 'REAUTHENTICATION_REQUIRED'

describe('what a session needs a recent sign-in for', () => {
  it('is a key that outlives it, a second factor, a passkey and a first password', async () => {
    at(0)
    const bob = await signIn(quire, await addPerson(quire, 'Bob', 'MEMBER'))
    at(10)
    assert.equal(await makeKey(bob), 'done')
    at(11)
    for (const expires of ['never', '1y', '90d']) assert.equal(await makeKey(bob, expires), asked)
    for (const expires of ['7d', '30d']) assert.equal(await makeKey(bob, expires), 'done')
    for (const path of ['/app/totp/begin', '/app/passkeys/begin']) {
      const { status, body } = await bob.post(path)
      assert.deepEqual([status, body.code], [403, asked], path)
    }
    provider.become({ subject: 'nopass', email: 'nopass@example.com', email_verified: true })
    const byProvider = openVisitor(quire)
    const begun = await byProvider.get('/app/oidc/start')
    await arrive(byProvider, String(begun.headers['location']))
    const first = await byProvider.post('/app/profile/change-password', { next: 'staple battery' })
    assert.deepEqual([first.status, first.body.code], [403, asked])
  })
})

describe('session.confirm', () => {
  const confirm = (visitor: Visitor, body: object) => visitor.post('/app/session/confirm', body)

  it('refuses another password, and one without the code of the second factor', async () => {
    at(0)
    const eve = await signIn(quire, await addPerson(quire, 'Eve', 'MEMBER'))
    const { body } = await eve.post<{ secret: string }>('/app/totp/begin')
    const codeAt = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp })
    assert.equal((await eve.post('/app/totp/confirm', { code: codeAt(start) })).status, 200)
    at(11)
    assert.equal((await confirm(eve, { password: 'wrong' })).body.errors[0]?.path, '/password')
    for (const totp of [undefined, '000000', codeAt(start)]) {
      const refused = await confirm(eve, totp === undefined ? { password } : { password, totp })
      assert.equal(refused.body.errors[0]?.path, '/totp')
    }
    const change = { current: password, next: 'staple horse battery' }
    const changed = await eve.post('/app/profile/change-password', change)
    assert.equal(changed.body.errors[0]?.path, '/totp')
    assert.equal(await makeKey(eve), asked)
    const totp = codeAt(start + 11 * minute)
    assert.equal((await confirm(eve, { password, totp })).status, 200)
    assert.equal(await makeKey(eve), 'done')
  })

  it('counts for ten minutes, for this session alone', async () => {
    at(0)
    const person = await addPerson(quire, 'Carl', 'MEMBER')
    const [desk, phone] = [await signIn(quire, person), await signIn(quire, person)]
    at(60)
    assert.equal((await confirm(desk, { password })).status, 200)
    assert.deepEqual([await makeKey(desk), await makeKey(phone)], ['done', asked])
    at(71)
    assert.equal(await makeKey(desk), asked)
  })

  it('lets nobody guess on, and guesses elsewhere do not count', async () => {
    at(0)
    const person = await addPerson(quire, 'Dora', 'MEMBER')
    const dora = await signIn(quire, person)
    const outsider = openVisitor(quire)
    for (let count = 0; count < 12; count += 1) {
      await outsider.post('/app/session/create', { email: person.email, password: 'guess' })
    }
    const statuses = []
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await confirm(dora, { password: 'guess' })).status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 400), 429])
  })
})

describe('passkeys.confirm', () => {
  it('takes a passkey of the person, and of nobody else', async () => {
    at(0)
    const [fay, gus] = [
      await signIn(quire, await addPerson(quire, 'Fay', 'MEMBER')),
      await signIn(quire, await addPerson(quire, 'Gus', 'MEMBER')),
    ]
    const device = createAuthenticator(publicUrl)
    const options = await fay.post<PublicKeyCredentialCreationOptionsJSON>('/app/passkeys/begin')
    const response = device.create(options.body)
    assert.equal((await fay.post('/app/passkeys/finish', { name: 'P', response })).status, 200)
    at(11)
    const sign = async (visitor: Visitor) => {
      const { body } =
        await visitor.post<PublicKeyCredentialRequestOptionsJSON>('/app/passkeys/challenge')
      return visitor.post('/app/passkeys/confirm', { response: device.get(body) })
    }
    assert.equal((await sign(gus)).body.code, 'SIGN_IN_FAILED')
    assert.equal(await makeKey(gus), asked)
    assert.equal((await sign(fay)).status, 200)
    assert.equal(await makeKey(fay), 'done')
  })
})

describe('GET /app/oidc/start?confirm', () => {
  const account = { subject: 'hal', email: 'hal@example.com', email_verified: true }
  const go = async (visitor: Visitor, query: string) => {
    const begun = await visitor.get(`/app/oidc/start?${query}`)
    const url = String(begun.headers['location'])
    const { headers } = await arrive(visitor, url)
    return { url, location: String(headers['location']) }
  }

  it('asks the provider for a fresh sign-in, which counts for the session', async () => {
    provider.become(account)
    const hal = openVisitor(quire)
    const plain = await go(hal, 'returnTo=/')
    assert.equal(new URL(plain.url).searchParams.get('max_age'), null)
    assert.equal(await makeKey(hal), asked)
    const session = hal.cookies.get('quire')
    const fresh = await go(hal, 'confirm=1&returnTo=/confirmed')
    assert.equal(new URL(fresh.url).searchParams.get('max_age'), '0')
    assert.equal(fresh.location, '/confirmed')
    assert.equal(hal.cookies.get('quire'), session)
    assert.equal(await makeKey(hal), 'done')
  })

  it('refuses somebody else at the provider', async () => {
    provider.become(account)
    const hal = openVisitor(quire)
    await go(hal, 'returnTo=/')
    provider.become({ subject: 'ivy', email: 'ivy@example.com', email_verified: true })
    const { location } = await go(hal, 'confirm=1&returnTo=/')
    assert.equal(location, '/sign-in?error=SIGN_IN_FAILED')
    assert.equal(await makeKey(hal), asked)
  })
})
