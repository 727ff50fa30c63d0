import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  defaultSettings,
  type ServerSettings,
} from '../../server/domain/administration/server-settings.ts'
import { auditOf, lastAudit } from '../support/audit.ts'
import { addPerson, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let bob: Visitor
let bobs: Person
before(async () => {
  quire = await startServer()
  ada = await signIn(quire)
  bobs = await addPerson(quire, 'Bob', 'OWNER')
  bob = await signIn(quire, bobs)
})
after(() => quire.close())

type Shown = { settings: ServerSettings; administrators: { email: string }[] }
type Rights = { rights: Record<string, boolean> }

const set = (change: Partial<ServerSettings>, by = ada) =>
  by.post<Shown & { code: string }>('/app/server-settings/update', change)
const rightsOf = async (visitor: Visitor) =>
  (await visitor.post<Rights>('/app/session/get')).body.rights
const reset = () => set(defaultSettings)

describe('serverSettings.get', () => {
  it('refuses who is no administrator, and who comes with a key', async () => {
    const answer = await bob.post('/app/server-settings/get')
    assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'])
    assert.equal((await quire.post('/app/server-settings/get', {})).status, 401)
  })

  it('shows the first person what is set, and who runs the server', async () => {
    const { body } = await ada.post<Shown>('/app/server-settings/get')
    assert.deepEqual(body.settings, defaultSettings)
    assert.deepEqual(
      body.administrators.map(({ email }) => email),
      ['ada@example.com'],
    )
  })
})

describe('serverSettings.update', () => {
  it('refuses others, and values that are none', async () => {
    assert.equal((await set({ keysPerPerson: 1000 }, bob)).status, 403)
    for (const wrong of [
      { keysPerPerson: -1 },
      { keysPerPerson: 1.5 },
      { maxKeyDays: 6 },
      { keysReadOnlyByDefault: 1 },
      { workspaceCreators: 'nobody' },
      { mailsPerHour: null },
      { passwordLength: 7 },
      { passwordScore: 5 },
    ]) {
      const answer = await ada.post('/app/server-settings/update', wrong)
      assert.equal(answer.status, 400, JSON.stringify(wrong))
    }
    assert.deepEqual(await auditOf(quire, 'server-settings.update'), [])
  })

  it('changes what is given, and records by whom', async () => {
    const { body } = await set({ keysPerPerson: 7, pagesPerWorkspace: 1000 })
    assert.deepEqual(body.settings, {
      ...defaultSettings,
      keysPerPerson: 7,
      pagesPerWorkspace: 1000,
    })
    const entry = await lastAudit(quire, 'server-settings.update')
    assert.deepEqual(
      [entry.actorId, entry.details],
      [quire.userId, { keysPerPerson: 7, pagesPerWorkspace: 1000 }],
    )
    await set({ keysPerPerson: 7 })
    assert.equal((await auditOf(quire, 'server-settings.update')).length, 1)
    assert.deepEqual((await reset()).body.settings, defaultSettings)
  })

  it('limits how long keys are valid, those that exist too', async () => {
    const create = async (expires: string) =>
      bob.post('/app/keys/create', { name: 'One', expires, readOnly: true })
    type Keys = { keys: { createdAt: string; expiresAt: string | null; name: string }[] }
    const days = async () => {
      const { keys } = (await bob.post<Keys>('/app/keys/list')).body
      return keys
        .filter(({ name }) => name === 'One')
        .map(({ createdAt, expiresAt }) =>
          expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000,
        )
    }
    for (const expires of ['7d', '1y', 'never']) assert.equal((await create(expires)).status, 200)
    assert.deepEqual(await days(), [7, 365, null])
    await set({ maxKeyDays: 45 })
    assert.deepEqual(await days(), [7, 45, 45])
    const refused = await create('90d')
    assert.deepEqual([refused.status, refused.body.errors[0]?.path], [400, '/expires'])
    assert.equal((await create('30d')).status, 200)
    await reset()
    assert.deepEqual(await days(), [7, 45, 45, 30])
  })

  it('says what new keys can be, and makes read-only ones unless they are asked to write', async () => {
    type Created = { id: string }
    type Keys = {
      keys: { id: string; readOnly: boolean }[]
      newKeys: { maxDays: number | null; readOnly: boolean }
    }
    const listed = async () => (await bob.post<Keys>('/app/keys/list')).body
    const isReadOnly = async (readOnly?: boolean) => {
      const input = { name: 'Two', expires: '7d', ...(readOnly === undefined ? {} : { readOnly }) }
      const { body } = await bob.post<Created>('/app/keys/create', input)
      return (await listed()).keys.find(({ id }) => id === body.id)?.readOnly
    }
    assert.deepEqual((await listed()).newKeys, { maxDays: null, readOnly: false })
    assert.deepEqual([await isReadOnly(), await isReadOnly(true)], [false, true])
    await set({ keysReadOnlyByDefault: true, maxKeyDays: 30 })
    assert.deepEqual((await listed()).newKeys, { maxDays: 30, readOnly: true })
    assert.deepEqual(
      [await isReadOnly(), await isReadOnly(true), await isReadOnly(false)],
      [true, true, false],
    )
    await reset()
  })

  it('keeps workspaces to administrators, but not those of others from them', async () => {
    await set({ workspaceCreators: 'administrators' })
    const create = (by: Visitor) => by.post('/app/workspace-settings/create', { name: 'Own' })
    assert.equal((await create(bob)).status, 403)
    assert.equal((await create(ada)).status, 200)
    assert.equal((await rightsOf(bob))['mayCreateWorkspaces'], false)
    assert.equal((await rightsOf(ada))['mayCreateWorkspaces'], true)
    await reset()
    assert.equal((await rightsOf(bob))['mayCreateWorkspaces'], true)
  })

  it('opens no workspace to an administrator who is not a member of it', async () => {
    const created = await bob.post<{ id: string }>('/app/workspace-settings/create', {
      name: 'Bobs',
    })
    const workspaceId = created.body.id
    const answers = await Promise.all([
      ada.post('/v1/pages/list', { workspaceId }),
      ada.post('/app/members/list', { workspaceId }),
      ada.post('/app/workspace-settings/get', { workspaceId }),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403],
    )
  })

  it('keeps invitations to administrators', async () => {
    await set({ inviters: 'administrators' })
    const { workspaceId } = quire
    const invite = (by: Visitor) =>
      by.post('/app/invitations/create', { workspaceId, role: 'MEMBER' })
    const refused = await invite(bob)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    assert.equal((await rightsOf(bob))['mayInvite'], false)
    assert.equal((await invite(ada)).status, 200)
    await reset()
    assert.equal((await invite(bob)).status, 200)
  })
})
