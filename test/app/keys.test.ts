import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { clock } from '../../server/lib/clock.ts'
import { nothing } from '../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../support/people.ts'
import { startServer, type TestServer, usesNoted } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

const realNow = clock.now
const day = 86_400_000

let quire: TestServer
let bob: Person
let visitor: Visitor
before(async () => {
  quire = await startServer()
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  visitor = await signIn(quire, bob)
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

type Created = { id: string; key: string }
type Key = {
  id: string
  name: string
  first: string
  last: string
  state: string
  expiresAt: string | null
  lastUsedAt: string | null
  owner?: { firstName: string }
}

const create = (body: object = {}) =>
  visitor.post<{ id: string; key: string; errors: { path: string }[] }>('/app/keys/create', {
    name: 'Agent',
    expires: 'never',
    ...body,
  })
const list = async () => (await visitor.post<{ keys: Key[] }>('/app/keys/list')).body.keys

describe('keys.create', () => {
  it('refuses an empty name, an unknown time, and a workspace that is not theirs', async () => {
    assert.equal((await create({ name: '' })).status, 400)
    assert.equal((await create({ expires: '2d' })).status, 400)
    const foreign = await addWorkspace(quire, 'Foreign')
    const { status, body } = await create({ workspaceIds: [quire.workspaceId, foreign] })
    assert.deepEqual([status, body.errors[0]?.path], [400, '/workspaceIds/1'])
  })

  it('gives a key that works, and shows of it only both ends from then on', async () => {
    const { body } = await create()
    assert.match(body.key, /^svc_[A-Za-z0-9]{24}$/)
    assert.equal((await quire.get('/v1/workspaces', body.key)).status, 200)
    const shown = (await list()).find(({ id }) => id === body.id)
    assert.deepEqual([shown?.first, shown?.last], [body.key.slice(0, 8), body.key.slice(-4)])
    assert.ok(!JSON.stringify(await list()).includes(body.key))
  })

  it('keeps a key to reading, and to some workspaces', async () => {
    const { workspaceId } = quire
    const { body } = await create({ readOnly: true, workspaceIds: [workspaceId] })
    const write = await quire.post('/v1/pages/create', { workspaceId, title: 'x' }, body.key)
    assert.equal(write.status, 403)
    assert.equal((await quire.post('/v1/pages/list', { workspaceId }, body.key)).status, 200)
  })
})

describe('keys.list', () => {
  it('warns before a key ends, in the last fifth of its time, and says when it has', async () => {
    const start = Date.now()
    clock.now = () => start
    const { body } = await create({ expires: '30d' })
    const state = async (days: number) => {
      clock.now = () => start + days * day
      const shown = (await list()).find(({ id }) => id === body.id)
      // Each use of the session puts off its end, which is that of the key.
      await usesNoted(quire)
      return shown?.state
    }
    assert.equal(await state(0), 'active')
    assert.equal(await state(23.9), 'active')
    assert.equal(await state(24.1), 'expiring')
    assert.equal(await state(30), 'expired')
  })
})

describe('keys.revoke', () => {
  it('refuses a key of somebody else as one that is not there', async () => {
    const ada = await signIn(quire)
    const own = (await list())[0]?.id
    const { status, body } = await ada.post('/app/keys/revoke', { keyId: own })
    assert.deepEqual([status, body.code], [404, 'KEY_NOT_FOUND'])
  })

  it('takes effect in the very next request', async () => {
    const { body } = await create()
    assert.equal((await visitor.post('/app/keys/revoke', { keyId: body.id })).status, 200)
    assert.equal((await quire.get('/v1/workspaces', body.key)).body.code, 'API_KEY_REVOKED')
    assert.equal((await list()).find(({ id }) => id === body.id)?.state, 'revoked')
  })
})

describe('keys.ofWorkspace', () => {
  it('refuses whoever runs nothing there', async () => {
    assert.equal((await visitor.post('/app/keys/of-workspace', quire)).status, 403)
  })

  it('shows owners and admins the keys of all members that open it, with whose they are', async () => {
    const ada = await signIn(quire)
    const admin = await signIn(quire, await addPerson(quire, 'Adm', 'ADMIN'))
    const own = await addWorkspace(quire, 'Own', bob.userId)
    const elsewhere = await create({ name: 'Elsewhere', workspaceIds: [own] })
    await addPerson(quire, 'Stranger')
    for (const by of [ada, admin]) {
      const { body } = await by.post<{ keys: Key[] }>('/app/keys/of-workspace', quire)
      const owners = new Set(body.keys.map(({ owner }) => owner?.firstName))
      assert.deepEqual(owners, new Set(['Ada', 'Bob', 'Adm']))
      assert.ok(!body.keys.some(({ id }) => id === elsewhere.body.id))
    }
  })
})

describe('keys.revokeInWorkspace', () => {
  const close = (by: Visitor, keyId: string | undefined) =>
    by.post('/app/keys/revoke-in-workspace', { workspaceId: quire.workspaceId, keyId })
  const opens = async (key: string, workspaceId: string) =>
    (await quire.post('/v1/workspace/stats', { workspaceId }, key)).status === 200

  it('refuses a member, an admin for a key of an owner, and a key that does not open it', async () => {
    const admin = await signIn(quire, await addPerson(quire, 'Run', 'ADMIN'))
    const ada = await signIn(quire)
    const created = await create()
    assert.equal((await close(visitor, created.body.id)).status, 403)
    const owners = await ada.post<Created>('/app/keys/create', { name: 'k', expires: '7d' })
    assert.equal((await close(admin, owners.body.id)).status, 403)
    const elsewhere = await create({ workspaceIds: [await addWorkspace(quire, 'E', bob.userId)] })
    assert.equal((await close(ada, elsewhere.body.id)).body.code, 'KEY_NOT_FOUND')
    assert.equal((await close(ada, nothing)).body.code, 'KEY_NOT_FOUND')
  })

  it('closes this workspace to the key, and leaves it what else it opens', async () => {
    const admin = await signIn(quire, await addPerson(quire, 'Ron', 'ADMIN'))
    const other = await addWorkspace(quire, 'Other', bob.userId)
    const { body } = await create()
    assert.ok(await opens(body.key, quire.workspaceId))
    assert.equal((await close(admin, body.id)).status, 200)
    assert.ok(!(await opens(body.key, quire.workspaceId)))
    assert.ok(await opens(body.key, other))
    const only = await create({ workspaceIds: [quire.workspaceId] })
    assert.equal((await close(admin, only.body.id)).status, 200)
    assert.equal((await quire.get('/v1/workspaces', only.body.key)).body.code, 'API_KEY_REVOKED')
  })
})
