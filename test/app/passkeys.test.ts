import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { removeUser } from '../../server/domain/people/users.ts'
import { clock } from '../../server/lib/clock.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { createAuthenticator } from '../support/web/authenticator.ts'
import { openVisitor, signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const publicUrl = 'https://notes.example.com'
const own = { origin: publicUrl, host: 'notes.example.com' }

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer({ publicUrl })
  ada = await signIn(quire, undefined, own)
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

type List = { passkeys: { id: string; name: string; lastUsedAt: string | null }[] }

const begin = async (by = ada) =>
  (await by.post<PublicKeyCredentialCreationOptionsJSON>('/app/passkeys/begin')).body
const finish = (response: object, by = ada) =>
  by.post('/app/passkeys/finish', { name: ' Phone ', response })
const challenge = async () =>
  (
    await openVisitor(quire, own).post<PublicKeyCredentialRequestOptionsJSON>(
      '/app/passkeys/challenge',
    )
  ).body
const enter = (response: object, visitor = openVisitor(quire, own)) =>
  visitor.post<{ userId: string; code: string }>('/app/passkeys/sign-in', { response })

describe('passkeys.finish', () => {
  it('refuses the page of another site, another host, a device that saw nobody, and a late answer', async () => {
    const device = createAuthenticator(publicUrl)
    for (const wrong of [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { isUserSeen: false },
    ]) {
      const answer = await finish(device.create(await begin(), wrong))
      assert.deepEqual([answer.status, answer.body.code], [401, 'SIGN_IN_FAILED'])
    }
    const options = await begin()
    clock.now = () => realNow() + 600_000
    assert.equal((await finish(device.create(options))).status, 401)
  })

  it('refuses a challenge made for somebody else, and one used before', async () => {
    const bob = await signIn(quire, await addPerson(quire, 'Bob', 'MEMBER'), own)
    const device = createAuthenticator(publicUrl)
    assert.equal((await finish(device.create(await begin()), bob)).status, 401)
    const response = device.create(await begin())
    assert.equal((await finish(response)).status, 200)
    assert.equal((await finish(response)).status, 401)
    assert.equal((await finish(device.create(await begin(bob)), bob)).body.code, 'ALREADY_EXISTS')
  })

  it('asks the device for what it is to be, and not for one that is known', async () => {
    const options = await begin()
    assert.equal(options.rp.id, 'notes.example.com')
    assert.equal(options.authenticatorSelection?.userVerification, 'required')
    const { body } = await ada.post<List>('/app/passkeys/list')
    assert.deepEqual(
      options.excludeCredentials?.map(({ id }) => id),
      body.passkeys.map(({ id }) => id),
    )
    assert.deepEqual(
      body.passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt]),
      [['Phone', null]],
    )
  })
})

describe('passkeys.signIn', () => {
  const device = createAuthenticator(publicUrl)
  before(async () => {
    assert.equal((await finish(device.create(await begin()))).status, 200)
  })

  it('refuses an unknown device, a signature of another, and a challenge of nobody', async () => {
    const outsider = createAuthenticator(publicUrl)
    assert.equal((await enter(outsider.get(await challenge()))).status, 401)
    const options = await challenge()
    const { response } = outsider.get(options)
    assert.equal((await enter({ ...device.get(options), response })).status, 401)
    assert.equal((await enter(device.get({ challenge: 'A'.repeat(43) }))).status, 401)
    const forRegistration = await begin()
    assert.equal((await enter(device.get(forRegistration))).status, 401)
  })

  it('refuses another site, a device that saw nobody, and one that was copied', async () => {
    for (const wrong of [
      { origin: 'https://evil.example' },
      { host: 'evil.example' },
      { isUserSeen: false },
      { counter: 1 },
    ]) {
      const answer = await enter(device.get(await challenge(), wrong))
      assert.deepEqual([answer.status, answer.body.code], [401, 'SIGN_IN_FAILED'])
    }
  })

  it('signs in with a challenge once, and notes the use', async () => {
    const visitor = openVisitor(quire, own)
    const response = device.get(await challenge())
    const { status, body } = await enter(response, visitor)
    assert.deepEqual([status, body.userId], [200, quire.userId])
    assert.equal((await visitor.post('/app/session/get')).status, 200)
    assert.equal((await enter(response)).status, 401)
    const list = await ada.post<List>('/app/passkeys/list')
    assert.equal(list.body.passkeys.filter(({ lastUsedAt }) => lastUsedAt !== null).length, 1)
  })

  it('refuses a device whose passkey or person was removed', async () => {
    const eve = await addPerson(quire, 'Eve', 'MEMBER')
    const byEve = await signIn(quire, eve, own)
    const phone = createAuthenticator(publicUrl)
    assert.equal((await finish(phone.create(await begin(byEve)), byEve)).status, 200)
    const [passkey] = (await byEve.post<List>('/app/passkeys/list')).body.passkeys
    const body = { passkeyId: passkey?.id }
    assert.equal((await ada.post('/app/passkeys/remove', body)).status, 404)
    assert.equal((await enter(phone.get(await challenge()))).status, 200)
    await removeUser(quire.app.store, eve.email)
    assert.equal((await enter(phone.get(await challenge()))).status, 401)
    const [first] = (await ada.post<List>('/app/passkeys/list')).body.passkeys
    assert.equal((await ada.post('/app/passkeys/remove', { passkeyId: first?.id })).status, 200)
  })
})

describe('passkeys', () => {
  it('are offered where browsers have them: by TLS or as localhost, never by an IP address', async () => {
    const methods = async (server: TestServer, host: string, scheme = 'http') => {
      const visitor = openVisitor(server, { host, origin: `${scheme}://${host}` })
      const { body } = await visitor.post<{ passkeys: boolean }>('/app/sign-in/methods')
      const begun = await visitor.post('/app/passkeys/challenge')
      assert.equal(begun.status, body.passkeys ? 200 : 403)
      return body.passkeys
    }
    const plain = await startServer()
    assert.equal(await methods(plain, 'localhost:8082'), true)
    assert.equal(await methods(plain, '127.0.0.1:8082'), false)
    assert.equal(await methods(plain, '[::1]:8082'), false)
    assert.equal(await methods(plain, 'notes.example.com'), false)
    assert.equal(await methods(quire, 'notes.example.com', 'https'), true)
    await plain.close()
  })
})

describe('challenges for strangers', () => {
  it('are limited, since each leaves a row behind', async () => {
    const alone = await startServer({ publicUrl })
    const visitor = openVisitor(alone, own)
    for (let count = 0; count < 300; count += 1) {
      assert.equal((await visitor.post('/app/passkeys/challenge')).status, 200)
    }
    assert.equal((await visitor.post('/app/passkeys/challenge')).status, 429)
    await alone.close()
  })
})
