import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../../server/lib/ids.ts'
import { addComment, addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addGuest, isPrivate, restrict } from '../../support/sections.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'
import { signIn } from '../../support/web/visitor.ts'

let quire: TestServer
let member: Person
let admin: Person
let viewer: Person
let guest: Person

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
  admin = await addPerson(quire, 'Adam', 'ADMIN')
  viewer = await addPerson(quire, 'Vera', 'VIEWER')
  guest = await addGuest(quire, 'Gus', 'MEMBER')
})
after(() => quire.close())

const post = <Body = { code: string; message: string }>(path: string, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const refusal = async (path: string, body: object, key?: string) => {
  const answer = await post(path, body, key)
  return `${answer.status} ${answer.body.code ?? ''} ${answer.body.message ?? ''}`.trim()
}
const grant = (...grants: [Person, string][]) => ({
  ...isPrivate,
  grants: grants.map(([{ userId }, level]) => ({ principalId: userId, level })),
})

describe('the level comment', () => {
  it('is needed to comment, also for members', async () => {
    const pageId = await addPage(quire, 'Read it')
    await restrict(quire, pageId, grant([member, 'read'], [viewer, 'read']))
    const commentId = await addComment(quire, pageId)
    for (const key of [member.key, viewer.key]) {
      for (const [path, body] of [
        ['/v1/comments/create', { pageId, markdown: 'Hm.' }],
        ['/v1/comments/resolve', { commentId, resolved: true }],
        ['/v1/comments/delete', { commentId }],
      ] as const) {
        assert.equal(
          await refusal(path, body, key),
          '403 FORBIDDEN You can read this page, but not comment on it. Ask someone who manages this page.',
        )
      }
    }
  })

  it('lets viewers comment, with a key that may write', async () => {
    const pageId = await addPage(quire, 'Talk')
    await restrict(quire, pageId, grant([viewer, 'write']))
    const readOnly = await addKey({ ...quire, userId: viewer.userId }, { readOnly: true })
    assert.match(
      await refusal('/v1/comments/create', { pageId, markdown: 'Hm.' }, readOnly),
      /^403/,
    )
    const { status } = await post('/v1/comments/create', { pageId, markdown: 'Hm.' }, viewer.key)
    assert.equal(status, 200)
    assert.match(await refusal('/v1/pages/update', { pageId, title: 'X' }, viewer.key), /^403/)
    const open = await addPage(quire, 'Open')
    assert.match(
      await refusal('/v1/comments/create', { pageId: open, markdown: 'Hm.' }, viewer.key),
      /^403/,
    )
  })

  it('does not suffice to delete the comments of others, which those who manage the page can', async () => {
    const pageId = await addPage(quire, 'Moderated')
    await restrict(quire, pageId, grant([member, 'manage'], [admin, 'comment']))
    const commentId = await addComment(quire, pageId)
    assert.match(await refusal('/v1/comments/delete', { commentId }, admin.key), /^403/)
    assert.equal(await refusal('/v1/comments/delete', { commentId }, member.key), '200')
  })
})

describe('a guest', () => {
  it('cannot add or move pages to the top level, and writes below what is shared', async () => {
    const shared = await addPage(quire, 'Shared')
    await restrict(quire, shared, { grants: [{ principalId: guest.userId, level: 'write' }] })
    const words =
      '403 FORBIDDEN Only members can add pages at the top level. Choose a page that was shared with you as the parent.'
    assert.equal(await refusal('/v1/pages/create', { title: 'Mine' }, guest.key), words)
    const created = await post<{ pageId: string }>(
      '/v1/pages/create',
      { title: 'Mine', parentId: shared },
      guest.key,
    )
    assert.equal(created.status, 200)
    const { pageId } = created.body
    assert.equal(await refusal('/v1/pages/move', { pageId, newParentId: null }, guest.key), words)
    const open = await addPage(quire, 'Open')
    for (const body of [
      { title: 'X', parentId: open },
      { title: 'X', parentId: newId() },
    ]) {
      assert.equal(
        await refusal('/v1/pages/create', body, guest.key),
        `404 PAGE_NOT_FOUND PAGE_NOT_FOUND: page ${body.parentId} not found`,
      )
    }
  })

  it('cannot list the members, bots and subscriptions', async () => {
    const gus = await signIn(quire, guest)
    for (const path of ['/app/members/list', '/app/chats/list', '/app/chats/subscriptions']) {
      const { status, body } = await gus.post(path, { workspaceId: quire.workspaceId })
      assert.deepEqual(
        [status, body.message],
        [403, 'Guests see only what was shared with them. Ask a member of the workspace.'],
      )
    }
  })
})

describe('a page with permissions of its own', () => {
  it('is moved only by those who manage it, and reordered by those who can write', async () => {
    const parent = await addPage(quire, 'Parent')
    const pageId = await addPage(quire, 'Section', { parentId: parent })
    await restrict(quire, pageId, grant([member, 'write']))
    assert.equal(
      await refusal('/v1/pages/move', { pageId, newParentId: null }, member.key),
      '403 FORBIDDEN You cannot change who has access to this page. Ask someone who manages this page to move it.',
    )
    assert.equal(
      await refusal('/v1/pages/move', { pageId, newParentId: parent }, member.key),
      '200',
    )
    await restrict(quire, pageId, { grants: [{ principalId: member.userId, level: 'manage' }] })
    assert.equal(await refusal('/v1/pages/move', { pageId, newParentId: null }, member.key), '200')
  })

  it('is permanently deleted only by those who manage it', async () => {
    const pageId = await addPage(quire, 'Section')
    await restrict(quire, pageId, grant([admin, 'write']))
    await post('/v1/pages/delete', { pageId })
    assert.match(await refusal('/v1/trash/purge', { pageId }, admin.key), /^403/)
    const emptied = await post<{ left: number }>('/v1/trash/empty', {}, admin.key)
    assert.equal(emptied.body.left, 0)
    assert.equal(await refusal('/v1/pages/restore', { pageId }, admin.key), '200')
  })
})

describe('a page deleted before its private parent', () => {
  const readable = async (pageId: string) =>
    (await post('/v1/permissions/get', { pageId }, member.key)).status
  const inTrash = async (pageId: string) => {
    const { body } = await post<{ pages: { id: string }[] }>('/v1/trash/list', {}, member.key)
    return body.pages.some(({ id }) => id === pageId)
  }

  it('stays private when it is restored without the parent, or the parent is permanently deleted', async () => {
    for (const isPurged of [false, true]) {
      const parent = await addPage(quire, 'Private')
      const child = await addPage(quire, 'Child', { parentId: parent })
      const inner = await addPage(quire, 'Inner', { parentId: child })
      await restrict(quire, parent)
      await restrict(quire, inner, {})
      await post('/v1/pages/delete', { pageId: child })
      await post('/v1/pages/delete', { pageId: parent })
      if (isPurged) assert.equal(await refusal('/v1/trash/purge', { pageId: parent }), '200')
      assert.equal(await inTrash(child), false)
      assert.equal(
        await refusal('/v1/pages/restore', { pageId: child }, member.key),
        `404 PAGE_NOT_FOUND PAGE_NOT_FOUND: page ${child} not found`,
      )
      assert.equal(await refusal('/v1/pages/restore', { pageId: child }), '200')
      assert.deepEqual([await readable(child), await readable(inner)], [404, 404])
      const { body } = await post<{ pages: number; isSection: boolean }>('/v1/permissions/get', {
        pageId: child,
      })
      assert.deepEqual([body.isSection, body.pages], [true, 1])
    }
  })
})
