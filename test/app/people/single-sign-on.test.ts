import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Secret, TOTP } from 'otpauth'
import {
  type ServerSettings,
  turnOffSignInPolicies,
} from '../../../server/domain/administration/server-settings.ts'
import { clock } from '../../../server/lib/clock.ts'
import { type Account, startProvider, type TestProvider } from '../../support/outside/oidc.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createAuthenticator } from '../../support/web/authenticator.ts'
import { openVisitor, password, signIn, type Visitor } from '../../support/web/visitor.ts'

const page = { origin: 'http://localhost:8082', host: 'localhost:8082' }
const realNow = clock.now

let provider: TestProvider
let quire: TestServer
let ada: Visitor
let bob: Person
let secret = ''
before(async () => {
  provider = await startProvider('http://localhost:8082/app/oidc/callback')
  quire = await startServer({ oidc: { ...provider.config, joinWorkspace: undefined } })
  ada = await signIn(quire, undefined, page)
  bob = await addPerson(quire, 'Bob', 'MEMBER')
})
after(async () => {
  clock.now = realNow
  await quire.close()
  await provider.close()
})

const set = (by: Visitor, change: Partial<ServerSettings>) =>
  by.post<{ code: string; errors: { path: string }[] }>('/app/server-settings/update', change)
const readPages = async (visitor: Visitor) =>
  (await visitor.post('/v1/pages/list', { workspaceId: quire.workspaceId })).status
const device = createAuthenticator(page.origin)

async function addPasskey(visitor: Visitor): Promise<void> {
  const { body } = await visitor.post<PublicKeyCredentialCreationOptionsJSON>('/app/passkeys/begin')
  const response = device.create(body)
  const { status } = await visitor.post('/app/passkeys/finish', { name: 'Phone', response })
  assert.equal(status, 200)
}

async function enterWithPasskey() {
  const visitor = openVisitor(quire, page)
  const { body } =
    await visitor.post<PublicKeyCredentialRequestOptionsJSON>('/app/passkeys/challenge')
  const response = device.get(body)
  const answer = await visitor.post('/app/passkeys/sign-in', { response })
  return { visitor, answer: { status: answer.status, code: answer.body.code } }
}

const codeNow = () =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })

async function enter(email: string, more: object = {}) {
  const visitor = openVisitor(quire, page)
  const answer = await visitor.post('/app/session/create', { email, password, ...more })
  return { visitor, code: answer.status === 200 ? 'in' : answer.body.code }
}

async function enterWithProvider(account: Account) {
  provider.become(account)
  const visitor = openVisitor(quire, page)
  const begun = await visitor.get('/app/oidc/start?returnTo=/')
  const back = await provider.visit(String(begun.headers['location']))
  await visitor.get(back.replace('http://localhost:8082', ''))
  return visitor
}

describe('requireSingleSignOn', () => {
  it('is refused without a provider', async () => {
    const plain = await startServer()
    const visitor = await signIn(plain)
    const { status, body } = await set(visitor, { requireSingleSignOn: true })
    assert.deepEqual([status, body.errors[0]?.path], [400, '/requireSingleSignOn'])
    await plain.close()
  })

  it('is refused to an administrator whose own session would end', async () => {
    const { status, body } = await set(ada, { requireSingleSignOn: true })
    assert.deepEqual([status, body.errors[0]?.path], [400, '/requireSingleSignOn'])
    assert.equal(await readPages(ada), 200)
  })

  it('ends sessions that began otherwise, and refuses passwords', async () => {
    const own = await signIn(quire, bob, page)
    await addPasskey(own)
    assert.equal((await enterWithPasskey()).answer.status, 200)
    const { body } = await ada.post<{ secret: string }>('/app/totp/begin')
    secret = body.secret
    assert.equal((await ada.post('/app/totp/confirm', { code: codeNow() })).status, 200)
    assert.equal((await set(ada, { requireSingleSignOn: true })).status, 200)
    assert.equal(await readPages(own), 401)
    assert.equal((await enter(bob.email)).code, 'SINGLE_SIGN_ON_REQUIRED')
    assert.equal((await enter(bob.email, { password: 'wrong' })).code, 'SIGN_IN_FAILED')
    const account = { subject: 'bob', email: bob.email, email_verified: true }
    assert.equal(await readPages(await enterWithProvider(account)), 200)
  })

  it('refuses passkeys', async () => {
    const { visitor, answer } = await enterWithPasskey()
    assert.deepEqual(answer, { status: 403, code: 'SINGLE_SIGN_ON_REQUIRED' })
    assert.equal(await readPages(visitor), 401)
  })

  it('lets administrators in with a password and a code, as the way back', async () => {
    assert.equal(await readPages(ada), 200)
    clock.now = () => realNow() + 60_000
    assert.equal((await enter('ada@example.com')).code, 'TOTP_REQUIRED')
    const { visitor, code } = await enter('ada@example.com', { totp: codeNow() })
    assert.deepEqual([code, await readPages(visitor)], ['in', 200])
  })

  it('refuses an invitation to somebody new, who joins by the provider', async () => {
    const { workspaceId } = quire
    const created = await ada.post<{ url: string }>('/app/invitations/create', {
      workspaceId,
      role: 'MEMBER',
    })
    const answer = await openVisitor(quire, page).post('/app/invitations/accept', {
      token: created.body.url.split('#')[1],
      firstName: 'New',
      lastName: 'Comer',
      email: 'new@example.com',
      password: 'correct horse battery staple',
    })
    assert.deepEqual([answer.status, answer.body.code], [403, 'SINGLE_SIGN_ON_REQUIRED'])
  })

  it('leaves API keys as they are, and is turned off by the operator', async () => {
    const input = { workspaceId: quire.workspaceId }
    assert.equal((await quire.post('/v1/pages/list', input, bob.key)).status, 200)
    await turnOffSignInPolicies(quire.app.store)
    assert.equal((await enter(bob.email)).code, 'in')
  })
})
