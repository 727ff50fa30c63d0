import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createKey } from '../../../server/domain/people/api-keys.ts'
import { workspaces } from '../../../server/store/index.ts'
import { lastAudit } from '../../support/audit.ts'
import { addPage, unknownId } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { openVisitor, password, signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let bobs: Person
let shared: string
let below: string
let hidden: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = await signIn(quire)
  bobs = await addPerson(quire, 'Bob', 'MEMBER')
  const top = await addPage(quire, 'Company')
  shared = await addPage(quire, 'Shared plan', { parentId: top })
  below = await addPage(quire, 'Shared detail', { parentId: shared })
  hidden = await addPage(quire, 'Secret budget', { ownership: 'SKILL' })
})
after(() => quire.close())

type Created = { url: string; id: string }
type Guest = { visitor: Visitor; userId: string; key: string }

const invite = (body: object, by = ada) =>
  by.post<Created & { code: string }>('/app/invitations/create', {
    workspaceId: quire.workspaceId,
    guest: true,
    ...body,
  })
const tokenOf = ({ url }: Created) => url.split('#')[1] ?? ''
const inWorkspace = () => ({ workspaceId: quire.workspaceId })
const permit = (level: string | null, principalId: string, pageId = shared) =>
  quire.post('/v1/permissions/update', {
    ...inWorkspace(),
    pageId,
    grants: [{ principalId, level }],
  })

/** Someone without an account accepts an invitation. */
async function join(firstName: string, body: object): Promise<Guest> {
  const visitor = openVisitor(quire)
  const email = `${firstName.toLowerCase()}@example.org`
  const person = { firstName, lastName: 'Guest', email, password }
  const token = tokenOf((await invite(body)).body)
  const accepted = await visitor.post('/app/invitations/accept', { token, ...person })
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
  const { user } = (await visitor.post<{ user: { id: string } }>('/app/session/get')).body
  const name = { name: 'test', expires: 'never' } as const
  const { key } = await createKey(quire.app.store, { userId: user.id, ...name })
  return { visitor, userId: user.id, key }
}

const roleOf = async ({ key }: Guest) => {
  type List = { workspaces: { role: string }[] }
  return (await quire.get<List>('/v1/workspaces', key)).body.workspaces.map(({ role }) => role)
}
const text = async ({ key }: Guest, path: string, body: object = {}) =>
  JSON.stringify((await quire.post<object>(path, { ...inWorkspace(), ...body }, key)).body)

describe('the invitation of a guest', () => {
  it('is for owners and admins, to a page that they manage', async () => {
    const bob = await signIn(quire, bobs)
    assert.equal((await invite({ pageId: shared }, bob)).status, 403)
    assert.equal((await invite({ pageId: unknownId })).body.code, 'PAGE_NOT_FOUND')
    assert.equal((await invite({ pageId: shared, level: 'manage' })).status, 400)
    const nothing = { ...inWorkspace() }
    assert.equal((await ada.post('/app/invitations/create', nothing)).status, 400)
  })

  it('says that one joins as a guest, and ends when the inviter can no longer share the page', async () => {
    const { body } = await invite({ pageId: shared, level: 'comment' })
    const opened = () =>
      openVisitor(quire).post<{ isGuest: boolean }>('/app/invitations/get', {
        token: tokenOf(body),
      })
    assert.equal((await opened()).body.isGuest, true)
    const entry = await lastAudit(quire, 'invitation.create')
    assert.deepEqual([entry.details['scope'], entry.details['pageId']], ['shared', shared])
    await quire.post('/v1/pages/delete', { ...inWorkspace(), pageId: shared })
    assert.equal((await opened()).status, 404)
    await quire.post('/v1/pages/restore', { ...inWorkspace(), pageId: shared })
    assert.equal((await opened()).status, 200)
  })
})

describe('a guest', () => {
  let gil: Guest
  before(async () => {
    gil = await join('Gil', { pageId: shared, level: 'comment' })
  })

  it('sees the page and what is below it, and nothing above or beside it', async () => {
    const { body } = await quire.post<{ pages: { id: string; parentId: string | null }[] }>(
      '/v1/pages/list',
      inWorkspace(),
      gil.key,
    )
    assert.deepEqual(body.pages.map(({ id }) => id).toSorted(), [shared, below].toSorted())
    for (const pageId of [hidden, unknownId]) {
      const { status, body } = await quire.post(
        '/v1/pages/document',
        { ...inWorkspace(), pageId },
        gil.key,
      )
      assert.deepEqual([status, body.code], [404, 'PAGE_NOT_FOUND'])
    }
  })

  it('learns of no other page and no other person from lists, and counts', async () => {
    await quire.app.store.transact((transaction) =>
      workspaces.setInstructions(transaction, quire.workspaceId, 'Secret instructions.'),
    )
    const paths = [
      '/v1/workspace/stats',
      '/v1/workspace/instructions',
      '/v1/workspace/skills',
      '/v1/workspace/agents',
      '/v1/workspace/files',
      '/v1/files/list',
      '/v1/pages/stats',
      '/v1/trash/list',
      '/v1/recent/list',
      '/v1/favourites/list',
    ]
    for (const path of paths) {
      const answer = await text(gil, path, path === '/v1/pages/stats' ? { pageId: shared } : {})
      assert.doesNotMatch(answer, /Secret|Company|bob@|Bob/, path)
    }
    const stats = JSON.parse(await text(gil, '/v1/workspace/stats')) as {
      members: { id: string }[]
      totalPages: number
    }
    assert.deepEqual([stats.members.map(({ id }) => id), stats.totalPages], [[gil.userId], 2])
  })

  it('has no part in members, chats, invitations, keys and settings of the workspace', async () => {
    for (const path of [
      '/app/chats/list',
      '/app/members/list',
      '/app/chats/subscriptions',
      '/app/invitations/list',
      '/app/keys/of-workspace',
      '/app/workspace-settings/get',
    ]) {
      const { status } = await gil.visitor.post(path, inWorkspace())
      assert.equal(status, 403, path)
    }
  })

  it('is VIEWER until a grant lets them write anywhere, and then MEMBER', async () => {
    const update = () =>
      quire.post('/v1/pages/update', { ...inWorkspace(), pageId: below, title: 'Detail' }, gil.key)
    assert.deepEqual([await roleOf(gil), (await update()).status], [['VIEWER'], 403])
    assert.equal((await permit('write', gil.userId)).status, 200)
    assert.deepEqual([await roleOf(gil), (await update()).status], [['MEMBER'], 200])
    const top = await quire.post('/v1/pages/create', { ...inWorkspace(), title: 'Top' }, gil.key)
    assert.equal(top.status, 403)
    assert.equal((await permit('read', gil.userId)).status, 200)
    assert.deepEqual([await roleOf(gil), (await update()).status], [['VIEWER'], 403])
  })

  it('gets what another invitation shares, and keeps a higher level', async () => {
    const more = await addPage(quire, 'More')
    const accept = async (body: object) =>
      gil.visitor.post('/app/invitations/accept', { token: tokenOf((await invite(body)).body) })
    await permit('write', gil.userId)
    assert.equal((await accept({ pageId: shared, level: 'read' })).status, 200)
    assert.deepEqual(await roleOf(gil), ['MEMBER'])
    assert.equal((await accept({ pageId: more, level: 'read' })).status, 200)
    const { status } = await quire.post(
      '/v1/pages/document',
      { ...inWorkspace(), pageId: more },
      gil.key,
    )
    assert.equal(status, 200)
    await permit(null, gil.userId, more)
  })

  it('without any grant left sees an empty workspace', async () => {
    await permit(null, gil.userId)
    assert.deepEqual(await roleOf(gil), ['VIEWER'])
    const { body } = await quire.post<{ pages: object[] }>('/v1/pages/list', inWorkspace(), gil.key)
    assert.deepEqual(body.pages, [])
    assert.equal(
      (await quire.post('/v1/pages/document', { ...inWorkspace(), pageId: shared }, gil.key))
        .status,
      404,
    )
  })

  it('becomes a member and a guest again, whose groups end', async () => {
    const change = (body: object) =>
      ada.post('/app/members/update', { ...inWorkspace(), userId: gil.userId, ...body })
    const reads = async (pageId: string) =>
      (await quire.post('/v1/pages/document', { ...inWorkspace(), pageId }, gil.key)).status
    assert.equal((await change({ role: 'MEMBER' })).status, 200)
    assert.deepEqual([await roleOf(gil), await reads(hidden)], [['MEMBER'], 200])
    await permit('comment', gil.userId)
    assert.equal((await change({})).status, 400)
    assert.equal((await change({ guest: true })).status, 200)
    assert.deepEqual(
      [await roleOf(gil), await reads(hidden), await reads(shared)],
      [['VIEWER'], 404, 200],
    )
    const { details } = await lastAudit(quire, 'member.update')
    assert.deepEqual([details['scope'], details['previousRole']], ['shared', 'MEMBER'])
    const last = await ada.post('/app/members/update', {
      ...inWorkspace(),
      userId: quire.userId,
      guest: true,
    })
    assert.equal(last.body.code, 'LAST_OWNER')
  })
})
