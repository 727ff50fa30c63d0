import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { auditOf, lastAudit } from '../../support/audit.ts'
import { type MailServer, startMailServer } from '../../support/outside/smtp.ts'
import { addLink, addPage, nothing } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { addGuest, isPrivate, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let mails: MailServer
let ada: Visitor
let member: Person
let other: Person
let viewer: Person

before(async () => {
  mails = await startMailServer()
  quire = await startServer({
    rateLimit: 0,
    mail: { url: mails.url, from: 'quire@example.com' },
  })
  member = await addPerson(quire, 'Mia', 'MEMBER')
  other = await addPerson(quire, 'Otto', 'MEMBER')
  viewer = await addPerson(quire, 'Vera', 'VIEWER')
  ada = await signIn(quire)
})
after(async () => {
  await quire.close()
  await mails.close()
})

type Hidden = { pageId: string; pages: number; managers: { id: string; name: string }[] }
const post = <Body = { code: string; message: string }>(path: string, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const asOwner = async <Body = { code: string }>(path: string, body: object = {}) =>
  ada.post<Body & { code?: string }>(path, { workspaceId: quire.workspaceId, ...body })
const outcome = async (path: string, body: object) => {
  const answer = await asOwner(path, body)
  return `${answer.status} ${answer.body.code ?? ''}`.trim()
}
const canRead = async (pageId: string, key: string) =>
  (await post('/v1/permissions/get', { pageId }, key)).status === 200

/** A private page of a member, with one below it. */
async function addPrivate(person: Person, title: string, parentId: string | null = null) {
  const page = await post<{ pageId: string }>('/v1/pages/create', { title, parentId }, person.key)
  const { pageId } = page.body
  await post('/v1/pages/create', { title: 'Below', parentId: pageId }, person.key)
  await restrict(quire, pageId, isPrivate, person.key)
  return pageId
}

describe('sections that an owner cannot read', () => {
  it('are nothing to anyone but owners', async () => {
    const pageId = await addPrivate(member, 'Diary')
    const otto = await signIn(quire, other)
    for (const path of [
      '/app/permissions/hidden',
      '/app/permissions/hand-over',
      '/app/permissions/delete-hidden',
    ]) {
      const body = { workspaceId: quire.workspaceId, pageId, newManagerId: other.userId }
      const named =
        path.endsWith('hidden') && !path.includes('delete')
          ? { workspaceId: quire.workspaceId }
          : body
      assert.equal((await otto.post(path, named)).status, 403)
    }
    assert.equal(await canRead(pageId, other.key), false)
  })

  it('are listed without titles, with those who manage them', async () => {
    const pageId = await addPrivate(member, 'Diary')
    const { body } = await asOwner<{ items: Hidden[] }>('/app/permissions/hidden', { limit: 200 })
    const found = body.items.find((item) => item.pageId === pageId)
    assert.deepEqual(
      [found?.pages, found?.managers],
      [2, [{ id: member.userId, name: 'Mia Tester' }]],
    )
    assert.ok(!JSON.stringify(body).includes('Diary'))
    const readable = await addPage(quire, 'Of the owner')
    await restrict(quire, readable)
    const again = await asOwner<{ items: Hidden[] }>('/app/permissions/hidden', { limit: 200 })
    assert.ok(!JSON.stringify(again.body).includes(readable))
  })

  it('are handed over to members only, and to the owner only where no one manages them', async () => {
    const path = '/app/permissions/hand-over'
    const pageId = await addPrivate(member, 'Diary')
    const outsider = await addPerson(quire, 'Xavier')
    const open = await addPage(quire, 'Open')
    assert.equal(
      await outcome(path, { pageId: nothing, newManagerId: other.userId }),
      '404 PAGE_NOT_FOUND',
    )
    assert.equal(
      await outcome(path, { pageId: open, newManagerId: other.userId }),
      '404 PAGE_NOT_FOUND',
    )
    assert.equal(
      await outcome(path, { pageId, newManagerId: outsider.userId }),
      '404 MEMBER_NOT_FOUND',
    )
    assert.equal(
      await outcome(path, { pageId, newManagerId: viewer.userId }),
      '400 VALIDATION_FAILED',
    )
    assert.equal(await outcome(path, { pageId, newManagerId: quire.userId }), '403 FORBIDDEN')
    assert.equal(await outcome(path, { pageId, newManagerId: other.userId }), '200')
    assert.deepEqual(
      [await canRead(pageId, other.key), await canRead(pageId, quire.key)],
      [true, false],
    )
    const mail = await mails.next()
    assert.equal(mail.to, member.email)
    assert.match(mail.text, /Ada Lovelace handed over the page/)
    const entry = await lastAudit(quire, 'permissions.hand-over')
    assert.deepEqual([entry.subject, entry.details], [pageId, { newManagerId: other.userId }])
  })

  it('remain after the person who managed them left, and can then be taken over', async () => {
    const leaver = await addPerson(quire, 'Lea', 'MEMBER')
    const pageId = await addPrivate(leaver, 'Left behind')
    await asOwner('/app/members/remove', { userId: leaver.userId })
    assert.equal(await canRead(pageId, leaver.key), false)
    assert.equal(await canRead(pageId, quire.key), false)
    assert.equal(
      await outcome('/app/permissions/hand-over', { pageId, newManagerId: quire.userId }),
      '200',
    )
    assert.equal(await canRead(pageId, quire.key), true)
  })

  it('are moved to the trash, then deleted, with a notice and an audit entry each', async () => {
    const path = '/app/permissions/delete-hidden'
    const pageId = await addPrivate(member, 'Unwanted')
    assert.equal(await outcome(path, { pageId: nothing }), '404 PAGE_NOT_FOUND')
    const own = await addPage(quire, 'Readable')
    await restrict(quire, own)
    assert.equal(await outcome(path, { pageId: own }), '403 FORBIDDEN')
    assert.deepEqual((await asOwner<{ pages: number }>(path, { pageId })).body.pages, 2)
    assert.equal((await mails.next()).to, member.email)
    assert.equal((await post('/v1/pages/restore', { pageId }, member.key)).status, 200)
    await asOwner(path, { pageId })
    await mails.next()
    assert.deepEqual((await asOwner<{ pages: number }>(path, { pageId })).body.pages, 2)
    await mails.next()
    assert.equal((await post('/v1/pages/restore', { pageId }, member.key)).status, 404)
    const entries = (await auditOf(quire, 'permissions.delete-hidden')).map(
      ({ details }) => details,
    )
    assert.deepEqual(entries[0], { isPermanent: true, pages: 2 })
    assert.equal(entries.length, 3)
  })
})

describe('deleting a page above a hidden section', () => {
  it('includes and restores it, counts for the caller, and notifies those who manage it', async () => {
    const parent = await addPage(quire, 'Project')
    const secret = await addPrivate(member, 'Salaries', parent)
    const removed = await post<{ pages: number }>('/v1/pages/delete', { pageId: parent })
    assert.equal(removed.body.pages, 1)
    const mail = await mails.next()
    assert.equal(mail.to, member.email)
    assert.match(mail.text, /Salaries/)
    assert.equal(await canRead(secret, member.key), false)
    const restored = await post<{ pages: number }>('/v1/pages/restore', { pageId: parent })
    assert.equal(restored.body.pages, 1)
    assert.deepEqual(
      [await canRead(secret, member.key), await canRead(secret, quire.key)],
      [true, false],
    )
  })
})

describe('POST /v1/permissions/shared-with-me', () => {
  type Shared = { items: { id: string; title: string; level: string }[] }
  const shared = async (key: string) =>
    (await post<Shared>('/v1/permissions/shared-with-me', {}, key)).body.items.map(
      ({ title, level }) => `${title} ${level}`,
    )

  it('lists what is readable below a hidden page, and for guests at the top level', async () => {
    const secret = await addPage(quire, 'Secret')
    const part = await addPage(quire, 'Part', { parentId: secret })
    await restrict(quire, secret)
    await restrict(quire, part, { grants: [{ principalId: other.userId, level: 'comment' }] })
    assert.deepEqual(await shared(other.key), ['Part comment'])
    assert.deepEqual(await shared(quire.key), [])
    const guest = await addGuest(quire, 'Gus', 'VIEWER')
    const top = await addPage(quire, 'For Gus')
    await restrict(quire, top, { grants: [{ principalId: guest.userId, level: 'read' }] })
    assert.deepEqual(await shared(guest.key), ['For Gus read'])
  })
})

describe('POST /v1/permissions/preview-move', () => {
  type Preview = { widens: boolean; gains: { type: string; id: string; hasAccess: boolean }[] }
  const preview = async (pageId: string, newParentId: string | null) =>
    (await post<Preview>('/v1/permissions/preview-move', { pageId, newParentId })).body

  it('rejects what the move would', async () => {
    const pageId = await addPage(quire, 'Mine')
    const hidden = await addPrivate(member, 'Theirs')
    const path = '/v1/permissions/preview-move'
    assert.equal((await post(path, { pageId, newParentId: hidden })).status, 404)
    assert.equal((await post(path, { pageId: hidden, newParentId: null })).status, 404)
    assert.equal((await post(path, { pageId, newParentId: null }, viewer.key)).status, 403)
  })

  it('says who gains access', async () => {
    const secret = await addPage(quire, 'Secret')
    const pageId = await addPage(quire, 'Plan', { parentId: secret })
    await restrict(quire, secret)
    const team = await addPage(quire, 'Team')
    await restrict(quire, team, {
      ...isPrivate,
      grants: [{ principalId: other.userId, level: 'read' }],
    })
    const { workspaceId } = quire
    assert.deepEqual(await preview(pageId, null), {
      widens: true,
      gains: [{ type: 'everyone', id: workspaceId, name: '', hasAccess: false }],
    })
    const toTeam = await preview(pageId, team)
    assert.deepEqual(
      toTeam.gains.map(({ id }) => id),
      [other.userId],
    )
    assert.deepEqual(await preview(await addPage(quire, 'Open'), secret), {
      widens: false,
      gains: [],
    })
    await restrict(quire, pageId)
    assert.deepEqual(await preview(pageId, null), { widens: false, gains: [] })
  })

  it('tells those who gain access from those who gain a level', async () => {
    const guest = await addGuest(quire, 'Gwen', 'MEMBER')
    const parent = await addPage(quire, 'Widely shared')
    const { id: linkId } = await addLink(quire, parent, { level: 'comment' })
    const grants = [guest, viewer, member].map(({ userId: principalId }) => {
      return { principalId, level: 'comment' }
    })
    await restrict(quire, parent, { grants })
    const gained = async (pageId: string) => {
      const { gains } = await preview(pageId, parent)
      return new Map(gains.map(({ id, hasAccess }) => [id, hasAccess]))
    }
    const open = await addPage(quire, 'Open')
    const expected = new Map([
      [guest.userId, false],
      [linkId, false],
      [viewer.userId, true],
    ])
    assert.deepEqual(await gained(open), expected)
    await restrict(quire, open, {
      everyone: 'read',
      grants: [{ principalId: guest.userId, level: 'read' }],
    })
    const { gains } = await preview(open, null)
    assert.deepEqual(gains, [])
    const narrow = await addPage(quire, 'Narrow', { parentId: open })
    assert.deepEqual(
      await gained(narrow),
      new Map([
        [quire.workspaceId, true],
        [guest.userId, true],
        [linkId, false],
        [viewer.userId, true],
        [member.userId, true],
      ]),
    )
  })
})
