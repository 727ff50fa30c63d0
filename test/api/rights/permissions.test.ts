import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { events } from '../../../server/store/index.ts'
import { lastAudit } from '../../support/audit.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

type Access = {
  level: string | null
  canManage: boolean
  isSection: boolean
  inherits: boolean
  everyone: string | null
  section: { pageId: string; title: string } | null
  grants: {
    principal: { type: string; id: string; name: string }
    level: string
    inherited: boolean
  }[]
  pages: number
}

let quire: TestServer
let member: Person
let other: Person
let viewer: Person

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
  other = await addPerson(quire, 'Otto', 'MEMBER')
  viewer = await addPerson(quire, 'Vera', 'VIEWER')
})
after(() => quire.close())

const call = <Body = Access>(path: string, body: object, key?: string) =>
  quire.post<Body & { code?: string; message?: string }>(
    path,
    { workspaceId: quire.workspaceId, ...body },
    key,
  )
const update = (pageId: string, change: object, key?: string) =>
  call('/v1/permissions/update', { pageId, ...change }, key)
const statusOf = async (pageId: string, key: string) => {
  const { status } = await call('/v1/permissions/get', { pageId }, key)
  return status
}
const levels = ({ grants }: Access) =>
  grants
    .map(
      ({ principal, level, inherited }) =>
        `${principal.name} ${level}${inherited ? ' inherited' : ''}`,
    )
    .toSorted()
const isPrivate = { inherits: false, everyone: null }

describe('POST /v1/permissions/update', () => {
  it('rejects a page that does not exist, or that the caller cannot read, in the same words', async () => {
    const hidden = await addPage(quire, 'Hidden')
    await update(hidden, isPrivate)
    const foreign = await addPage(quire, 'Foreign', {
      workspaceId: await addWorkspace(quire, 'Other'),
    })
    for (const pageId of [nothing, hidden, foreign]) {
      for (const path of [
        '/v1/permissions/get',
        '/v1/permissions/update',
        '/v1/permissions/reset',
      ]) {
        const { status, body } = await call(path, { pageId }, member.key)
        assert.equal(status, 404)
        assert.deepEqual(
          [body.code, body.message],
          ['PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${pageId} not found`],
        )
      }
    }
  })

  it('rejects members who do not manage the page, viewers and read-only keys', async () => {
    const page = await addPage(quire, 'Open')
    const readOnly = await addKey(quire, { readOnly: true })
    for (const key of [member.key, viewer.key, readOnly]) {
      for (const path of ['/v1/permissions/update', '/v1/permissions/reset']) {
        const { status, body } = await call(path, { pageId: page }, key)
        assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
      }
    }
    assert.equal(
      (await call('/v1/permissions/get', { pageId: page }, member.key)).body.canManage,
      false,
    )
  })

  it('rejects grants to anything that is not in the workspace', async () => {
    const page = await addPage(quire, 'Open')
    const outsider = await addPerson(quire, 'Xavier')
    const grants = [
      { principalId: member.userId, level: 'read' },
      { principalId: outsider.userId, level: 'read' },
    ]
    const { status, body } = await update(page, { grants })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /"\/grants\/1\/principalId"/)
    assert.equal((await call('/v1/permissions/get', { pageId: page })).body.isSection, false)
  })

  it('rejects to leave a page without anyone who manages it', async () => {
    const page = await addPage(quire, 'Mine')
    const own = (level: string | null) => ({ principalId: quire.userId, level })
    const { status, body } = await update(page, { ...isPrivate, grants: [own(null)] })
    assert.deepEqual([status, body.code], [409, 'LAST_MANAGER'])
    const toViewer = { principalId: viewer.userId, level: 'manage' }
    const second = await update(page, { ...isPrivate, grants: [own('write'), toViewer] })
    assert.equal(second.body.code, 'LAST_MANAGER')
    assert.equal(await statusOf(page, member.key), 200)
  })

  it('rejects to inherit more than is requested', async () => {
    const page = await addPage(quire, 'Open')
    const { status, body } = await update(page, { inherits: true, everyone: 'read' })
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /"\/inherits"/)
  })

  it('makes a page private with the pages below it, also for owners', async () => {
    const page = await addPage(quire, 'Mine')
    const child = await addPage(quire, 'Below', { parentId: page })
    const { status, body } = await update(page, isPrivate)
    assert.equal(status, 200)
    assert.deepEqual(
      [body.level, body.canManage, body.isSection, body.inherits, body.everyone, body.pages],
      ['manage', true, true, false, null, 2],
    )
    assert.deepEqual(body.section, { pageId: page, title: 'Mine' })
    assert.deepEqual(levels(body), ['Ada Lovelace manage'])
    for (const id of [page, child]) {
      assert.equal(await statusOf(id, member.key), 404)
      assert.equal(await statusOf(id, quire.key), 200)
    }
    const below = (await call('/v1/permissions/get', { pageId: child })).body
    assert.deepEqual([below.isSection, below.inherits, below.section?.pageId], [false, true, page])
    assert.deepEqual(levels(below), ['Ada Lovelace manage inherited'])
    const theirs = (
      await quire.post<{ pageId: string }>(
        '/v1/pages/create',
        { workspaceId: quire.workspaceId, title: 'Of Mia' },
        member.key,
      )
    ).body.pageId
    assert.equal((await update(theirs, isPrivate, member.key)).status, 200)
    assert.equal(await statusOf(theirs, quire.key), 404)
  })

  it('gives people the level that a grant names, and shows readers only their own', async () => {
    const page = await addPage(quire, 'Shared')
    const grants = [
      { principalId: member.userId, level: 'read' },
      { principalId: other.userId, level: 'write' },
      { principalId: viewer.userId, level: 'manage' },
    ]
    await update(page, { ...isPrivate, grants })
    const title = (key: string) =>
      quire.post(
        '/v1/pages/update',
        { workspaceId: quire.workspaceId, pageId: page, title: 'New' },
        key,
      )
    const refused = await title(member.key)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    assert.equal(
      refused.body.message,
      'You can read this page, but not change it. Ask someone who manages this page.',
    )
    assert.equal((await title(other.key)).status, 200)
    assert.equal((await title(viewer.key)).status, 403)
    const seen = (await call('/v1/permissions/get', { pageId: page }, member.key)).body
    assert.deepEqual([seen.level, levels(seen)], ['read', ['Mia Tester read']])
    const writer = (await call('/v1/permissions/get', { pageId: page }, other.key)).body
    assert.equal(writer.grants.length, 4)
    assert.equal(
      (await call('/v1/permissions/get', { pageId: page }, viewer.key)).body.level,
      'propose',
    )
    await update(page, { grants: [{ principalId: member.userId, level: null }] })
    assert.equal(await statusOf(page, member.key), 404)
  })

  it('narrows what everyone may do, and keeps the other permissions', async () => {
    const team = await addPage(quire, 'Team')
    const grants = [{ principalId: other.userId, level: 'write' }]
    await update(team, { everyone: 'comment', grants })
    const page = await addPage(quire, 'Plan', { parentId: team })
    const { body } = await update(page, { everyone: 'read' })
    assert.deepEqual([body.inherits, body.everyone], [false, 'read'])
    assert.deepEqual(levels(body), ['Ada Lovelace manage', 'Otto Tester write'])
    assert.equal(
      (await call('/v1/permissions/get', { pageId: page }, member.key)).body.level,
      'read',
    )
    assert.equal(
      (await call('/v1/permissions/get', { pageId: team }, member.key)).body.level,
      'comment',
    )
    assert.equal(
      (await call('/v1/permissions/get', { pageId: page }, other.key)).body.level,
      'write',
    )
    await update(team, { inherits: false, everyone: 'role' })
    const role = (await call('/v1/permissions/get', { pageId: team }, member.key)).body
    assert.deepEqual([role.level, role.everyone, role.inherits], ['write', 'role', false])
  })

  it('widens below a private page, which stays hidden', async () => {
    const secret = await addPage(quire, 'Secret')
    const page = await addPage(quire, 'Public part', { parentId: secret })
    await update(secret, isPrivate)
    const grants = [{ principalId: member.userId, level: 'comment' }]
    const { body } = await update(page, { grants })
    assert.deepEqual(
      [body.inherits, levels(body)],
      [true, ['Ada Lovelace manage', 'Mia Tester comment']],
    )
    assert.equal(await statusOf(page, member.key), 200)
    assert.equal(await statusOf(secret, member.key), 404)
    await update(secret, { grants: [{ principalId: other.userId, level: 'read' }] })
    assert.equal(await statusOf(page, other.key), 200)
  })

  it('keeps the caller as the manager of a page that stops inheriting', async () => {
    const page = await addPage(quire, 'Linked')
    const own = { principalId: quire.userId, level: null }
    await update(page, { grants: [{ principalId: member.userId, level: 'read' }, own] })
    const { status, body } = await update(page, isPrivate)
    assert.equal(status, 200)
    assert.deepEqual(levels(body), ['Ada Lovelace manage', 'Mia Tester read'])
  })

  it('records an event and an audit entry', async () => {
    const page = await addPage(quire, 'Recorded')
    await update(page, isPrivate)
    await call('/v1/permissions/reset', { pageId: page })
    const { store } = quire.app
    const rows = await events.after(store, quire.workspaceId, 0, 10_000)
    const changes = rows.filter(({ type }) => type === 'page.permissions_changed').slice(-2)
    for (const { data } of changes) assert.equal(JSON.parse(data).pageId, page)
    assert.equal(changes.length, 2)
    const entry = await lastAudit(quire, 'permissions.update')
    assert.deepEqual([entry.subject, entry.details], [page, isPrivate])
    assert.equal((await lastAudit(quire, 'permissions.reset')).subject, page)
  })
})

describe('POST /v1/permissions/reset', () => {
  it('gives a page the permissions of its parent, and keeps those of pages below', async () => {
    const page = await addPage(quire, 'Closed')
    const child = await addPage(quire, 'Below', { parentId: page })
    const inner = await addPage(quire, 'Inner', { parentId: child })
    const { body: before } = await call('/v1/permissions/reset', { pageId: page })
    assert.equal(before.isSection, false)
    await update(page, isPrivate)
    await update(inner, { grants: [{ principalId: viewer.userId, level: 'read' }] })
    const { status, body } = await call('/v1/permissions/reset', { pageId: page })
    assert.equal(status, 200)
    assert.deepEqual([body.isSection, body.everyone, body.section], [false, 'role', null])
    for (const id of [page, child, inner]) assert.equal(await statusOf(id, member.key), 200)
    const last = (await call('/v1/permissions/get', { pageId: inner })).body
    assert.deepEqual([last.isSection, last.everyone, last.pages], [true, 'role', 1])
  })
})
