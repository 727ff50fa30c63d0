import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { unknownId } from '../../../test/support/pages.ts'
import { addPerson, addWorkspace } from '../../../test/support/people.ts'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import type { Role } from '../../lib/vocabulary.ts'
import { events } from '../../store/index.ts'
import { dropMember, listMembers, putMember } from './members.ts'

let server: TestServer
/** A workspace for each test, with one owner. */
let workspaceId = ''
let guest = ''
before(async () => {
  server = await startServer()
  guest = (await addPerson(server, 'Guest')).userId
})
after(() => server.close())
beforeEach(async () => {
  workspaceId = await addWorkspace(server, 'Team')
})

const actor = () => ({ userId: server.userId, via: 'cli' }) as const
const put = (userId: string, role: Role) =>
  putMember(server.app.store, workspaceId, { userId, role }, actor())
const drop = (userId: string) => dropMember(server.app.store, workspaceId, userId, actor())
const rolesNow = async () =>
  (await listMembers(server.app.store, workspaceId)).map(({ role }) => role).toSorted()
const eventTypes = async () =>
  (await events.after(server.app.store, workspaceId, 0, 100)).map(({ type }) => type)

describe('putMember', () => {
  it('refuses to take the role of the only owner, and changes nothing', async () => {
    const before = await eventTypes()
    for (const role of ['ADMIN', 'MEMBER', 'VIEWER'] as const) {
      await assert.rejects(put(server.userId, role), {
        code: 'LAST_OWNER',
        message: /^This person is the only owner of the workspace team[\w-]*\. Make/,
      })
    }
    assert.deepEqual([await rolesNow(), await eventTypes()], [['OWNER'], before])
  })

  it('counts no admin as an owner', async () => {
    await put(guest, 'ADMIN')
    await assert.rejects(put(server.userId, 'MEMBER'), { code: 'LAST_OWNER' })
  })

  it('lets an owner step back once there is another', async () => {
    await put(guest, 'OWNER')
    await put(server.userId, 'VIEWER')
    assert.deepEqual(await rolesNow(), ['OWNER', 'VIEWER'])
    await assert.rejects(put(guest, 'MEMBER'), { code: 'LAST_OWNER' })
  })

  it('keeps one owner when two step back at once', async () => {
    await put(guest, 'OWNER')
    const outcomes = await Promise.allSettled([put(guest, 'MEMBER'), put(server.userId, 'MEMBER')])
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.deepEqual(await rolesNow(), ['MEMBER', 'OWNER'])
  })

  it('tells of a person who joins and of another role, and of nothing when nothing changes', async () => {
    const before = (await eventTypes()).length
    await put(guest, 'MEMBER')
    await put(guest, 'MEMBER')
    await put(guest, 'VIEWER')
    await put(server.userId, 'OWNER')
    assert.deepEqual((await eventTypes()).slice(before), ['member.joined', 'member.updated'])
    assert.deepEqual(await rolesNow(), ['OWNER', 'VIEWER'])
  })
})

describe('dropMember', () => {
  it('refuses who is no member, and the only owner', async () => {
    for (const userId of [guest, unknownId]) {
      await assert.rejects(drop(userId), { code: 'MEMBER_NOT_FOUND' })
    }
    await put(guest, 'MEMBER')
    await assert.rejects(drop(server.userId), { code: 'LAST_OWNER' })
    assert.deepEqual(await rolesNow(), ['MEMBER', 'OWNER'])
  })

  it('takes the workspace from a member, who may join again', async () => {
    await put(guest, 'MEMBER')
    await drop(guest)
    assert.deepEqual(await rolesNow(), ['OWNER'])
    await assert.rejects(drop(guest), { code: 'MEMBER_NOT_FOUND' })
    await put(guest, 'ADMIN')
    assert.deepEqual(await rolesNow(), ['ADMIN', 'OWNER'])
    assert.deepEqual((await eventTypes()).slice(-3), [
      'member.joined',
      'member.removed',
      'member.joined',
    ])
  })
})
