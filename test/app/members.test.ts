import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { events } from '../../server/store/index.ts'
import { addPerson, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let admin: Person
let member: Person
let byOwner: Visitor
let byAdmin: Visitor
before(async () => {
  quire = await startServer()
  admin = await addPerson(quire, 'Adm', 'ADMIN')
  member = await addPerson(quire, 'Mem', 'MEMBER')
  byOwner = await signIn(quire)
  byAdmin = await signIn(quire, admin)
})
after(() => quire.close())

const send = (path: string, by: Visitor, userId: string, role?: string) =>
  by.post(`/app/members/${path}`, {
    workspaceId: quire.workspaceId,
    userId,
    ...(role === undefined ? {} : { role }),
  })

describe('members.update', () => {
  it('refuses a member, and an admin who would make or change an owner', async () => {
    const byMember = await signIn(quire, member)
    assert.equal((await send('update', byMember, member.userId, 'ADMIN')).status, 403)
    assert.equal((await send('update', byAdmin, member.userId, 'OWNER')).status, 403)
    assert.equal((await send('update', byAdmin, quire.userId, 'MEMBER')).status, 403)
    assert.equal((await send('update', byAdmin, admin.userId, 'OWNER')).status, 403)
  })

  it('refuses a stranger, and the last owner', async () => {
    const outsider = await addPerson(quire, 'Str')
    const unknown = await send('update', byOwner, outsider.userId, 'MEMBER')
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'MEMBER_NOT_FOUND'])
    const last = await send('update', byOwner, quire.userId, 'ADMIN')
    assert.deepEqual([last.status, last.body.code], [409, 'LAST_OWNER'])
    assert.equal((await send('remove', byOwner, quire.userId)).body.code, 'LAST_OWNER')
  })

  it('gives another role, which counts in the very next request', async () => {
    const { workspaceId } = quire
    const byMember = await signIn(quire, member)
    const write = async () =>
      (await byMember.post('/v1/pages/create', { workspaceId, title: 'x' })).status
    assert.equal(await write(), 200)
    assert.equal((await send('update', byAdmin, member.userId, 'VIEWER')).status, 200)
    assert.equal(await write(), 403)
    assert.equal((await send('update', byOwner, member.userId, 'MEMBER')).status, 200)
    assert.equal(await write(), 200)
  })
})

describe('members.remove', () => {
  it('refuses an admin to remove an owner', async () => {
    assert.equal((await send('remove', byAdmin, quire.userId)).status, 403)
  })

  it('cuts the rights of sessions and keys at once', async () => {
    const byMember = await signIn(quire, member)
    const { workspaceId } = quire
    assert.equal((await byMember.post('/v1/pages/list', { workspaceId })).status, 200)
    assert.equal((await send('remove', byAdmin, member.userId)).status, 200)
    assert.equal((await byMember.post('/v1/pages/list', { workspaceId })).status, 403)
    assert.equal((await byMember.post('/app/members/list', { workspaceId })).status, 403)
    assert.equal((await quire.post('/v1/pages/list', { workspaceId }, member.key)).status, 403)
    assert.equal((await send('remove', byAdmin, member.userId)).status, 404)
  })
})

describe('members.leave', () => {
  const leave = (by: Visitor, workspaceId = quire.workspaceId) =>
    by.post('/app/members/leave', { workspaceId })

  it('refuses a stranger, and the only owner in words that say what to do', async () => {
    const outsider = await signIn(quire, await addPerson(quire, 'Stan'))
    assert.equal((await leave(outsider)).status, 403)
    const { status, body } = await leave(byOwner)
    assert.deepEqual([status, body.code], [409, 'LAST_OWNER'])
    assert.match(body.message, /^You are the only owner of the workspace .*Make someone else OWNER/)
  })

  for (const role of ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const) {
    it(`lets go whoever is ${role}, and tells of it as of a removal`, async () => {
      const person = await addPerson(quire, `Lea${role}`, role)
      const visitor = await signIn(quire, person)
      const { workspaceId } = quire
      assert.equal((await leave(visitor)).status, 200)
      assert.equal((await visitor.post('/v1/pages/list', { workspaceId })).status, 403)
      assert.equal((await quire.post('/v1/pages/list', { workspaceId }, person.key)).status, 403)
      assert.equal((await leave(visitor)).status, 403)
      const published = await events.since(quire.app.store, workspaceId, 0, 10_000)
      const { type, actorId, data } = published.at(-1) ?? {}
      assert.deepEqual([type, actorId], ['member.removed', person.userId])
      assert.match(data ?? '', new RegExp(person.userId))
    })
  }
})

describe('members.list', () => {
  it('shows who is what, since when, to every member', async () => {
    const viewer = await signIn(quire, await addPerson(quire, 'Vie', 'VIEWER'))
    const { body } = await viewer.post<{ members: Record<string, string>[] }>(
      '/app/members/list',
      quire,
    )
    assert.deepEqual(
      body.members.map(({ firstName, role }) => [firstName, role]),
      [
        ['Ada', 'OWNER'],
        ['Adm', 'ADMIN'],
        ['Vie', 'VIEWER'],
      ],
    )
    assert.ok(body.members.every(({ joinedAt }) => Date.parse(joinedAt ?? '') > 0))
  })
})
