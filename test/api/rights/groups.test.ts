import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { lastAudit } from '../../support/audit.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addGroup, addGuest, isPrivate, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let member: Person
let other: Person

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
  other = await addPerson(quire, 'Otto', 'MEMBER')
})
after(() => quire.close())

type Listed = { items: { id: string; name: string; members: number }[]; nextCursor: string | null }
const post = <Body = { code: string; message: string }>(path: string, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const outcome = async (path: string, body: object, key?: string) => {
  const answer = await post(path, body, key)
  return `${answer.status} ${answer.body.code ?? ''}`.trim()
}
const canRead = async (pageId: string, { key }: Person) =>
  (await post('/v1/permissions/get', { pageId }, key)).status === 200
const withGroup = (groupId: string, level: string, own: string | null = 'manage') => ({
  ...isPrivate,
  grants: [
    { principalId: groupId, level },
    { principalId: quire.userId, level: own },
  ],
})

describe('groups', () => {
  it('are changed by owners and admins only, and listed by members, not by guests', async () => {
    const groupId = await addGroup(quire, 'Admins only')
    const guest = await addGuest(quire, 'Gus', 'MEMBER')
    for (const [path, body] of [
      ['/v1/groups/create', { name: 'X' }],
      ['/v1/groups/update', { groupId, name: 'X' }],
      ['/v1/groups/delete', { groupId }],
      ['/v1/groups/add-member', { groupId, userId: member.userId }],
      ['/v1/groups/remove-member', { groupId, userId: member.userId }],
    ] as const) {
      assert.equal(await outcome(path, body, member.key), '403 FORBIDDEN', path)
    }
    for (const path of ['/v1/groups/list', '/v1/groups/members']) {
      const body = path.endsWith('list') ? {} : { groupId }
      assert.equal(await outcome(path, body, guest.key), '403 FORBIDDEN')
      assert.equal(await outcome(path, body, member.key), '200')
    }
  })

  it('are unknown where they belong to another workspace, and have members of their own only', async () => {
    const elsewhere = await addWorkspace(quire, 'Elsewhere')
    const foreign = await addGroup({ ...quire, workspaceId: elsewhere }, 'Foreign')
    for (const groupId of [foreign, nothing]) {
      for (const [path, body] of [
        ['/v1/groups/members', {}],
        ['/v1/groups/update', { name: 'X' }],
        ['/v1/groups/delete', {}],
        ['/v1/groups/add-member', { userId: member.userId }],
        ['/v1/groups/remove-member', { userId: member.userId }],
      ] as const) {
        assert.equal(await outcome(path, { groupId, ...body }), '404 GROUP_NOT_FOUND', path)
      }
      const page = await addPage(quire, 'Page')
      const grants = [{ principalId: groupId, level: 'read' }]
      assert.equal(
        await outcome('/v1/permissions/update', { pageId: page, grants }),
        '400 VALIDATION_FAILED',
      )
    }
    const groupId = await addGroup(quire, 'Members only')
    const outsider = await addPerson(quire, 'Xavier')
    const guest = await addGuest(quire, 'Gina', 'MEMBER')
    for (const { userId } of [outsider, guest]) {
      const added = await outcome('/v1/groups/add-member', { groupId, userId })
      assert.equal(added, '404 MEMBER_NOT_FOUND')
    }
  })

  it('have unique names, and are listed by them in parts', async () => {
    const second = await addGroup(quire, 'ZB')
    await addGroup(quire, 'ZA')
    assert.equal(await outcome('/v1/groups/create', { name: 'ZA' }), '409 NAME_TAKEN')
    assert.equal(
      await outcome('/v1/groups/update', { groupId: second, name: 'ZA' }),
      '409 NAME_TAKEN',
    )
    const renamed = { groupId: second, name: 'ZC', oidcGroup: 'z' }
    const { body } = await post<{ name: string; oidcGroup: string }>('/v1/groups/update', renamed)
    assert.deepEqual([body.name, body.oidcGroup], ['ZC', 'z'])
    const names: string[] = []
    let cursor: string | null | undefined
    do {
      const page = (await post<Listed>('/v1/groups/list', { limit: 2, ...(cursor && { cursor }) }))
        .body
      names.push(...page.items.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    assert.deepEqual(names.slice(-2), ['ZA', 'ZC'])
    assert.deepEqual(names, names.toSorted())
  })

  it('give access to their members until they leave or the group is deleted', async () => {
    const groupId = await addGroup(quire, 'Readers', [member])
    const page = await addPage(quire, 'For readers')
    await restrict(quire, page, withGroup(groupId, 'read'))
    assert.deepEqual([await canRead(page, member), await canRead(page, other)], [true, false])
    await post('/v1/groups/add-member', { groupId, userId: other.userId })
    assert.equal(await canRead(page, other), true)
    const people = await post<{ items: { id: string; source: string }[] }>('/v1/groups/members', {
      groupId,
    })
    assert.deepEqual(
      people.body.items.map(({ id }) => id).toSorted(),
      [member.userId, other.userId].toSorted(),
    )
    await post('/v1/groups/remove-member', { groupId, userId: member.userId })
    assert.deepEqual([await canRead(page, member), await canRead(page, other)], [false, true])
    assert.equal((await lastAudit(quire, 'group.remove-member')).subject, groupId)
    assert.equal(await outcome('/v1/groups/delete', { groupId }), '200')
    assert.equal(await canRead(page, other), false)
    assert.deepEqual((await lastAudit(quire, 'group.delete')).details, { name: 'Readers' })
  })

  it('cannot lose the only member who manages a page, nor be deleted then', async () => {
    const groupId = await addGroup(quire, 'Managers', [member])
    const page = await addPage(quire, 'Managed')
    await restrict(quire, page, withGroup(groupId, 'manage', null))
    assert.equal(await canRead(page, { ...other, key: quire.key }), false)
    const last = { groupId, userId: member.userId }
    assert.equal(await outcome('/v1/groups/remove-member', last), '409 LAST_MANAGER')
    assert.equal(await outcome('/v1/groups/delete', { groupId }), '409 LAST_MANAGER')
    assert.equal(await canRead(page, member), true)
    await post('/v1/groups/add-member', { groupId, userId: other.userId })
    assert.equal(await outcome('/v1/groups/remove-member', last), '200')
  })
})
