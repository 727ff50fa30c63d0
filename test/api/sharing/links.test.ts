import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sections } from '../../../server/store/index.ts'
import { addPage, unknownId } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Link = {
  id: string
  level: string
  url: string
  hasPassword: boolean
  allowsUploads: boolean
  expiresAt: string | null
  revokedAt: string | null
  views: number
  createdBy: { firstName: string }
}

let quire: TestServer
let member: Person
let page: { workspaceId: string; pageId: string }
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Bob', 'MEMBER')
  page = { workspaceId: quire.workspaceId, pageId: await addPage(quire, 'Plan') }
})
after(() => quire.close())

const create = (change: object = {}, key?: string) =>
  quire.post<Link & { code: string }>(
    '/v1/links/create',
    { ...page, level: 'read', ...change },
    key,
  )
const list = async () => (await quire.post<{ items: Link[] }>('/v1/links/list', page)).body.items

describe('links.create', () => {
  it('refuses a level it does not have, an expiry in the past, and an unknown page', async () => {
    assert.equal((await create({ level: 'manage' })).status, 400)
    assert.equal((await create({ expiresAt: '2020-01-01T00:00:00.000Z' })).status, 400)
    assert.equal((await create({ pageId: unknownId })).body.code, 'PAGE_NOT_FOUND')
  })

  it('refuses someone who does not manage the page, as all other operations of links do', async () => {
    const { body } = await create()
    const one = { ...page, linkId: body.id }
    const level = 'write'
    for (const [path, given] of Object.entries({
      list: page,
      create: { ...page, level },
      update: { ...one, level },
      revoke: one,
    })) {
      const { status } = await quire.post(`/v1/links/${path}`, given, member.key)
      assert.equal(status, 403, path)
    }
    assert.equal((await list()).at(-1)?.level, 'read')
  })

  it('returns the URL once, and makes the page a section that inherits', async () => {
    const pageId = await addPage(quire, 'Shared')
    const below = await addPage(quire, 'Below', { parentId: pageId })
    const { status, body } = await create({ pageId, level: 'comment', password: 'opensesame' })
    assert.equal(status, 200)
    assert.match(body.url, new RegExp(`/s/${body.id}#[\\w-]{32}$`))
    assert.deepEqual(
      [body.level, body.hasPassword, body.allowsUploads, body.views, body.createdBy.firstName],
      ['comment', true, false, 0, 'Ada'],
    )
    const { workspaceId } = quire
    const access = await sections.access(quire.app.store, { workspaceId, sectionId: pageId })
    const found = access.map(({ principalId, level }) => [principalId, level])
    assert.deepEqual(
      found.toSorted(([, a], [, b]) => Number(a) - Number(b)),
      [
        [workspaceId, 0],
        [body.id, 2],
      ],
    )
    for (const id of [pageId, below]) {
      const change = { workspaceId, pageId: id, title: 'Still mine' }
      assert.equal((await quire.post('/v1/pages/update', change, member.key)).status, 200)
    }
    const { body: listed } = await quire.post<{ items: Link[] }>('/v1/links/list', {
      workspaceId,
      pageId,
    })
    assert.ok(!JSON.stringify(listed).includes(body.url.split('#')[1] ?? '?'))
  })
})

describe('links.update', () => {
  it('refuses an unknown link, one of another page, and a revoked one', async () => {
    const { body } = await create()
    const other = await addPage(quire, 'Other')
    const change = { level: 'write', linkId: body.id }
    const update = (given: object) =>
      quire.post('/v1/links/update', { ...page, ...change, ...given })
    assert.equal((await update({ linkId: unknownId })).status, 404)
    assert.equal((await update({ pageId: other })).status, 404)
    await quire.post('/v1/links/revoke', { ...page, linkId: body.id })
    assert.equal((await update({})).status, 404)
  })

  it('changes what is given and leaves the rest', async () => {
    const { body } = await create({ password: 'opensesame' })
    const change = { ...page, linkId: body.id, level: 'write', allowsUploads: true }
    const { body: updated } = await quire.post<Link>('/v1/links/update', change)
    assert.deepEqual(
      [updated.level, updated.allowsUploads, updated.hasPassword, updated.url],
      ['write', true, true, undefined],
    )
    const without = { ...page, linkId: body.id, password: null }
    assert.equal((await quire.post<Link>('/v1/links/update', without)).body.hasPassword, false)
    const access = await sections.access(quire.app.store, {
      workspaceId: quire.workspaceId,
      sectionId: page.pageId,
    })
    assert.ok(access.some(({ principalId, level }) => principalId === body.id && level === 4))
  })
})

describe('permissions.reset', () => {
  it('revokes the links of the page', async () => {
    const pageId = await addPage(quire, 'Reset')
    assert.equal((await create({ pageId })).status, 200)
    const own = { workspaceId: quire.workspaceId, pageId }
    assert.equal((await quire.post('/v1/permissions/reset', own)).status, 200)
    const { body } = await quire.post<{ items: Link[] }>('/v1/links/list', own)
    assert.equal(typeof body.items[0]?.revokedAt, 'string')
  })
})

describe('links.revoke', () => {
  it('ends the access of the link, and does nothing the second time', async () => {
    const { body } = await create()
    const one = { ...page, linkId: body.id }
    assert.equal((await quire.post('/v1/links/revoke', one)).status, 200)
    assert.equal((await quire.post('/v1/links/revoke', one)).status, 200)
    const listed = (await list()).find(({ id }) => id === body.id)
    assert.equal(typeof listed?.revokedAt, 'string')
    const access = await sections.access(quire.app.store, {
      workspaceId: quire.workspaceId,
      sectionId: page.pageId,
    })
    assert.ok(access.every(({ principalId }) => principalId !== body.id))
  })

  it('goes with its page for good', async () => {
    const pageId = await addPage(quire, 'Gone')
    await create({ pageId })
    const { workspaceId } = quire
    await quire.post('/v1/pages/delete', { workspaceId, pageId })
    const purged = await quire.post('/v1/trash/purge', { workspaceId, pageId })
    assert.equal(purged.status, 200)
  })
})
