import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createInvitation } from '../../server/domain/people/invitations.ts'
import { removeUser } from '../../server/domain/people/users.ts'
import { auditOf } from '../support/audit.ts'
import { startForgingProvider } from '../support/outside/forging-provider.ts'
import { type Account, startProvider, type TestProvider } from '../support/outside/oidc.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor, signIn, type Visitor } from '../support/web/visitor.ts'

const callback = 'http://localhost:8082/app/oidc/callback'
const page = { origin: 'http://localhost:8082', host: 'localhost:8082' }

let provider: TestProvider
let quire: TestServer
let other: TestServer
before(async () => {
  provider = await startProvider(callback)
  quire = await startServer({ oidc: { ...provider.config, joinWorkspace: undefined } })
  other = await startServer({ oidc: { ...provider.config, joinWorkspace: 'lab' } })
})
after(async () => {
  await Promise.all([quire.close(), other.close()])
  await provider.close()
})

const start = (visitor: Visitor, returnTo = '/') =>
  visitor.get(`/app/oidc/start?returnTo=${encodeURIComponent(returnTo)}`)
const arrive = (visitor: Visitor, url: string) =>
  visitor.get(url.replace('http://localhost:8082', ''))

/** The whole way, in a browser of their own. */
async function enter(account: Account, { server = quire, returnTo = '/' } = {}) {
  provider.become(account)
  const visitor = openVisitor(server, page)
  const begun = await start(visitor, returnTo)
  assert.equal(begun.status, 303)
  const back = await provider.visit(String(begun.headers['location']))
  const { status, headers } = await arrive(visitor, back)
  assert.equal(status, 303)
  return { visitor, back, location: String(headers['location']) }
}

type Self = {
  user: { id: string; email: string; firstName: string; hasPassword: boolean }
  workspaces: { role: string }[]
}
const self = async (visitor: Visitor) => (await visitor.post<Self>('/app/session/get')).body
const verified = { email_verified: true }

describe('GET /app/oidc/start', () => {
  it('sends to the provider with a state tied to this browser, PKCE and a nonce', async () => {
    const visitor = openVisitor(quire, page)
    const { headers } = await start(visitor)
    const url = new URL(String(headers['location']))
    assert.equal(url.origin, provider.config.issuer)
    const given = Object.fromEntries(url.searchParams)
    assert.equal(given['redirect_uri'], callback)
    assert.equal(given['code_challenge_method'], 'S256')
    assert.ok((given['nonce'] ?? '').length > 20)
    assert.equal(visitor.cookies.get('quire-oidc'), given['state'])
    assert.match(String(headers['set-cookie']), /; HttpOnly; SameSite=Lax$/)
  })

  it('is told by the ways to sign in, and is not there where no provider is set', async () => {
    const { body } = await openVisitor(quire, page).post<{ oidc: object }>('/app/sign-in/methods')
    assert.deepEqual(body.oidc, { name: 'Test ID' })
    const plain = await startServer()
    assert.equal((await start(openVisitor(plain, page))).status, 404)
    await plain.close()
  })

  it('takes an address given twice as the first of them', async () => {
    const answer = await openVisitor(quire, page).get('/app/oidc/start?returnTo=/a&returnTo=/b')
    assert.equal(answer.status, 303)
  })

  it('says so where the provider does not answer', async () => {
    const oidc = { ...provider.config, issuer: 'http://127.0.0.1:1', joinWorkspace: undefined }
    const alone = await startServer({ oidc })
    const { status, headers } = await start(openVisitor(alone, page))
    assert.deepEqual([status, headers['location']], [303, '/sign-in?error=SIGN_IN_FAILED'])
    await alone.close()
  })
})

/** What a browser would take for another site's address, before or after it has cleaned it up. */
const foreign = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/./..//evil.example',
  '/%2e%2e//evil.example',
  '/pages/../..//evil.example',
  '/\t/evil.example',
  '/.\\/evil.example',
  ' //evil.example',
  'javascript:alert(1)',
  'x',
  '',
]
const own = { '/pages/1//2?a=//b#/c': '/pages/1//2?a=//b#/c', '/a/../pages/1': '/pages/1' }

describe('the signature of an ID token', () => {
  for (const signature of ['sound', 'forged'] as const) {
    it(`is checked against the keys of the provider: ${signature}`, async () => {
      const clientId = 'quire'
      const forger = await startForgingProvider(clientId, 'ada@example.com', signature)
      const { issuer } = forger
      const unset = { joinWorkspace: undefined, groupsClaim: undefined }
      const settings = { clientId, clientSecret: 'secret', name: 'F', ...unset }
      const alone = await startServer({ oidc: { issuer, ...settings } })
      const visitor = openVisitor(alone, page)
      const begun = await start(visitor)
      const sent = await fetch(String(begun.headers['location']), { redirect: 'manual' })
      const { headers } = await arrive(visitor, sent.headers.get('location') ?? '')
      const isIn = visitor.cookies.has('quire')
      assert.deepEqual(
        [headers['location'], isIn],
        signature === 'sound' ? ['/', true] : ['/sign-in?error=SIGN_IN_FAILED', false],
      )
      await alone.close()
      await forger.close()
    })
  }
})

describe('GET /app/oidc/callback', () => {
  const ada: Account = { subject: 'ada', email: 'Ada@example.com', ...verified }

  it('refuses a browser that did not set out, and an answer that comes twice', async () => {
    provider.become(ada)
    const visitor = openVisitor(quire, page)
    const begun = await start(visitor)
    const back = await provider.visit(String(begun.headers['location']))
    const outsider = openVisitor(quire, page)
    const stolen = await arrive(outsider, back)
    assert.equal(stolen.headers['location'], '/sign-in?error=SIGN_IN_FAILED')
    assert.equal(outsider.cookies.size, 0)
    const state = visitor.cookies.get('quire-oidc') ?? ''
    assert.equal((await arrive(visitor, back)).headers['location'], '/')
    visitor.cookies.set('quire-oidc', state)
    const again = await arrive(visitor, back)
    assert.equal(again.headers['location'], '/sign-in?error=SIGN_IN_FAILED')
  })

  it('refuses another state, another code and a refusal of the provider', async () => {
    const change = async (edit: (url: URL) => void) => {
      provider.become(ada)
      const visitor = openVisitor(quire, page)
      const begun = await start(visitor)
      const url = new URL(await provider.visit(String(begun.headers['location'])))
      edit(url)
      const { headers } = await arrive(visitor, url.href)
      assert.ok(!visitor.cookies.has('quire'))
      return headers['location']
    }
    const failed = '/sign-in?error=SIGN_IN_FAILED'
    assert.equal(await change((url) => url.searchParams.set('state', 'x')), failed)
    assert.equal(await change((url) => url.searchParams.set('code', 'x')), failed)
    assert.equal(await change((url) => url.searchParams.set('iss', 'https://evil.example')), failed)
    assert.equal(await change((url) => url.searchParams.set('error', 'access_denied')), failed)
  })

  it('refuses whom nobody invited, and an address that the provider has not verified', async () => {
    const unknown = await enter({ subject: 'x', email: 'x@example.com', ...verified })
    assert.equal(unknown.location, '/sign-in?error=NO_ACCOUNT')
    assert.ok(!unknown.visitor.cookies.has('quire'))
    const bob = await addPerson(quire, 'Bob', 'MEMBER')
    for (const email_verified of [false, undefined]) {
      const account = { subject: 'mallory', email: bob.email }
      const given = email_verified === undefined ? account : { ...account, email_verified }
      assert.equal((await enter(given)).location, '/sign-in?error=NO_ACCOUNT')
    }
  })

  it('signs in who is known by a verified address, and knows them by their subject from then on', async () => {
    const { visitor, location } = await enter(ada, { returnTo: '/pages/1?a=b#c' })
    assert.equal(location, '/pages/1?a=b#c')
    assert.equal((await self(visitor)).user.id, quire.userId)
    assert.ok(!visitor.cookies.has('quire-oidc'))
    const renamed = await enter({ subject: 'ada', email: 'other@example.com', ...verified })
    assert.equal((await self(renamed.visitor)).user.id, quire.userId)
    const links = (await auditOf(quire, 'identity.link')).filter(
      ({ subject }) => subject === quire.userId,
    )
    assert.deepEqual(
      links.map(({ actorId, address, details }) => [actorId, address, details]),
      [[quire.userId, '127.0.0.1', { issuer: provider.config.issuer }]],
    )
  })

  it('leads to no other site afterwards', async () => {
    for (const returnTo of foreign) {
      assert.equal((await enter(ada, { returnTo })).location, '/', returnTo)
    }
    for (const [returnTo, path] of Object.entries(own)) {
      assert.equal((await enter(ada, { returnTo })).location, path, returnTo)
    }
  })

  it('makes a person of who was invited by this address, with the role of the invitation', async () => {
    const app = quire.app.contextFor({
      userId: quire.userId,
      keyId: undefined,
      via: 'web',
      readOnly: false,
      workspaceIds: undefined,
      browser: {
        address: '127.0.0.1',
        userAgent: '',
        origin: 'http://localhost:8082',
        keepToken: () => undefined,
        readDevice: () => undefined,
        readVisitor: () => undefined,
        keepVisitor: () => undefined,
        keepDevice: () => undefined,
        report: () => undefined,
      },
    })
    const { workspaceId } = quire
    await createInvitation(app, { workspaceId, role: 'VIEWER', email: 'zoe@example.com' })
    const names = { given_name: 'Zoe', family_name: 'Zed' }
    const zoe = { subject: 'zoe', email: 'zoe@example.com', ...verified, ...names }
    const { user, workspaces } = await self((await enter(zoe)).visitor)
    assert.deepEqual(
      [user.firstName, user.email, user.hasPassword],
      ['Zoe', 'zoe@example.com', false],
    )
    assert.deepEqual(
      workspaces.map(({ role }) => role),
      ['VIEWER'],
    )
    await removeUser(quire.app.store, 'zoe@example.com')
    assert.equal((await enter(zoe)).location, '/sign-in?error=NO_ACCOUNT')
  })

  it('makes everybody a member where a workspace is set for that, and nobody who was removed again', async () => {
    const yan = { subject: 'yan', email: 'yan@example.com', ...verified, name: 'Yan van Yperen' }
    const first = await self((await enter(yan, { server: other })).visitor)
    assert.equal(first.user.firstName, 'Yan')
    assert.equal(first.workspaces.length, 1)
    const owner = await signIn(other)
    const { workspaceId } = other
    await owner.post('/app/members/remove', { workspaceId, userId: first.user.id })
    const again = await self((await enter(yan, { server: other })).visitor)
    assert.deepEqual([again.user.id, again.workspaces], [first.user.id, []])
  })

  it('keeps email addresses to what the provider says of them', async () => {
    const visitor = await signIn(quire)
    const { status } = await visitor.post('/app/profile/update', { email: 'new@example.com' })
    assert.equal(status, 403)
  })
})
