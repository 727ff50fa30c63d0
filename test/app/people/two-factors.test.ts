import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { Secret, TOTP } from 'otpauth'
import {
  defaultSettings,
  type ServerSettings,
} from '../../../server/domain/administration/server-settings.ts'
import { clock } from '../../../server/lib/clock.ts'
import { sessions } from '../../../server/store/index.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createAuthenticator } from '../../support/web/authenticator.ts'
import { openVisitor, password, signIn, type Visitor } from '../../support/web/visitor.ts'

const publicUrl = 'https://notes.example.com'
const page = { origin: publicUrl, host: 'notes.example.com' }

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer({ publicUrl })
  ada = await signIn(quire, undefined, page)
})
after(() => quire.close())
afterEach(() => set(ada, defaultSettings))

const set = (by: Visitor, change: Partial<ServerSettings>) =>
  by.post<{ code: string; errors: { path: string; rule: string }[] }>(
    '/app/server-settings/update',
    change,
  )

async function addApp(visitor: Visitor): Promise<string> {
  const { body } = await visitor.post<{ secret: string }>('/app/totp/begin')
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({
    timestamp: clock.now(),
  })
  assert.equal((await visitor.post('/app/totp/confirm', { code })).status, 200)
  return body.secret
}

async function addPasskey(visitor: Visitor) {
  const device = createAuthenticator(publicUrl)
  const options = await visitor.post<PublicKeyCredentialCreationOptionsJSON>('/app/passkeys/begin')
  const response = device.create(options.body)
  const { status } = await visitor.post('/app/passkeys/finish', { name: 'Phone', response })
  assert.equal(status, 200)
  return device
}

type Self = { needsSecondFactor: boolean; workspaces: object[] }
const self = async (visitor: Visitor) => (await visitor.post<Self>('/app/session/get')).body
const readPages = (visitor: Visitor) =>
  visitor.post('/v1/pages/list', { workspaceId: quire.workspaceId })
const enterWithPassword = async ({ email }: Person) => {
  const visitor = openVisitor(quire, page)
  return { visitor, answer: await visitor.post('/app/session/create', { email, password }) }
}

describe('requireTwoFactors', () => {
  it('is refused to an administrator without a second factor of their own', async () => {
    const { status, body } = await set(ada, { requireTwoFactors: true })
    assert.deepEqual([status, body.errors[0]?.path], [400, '/requireTwoFactors'])
    assert.equal((await readPages(ada)).status, 200)
    await addApp(ada)
  })

  it('refuses everything but the set-up to who has one factor only, and opens after it', async () => {
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    const visitor = await signIn(quire, bob, page)
    assert.equal((await self(visitor)).workspaces.length, 1)
    assert.equal((await set(ada, { requireTwoFactors: true })).status, 200)
    const { workspaceId } = quire
    const refused = await Promise.all([
      readPages(visitor),
      visitor.post('/app/keys/create', { name: 'One', expires: '7d' }),
      visitor.post('/app/profile/change-password', { current: password, next: 'horse battery 9' }),
      visitor.post('/app/workspace-settings/get', { workspaceId }),
      visitor.get(`/files/${workspaceId}`),
      visitor.get(`/v1/changes?workspaceId=${workspaceId}`),
      visitor.post('/app/server-settings/get'),
    ])
    for (const { status, body } of refused) {
      assert.deepEqual([status, body.code], [403, 'TWO_FACTORS_REQUIRED'], JSON.stringify(body))
    }
    const { needsSecondFactor, workspaces } = await self(visitor)
    assert.deepEqual([needsSecondFactor, workspaces], [true, []])
    await addApp(visitor)
    assert.equal((await readPages(visitor)).status, 200)
    assert.equal((await self(visitor)).needsSecondFactor, false)
  })

  it('leaves API keys as they are', async () => {
    await set(ada, { requireTwoFactors: true })
    const { key } = await addPerson(quire, 'Cyd', 'MEMBER')
    const input = { workspaceId: quire.workspaceId }
    const { status } = await quire.post('/v1/pages/list', input, key)
    assert.equal(status, 200)
  })

  it('takes a passkey for two factors, and its password alone no more', async () => {
    const dan = await addPerson(quire, 'Dan', 'MEMBER')
    const first = await signIn(quire, dan, page)
    await set(ada, { requireTwoFactors: true })
    const device = await addPasskey(first)
    assert.equal((await readPages(first)).status, 200)
    const { answer } = await enterWithPassword(dan)
    assert.deepEqual([answer.status, answer.body.code], [403, 'TWO_FACTORS_REQUIRED'])
    const visitor = openVisitor(quire, page)
    const options =
      await visitor.post<PublicKeyCredentialRequestOptionsJSON>('/app/passkeys/challenge')
    const response = device.get(options.body)
    assert.equal((await visitor.post('/app/passkeys/sign-in', { response })).status, 200)
    assert.equal((await readPages(visitor)).status, 200)
  })

  it('lets a person sign out, and leads them back to the set-up when they remove the factor', async () => {
    const eve = await addPerson(quire, 'Eve', 'MEMBER')
    const { visitor } = await signInAnew(eve)
    await set(ada, { requireTwoFactors: true })
    assert.equal((await visitor.post('/app/session/remove')).status, 200)
    const now = clock.now()
    assert.deepEqual(await sessions.ofUser(quire.app.store, eve.userId, now), [])
    const again = await signInAnew(eve)
    await addPasskey(again.visitor)
    const list = await again.visitor.post<{ passkeys: { id: string }[] }>('/app/passkeys/list')
    const passkeyId = list.body.passkeys[0]?.id
    assert.equal((await again.visitor.post('/app/passkeys/remove', { passkeyId })).status, 200)
    assert.equal((await readPages(again.visitor)).status, 403)
  })

  it('records how each session began', async () => {
    const fay = await addPerson(quire, 'Fay', 'MEMBER')
    await signInAnew(fay)
    const rows = await sessions.ofUser(quire.app.store, fay.userId, clock.now())
    assert.deepEqual(
      rows.map(({ method }) => method),
      ['password'],
    )
  })
})

async function signInAnew(person: Person) {
  return { visitor: await signIn(quire, person, page) }
}
