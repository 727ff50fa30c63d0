import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { lastAudit } from '../../support/audit.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let max: Person
let count = 0
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = await signIn(quire)
  max = await addPerson(quire, 'Max', 'MEMBER')
})
after(() => quire.close())

const inWorkspace = () => ({ workspaceId: quire.workspaceId })
const reads = async (pageId: string, key?: string) =>
  (await quire.post('/v1/pages/document', { ...inWorkspace(), pageId }, key)).status

/** A member with a private page and one below it. */
async function withPrivatePage() {
  count += 1
  const person = await addPerson(quire, `Leaver${count}`, 'MEMBER')
  const create = async (title: string, parentId?: string) =>
    (
      await quire.post<{ pageId: string }>(
        '/v1/pages/create',
        { ...inWorkspace(), title, ...(parentId === undefined ? {} : { parentId }) },
        person.key,
      )
    ).body.pageId
  const pageId = await create('Private')
  const below = await create('Below', pageId)
  const change = { ...inWorkspace(), pageId, inherits: false, everyone: null }
  assert.equal((await quire.post('/v1/permissions/update', change, person.key)).status, 200)
  const inner = {
    ...inWorkspace(),
    pageId: below,
    grants: [{ principalId: max.userId, level: 'read' }],
  }
  assert.equal((await quire.post('/v1/permissions/update', inner, person.key)).status, 200)
  return { ...person, pageId, below, visitor: await signIn(quire, person) }
}

describe('members.leave', () => {
  it('refuses the only manager of a page, and a new manager who cannot be one', async () => {
    const { visitor, userId } = await withPrivatePage()
    const leave = (body: object) =>
      visitor.post('/app/members/leave', { ...inWorkspace(), ...body })
    const refused = await leave({})
    assert.deepEqual([refused.status, refused.body.code], [409, 'LAST_MANAGER'])
    assert.match(refused.body.message, /Choose a member who takes over/)
    const viewer = await addPerson(quire, 'Viv', 'VIEWER')
    const outsider = await addPerson(quire, 'Out')
    for (const handOverTo of [userId, viewer.userId, outsider.userId]) {
      const { status, body } = await leave({ handOverTo })
      assert.deepEqual([status, body.errors[0]?.path], [400, '/handOverTo'])
    }
    assert.equal((await visitor.post('/app/members/list', inWorkspace())).status, 200)
  })

  it('hands pages over, with what is below them', async () => {
    const { visitor, pageId, below, key, userId } = await withPrivatePage()
    assert.deepEqual([await reads(pageId), await reads(pageId, max.key)], [404, 404])
    const body = { ...inWorkspace(), handOverTo: max.userId }
    assert.equal((await visitor.post('/app/members/leave', body)).status, 200)
    assert.equal((await quire.post('/v1/pages/list', inWorkspace(), key)).status, 403)
    assert.equal(await reads(pageId), 404)
    for (const id of [pageId, below]) {
      assert.equal(await reads(id, max.key), 200)
      const change = { ...inWorkspace(), pageId: id, everyone: 'read' }
      const { status } = await quire.post('/v1/permissions/update', change, max.key)
      assert.equal(status, 200)
    }
    const entry = await lastAudit(quire, 'member.remove')
    assert.deepEqual(
      [entry.subject, entry.details['handOverTo'], entry.details['sections']],
      [userId, max.userId, 2],
    )
  })
})

describe('members.remove', () => {
  it('keeps pages without a manager until an owner hands them over', async () => {
    const { userId, pageId } = await withPrivatePage()
    const answer = await ada.post('/app/members/remove', { ...inWorkspace(), userId })
    assert.equal(answer.status, 200)
    assert.deepEqual([await reads(pageId), await reads(pageId, max.key)], [404, 404])
  })

  it('hands them over to who is named', async () => {
    const { userId, pageId } = await withPrivatePage()
    const body = { ...inWorkspace(), userId, handOverTo: max.userId }
    assert.equal((await ada.post('/app/members/remove', body)).status, 200)
    assert.deepEqual([await reads(pageId), await reads(pageId, max.key)], [404, 200])
  })

  it('revokes the share links that the person created', async () => {
    const bob = await addPerson(quire, 'Bob', 'ADMIN')
    const page = { ...inWorkspace(), pageId: await addPage(quire, 'Linked') }
    await quire.post('/v1/links/create', { ...page, level: 'read' }, bob.key)
    await ada.post('/app/members/remove', { ...inWorkspace(), userId: bob.userId })
    type Links = { items: { revokedAt: string | null }[] }
    const { items } = (await quire.post<Links>('/v1/links/list', page)).body
    assert.deepEqual(
      items.map(({ revokedAt }) => revokedAt === null),
      [false],
    )
  })
})
