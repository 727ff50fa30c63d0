import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { auditOf, lastAudit } from '../../support/audit.ts'
import { addPage, nothing } from '../../support/pages.ts'
import { addAgent, addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { signIn, type Visitor } from '../../support/web/visitor.ts'

type Agent = {
  id: string
  name: string
  icon: string | null
  role: string
  scope: string
  owner: { id: string }
  pauseReason: string | null
  isManaged: boolean
  webhook: object | null
}

let quire: TestServer
let ada: Visitor
let bob: Person
let asBob: Visitor
let max: Person
let asMax: Visitor
let viewer: Visitor
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ada = await signIn(quire)
  bob = await addPerson(quire, 'Bob', 'MEMBER')
  asBob = await signIn(quire, bob)
  max = await addPerson(quire, 'Max', 'MEMBER')
  asMax = await signIn(quire, max)
  viewer = await signIn(quire, await addPerson(quire, 'Vera', 'VIEWER'))
})
after(() => quire.close())

type Answered = { id: string; key: string; code: string; message: string; agents: Agent[] }
const paths = {
  list: '/app/agent-accounts/list',
  create: '/app/agent-accounts/create',
  update: '/app/agent-accounts/update',
  reassign: '/app/agent-accounts/reassign',
  pause: '/app/agent-accounts/pause',
  resume: '/app/agent-accounts/resume',
  remove: '/app/agent-accounts/remove',
  'list-keys': '/app/agent-accounts/list-keys',
  'create-key': '/app/agent-accounts/create-key',
  'revoke-key': '/app/agent-accounts/revoke-key',
  'set-webhook': '/app/agent-accounts/set-webhook',
} as const
type Name = keyof typeof paths
const ask = (who: Visitor, name: Name, body: object = {}) =>
  who.post<Answered>(paths[name], { workspaceId: quire.workspaceId, ...body })
const done = async (who: Visitor, name: Name, body: object = {}): Promise<Answered> => {
  const answer = await ask(who, name, body)
  assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const refused = async (code: string, who: Visitor, name: Name, body: object = {}) => {
  const answer = await ask(who, name, body)
  assert.equal(answer.body.code, code, `${name}: ${JSON.stringify(answer.body)}`)
  return answer.body.message
}
const create = async (who: Visitor, body: object = {}): Promise<string> =>
  (await done(who, 'create', { name: 'Robo', role: 'write', ...body })).id
const find = async (id: string, who = ada): Promise<Agent> => {
  const found = (await done(who, 'list')).agents.find((agent) => agent.id === id)
  assert.ok(found)
  return found
}
const keyOf = async (agentId: string, who = ada): Promise<string> =>
  (await done(who, 'create-key', { agentId, name: 'Server', expires: '30d' })).key
const write = (key: string, body: object = {}) =>
  quire.post('/v1/pages/create', { workspaceId: quire.workspaceId, title: 'Page', ...body }, key)
const read = (key: string, pageId: string) =>
  quire.post('/v1/pages/document', { workspaceId: quire.workspaceId, pageId }, key)
const comment = (key: string, pageId: string) => {
  const body = { workspaceId: quire.workspaceId, pageId, markdown: 'Hello.' }
  return quire.post('/v1/comments/create', body, key)
}

describe('agent-accounts/create', () => {
  it('rejects viewers, unknown roles and empty names', async () => {
    await refused('FORBIDDEN', viewer, 'create', { name: 'Robo', role: 'read' })
    await refused('VALIDATION_FAILED', ada, 'create', { name: 'Robo', role: 'manage' })
    await refused('VALIDATION_FAILED', ada, 'create', { name: '\u200B', role: 'read' })
  })

  it('rejects an owner who cannot answer for it, and one whom only an admin can choose', async () => {
    const gone = await addPerson(quire, 'Gone')
    const agent = await addAgent(quire, 'Agent', 'write')
    for (const ownerId of [gone.userId, agent.userId, nothing]) {
      await refused('VALIDATION_FAILED', ada, 'create', { name: 'Robo', role: 'read', ownerId })
    }
    const ownerId = quire.userId
    await refused('FORBIDDEN', asBob, 'create', { name: 'Robo', role: 'read', ownerId })
  })

  it('rejects pages that the caller does not manage, and creates nothing', async () => {
    const before = (await done(ada, 'list')).agents.length
    const pageId = await addPage(quire, 'Of Ada')
    const body = { name: 'Robo', role: 'read', pageIds: [pageId] }
    await refused('FORBIDDEN', asBob, 'create', body)
    await refused('PAGE_NOT_FOUND', asBob, 'create', { ...body, pageIds: [nothing] })
    assert.equal((await done(ada, 'list')).agents.length, before)
  })

  it('rejects more than 100 agents', async () => {
    const workspaceId = await addWorkspace(quire, 'Full')
    for (let count = 0; count < 100; count += 1) {
      await addAgent({ ...quire, workspaceId }, `Agent ${count}`, 'read')
    }
    await refused('QUOTA_EXCEEDED', ada, 'create', { workspaceId, name: 'One more', role: 'read' })
  })

  it('adds a member of kind agent with an icon, which its owner manages', async () => {
    const id = await create(asBob, { icon: '🦊', role: 'comment' })
    const agent = await find(id, asBob)
    assert.deepEqual(
      [agent.name, agent.icon, agent.role, agent.owner.id, agent.isManaged, agent.webhook],
      ['Robo', '🦊', 'comment', bob.userId, true, null],
    )
    assert.equal((await find(id, asMax)).isManaged, false)
    type Members = { members: { id: string; kind: string; icon: string | null; role: string }[] }
    const { workspaceId } = quire
    const { body } = await ada.post<Members>('/app/members/list', { workspaceId })
    const member = body.members.find((one) => one.id === id)
    assert.deepEqual([member?.kind, member?.icon, member?.role], ['agent', '🦊', 'VIEWER'])
    const { details } = await lastAudit(quire, 'agent.create')
    assert.match(JSON.stringify(details), /Robo/)
  })
})

describe('the role of an agent', () => {
  it('limits what its keys can do', async () => {
    const pageId = await addPage(quire, 'Worked on')
    for (const [role, canComment, canWrite] of [
      ['read', false, false],
      ['comment', true, false],
      ['propose', true, false],
      ['write', true, true],
    ] as const) {
      const key = await keyOf(await create(ada, { role }))
      assert.equal((await read(key, pageId)).status, 200, role)
      assert.equal((await comment(key, pageId)).status, canComment ? 200 : 403, role)
      assert.equal((await write(key)).status, canWrite ? 200 : 403, role)
    }
  })

  it('names proposals/create to an agent that may only propose', async () => {
    const key = await keyOf(await create(ada, { role: 'propose' }))
    const { status, body } = await write(key)
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.match(body.message, /proposals\/create/)
  })

  it('never lets it manage: pages, permissions, private pages, the workspace', async () => {
    const id = await create(ada)
    const key = await keyOf(id)
    const { workspaceId } = quire
    const { pageId } = (await write(key)).body as { pageId?: string }
    const grant = { grants: [{ principalId: bob.userId, level: 'read' }] }
    for (const [path, body] of [
      ['permissions/update', { pageId, ...grant }],
      ['permissions/create-private-page', { title: 'Mine' }],
      ['links/create', { pageId, level: 'read' }],
      ['groups/create', { name: 'Ours' }],
      ['webhooks/list', {}],
    ] as const) {
      const answer = await quire.post(`/v1/${path}`, { workspaceId, ...body }, key)
      assert.deepEqual([answer.status, answer.body.code], [403, 'FORBIDDEN'], path)
    }
    const managing = { pageId, grants: [{ principalId: id, level: 'manage' }] }
    const given = await quire.post('/v1/permissions/update', { workspaceId, ...managing })
    assert.deepEqual([given.status, given.body.code], [400, 'VALIDATION_FAILED'])
    const role = { workspaceId, userId: id, role: 'OWNER' }
    assert.equal((await ada.post('/app/members/update', role)).body.code, 'FORBIDDEN')
  })

  it('applies to some pages only, if the agent is limited to them', async () => {
    const open = await addPage(quire, 'Open')
    const rootId = await addPage(quire, 'Root')
    const below = await addPage(quire, 'Below', { parentId: rootId })
    const key = await keyOf(await create(ada, { pageIds: [rootId] }))
    assert.equal((await read(key, open)).body.code, 'PAGE_NOT_FOUND')
    assert.equal((await read(key, below)).status, 200)
    assert.equal((await write(key, { parentId: rootId })).status, 200)
    assert.notEqual((await write(key)).status, 200)
    const reading = await keyOf(await create(ada, { pageIds: [rootId], role: 'read' }))
    assert.equal((await read(reading, below)).status, 200)
    assert.equal((await write(reading, { parentId: rootId })).status, 403)
  })
})

describe('agent-accounts/update', () => {
  it('rejects those who do not answer for the agent, and an unknown one', async () => {
    const agentId = await create(asBob)
    for (const name of ['update', 'pause', 'resume', 'remove', 'list-keys'] as const) {
      await refused('FORBIDDEN', asMax, name, { agentId })
      await refused('AGENT_NOT_FOUND', ada, name, { agentId: nothing })
      await refused('AGENT_NOT_FOUND', ada, name, { agentId: bob.userId })
    }
    await refused('FORBIDDEN', asBob, 'reassign', { agentId, ownerId: bob.userId })
  })

  it('changes the name, icon, role and scope, and leaves the rest', async () => {
    const agentId = await create(asBob, { icon: '🦊', role: 'read' })
    await done(ada, 'update', { agentId, name: 'Rosa', role: 'write' })
    const renamed = await find(agentId)
    assert.deepEqual([renamed.name, renamed.icon, renamed.role], ['Rosa', '🦊', 'write'])
    await done(asBob, 'update', { agentId, icon: null, scope: 'shared' })
    const { icon, scope, role } = await find(agentId)
    assert.deepEqual([icon, scope, role], [null, 'shared', 'write'])
    const key = await keyOf(agentId)
    const pageId = await addPage(quire, 'Open')
    assert.equal((await read(key, pageId)).body.code, 'PAGE_NOT_FOUND')
    await done(asBob, 'update', { agentId, scope: 'workspace' })
    assert.equal((await read(key, pageId)).status, 200)
  })
})

describe('the keys of an agent', () => {
  it('are created, listed and revoked by those who answer for it (create-key, list-keys, revoke-key)', async () => {
    const agentId = await create(asBob)
    await refused('FORBIDDEN', asMax, 'create-key', { agentId, name: 'x', expires: '7d' })
    const ofBob = (await asBob.post<{ keys: { id: string }[] }>('/app/keys/list')).body.keys[0]
    await refused('KEY_NOT_FOUND', asBob, 'revoke-key', { agentId, keyId: ofBob?.id })
    const { id: keyId, key } = await done(asBob, 'create-key', {
      agentId,
      name: 'Server',
      expires: '7d',
    })
    assert.equal((await write(key)).status, 200)
    const listed = await done(ada, 'list-keys', { agentId })
    assert.match(JSON.stringify(listed), /Server/)
    assert.ok(!JSON.stringify(listed).includes(key))
    await refused('FORBIDDEN', asMax, 'revoke-key', { agentId, keyId })
    await done(ada, 'revoke-key', { agentId, keyId })
    assert.equal((await write(key)).body.code, 'API_KEY_REVOKED')
  })

  it('are not for people who cannot read what the agent reads', async () => {
    const agentId = await create(ada)
    const pageId = await addPage(quire, 'Private')
    const access = onlyFor({ [agentId]: 'read', [quire.userId]: 'manage' })
    await restrict(quire, pageId, access)
    await done(ada, 'reassign', { agentId, ownerId: bob.userId })
    const message = await refused('FORBIDDEN', asBob, 'create-key', {
      agentId,
      name: 'x',
      expires: '7d',
    })
    assert.match(message, /pages that you cannot read/)
    const url = 'https://93.184.216.34/hook'
    await refused('FORBIDDEN', asBob, 'set-webhook', { agentId, url })
    assert.equal((await read(await keyOf(agentId), pageId)).status, 200)
  })
})

describe('an agent whose owner can no longer answer for it', () => {
  const isPaused = async (agentId: string, key: string) => {
    const { body } = await write(key)
    return [(await find(agentId)).pauseReason, body.code]
  }

  it('is paused when the owner leaves, becomes a viewer or a guest, and resumes with another one', async () => {
    const { workspaceId } = quire
    for (const change of [
      (userId: string) => ada.post('/app/members/remove', { workspaceId, userId }),
      (userId: string) => ada.post('/app/members/update', { workspaceId, userId, role: 'VIEWER' }),
      (userId: string) => ada.post('/app/members/update', { workspaceId, userId, guest: true }),
    ]) {
      const name = `Owner${(await auditOf(quire)).length}`
      const { userId } = await addPerson(quire, name, 'MEMBER')
      const agentId = await create(ada, { ownerId: userId })
      const key = await keyOf(agentId)
      assert.equal((await change(userId)).status, 200)
      assert.deepEqual(await isPaused(agentId, key), ['owner', 'FORBIDDEN'])
      await refused('FORBIDDEN', ada, 'resume', { agentId })
      await refused('VALIDATION_FAILED', ada, 'reassign', { agentId, ownerId: userId })
      await done(ada, 'reassign', { agentId, ownerId: bob.userId })
      assert.deepEqual(await isPaused(agentId, key), [null, undefined])
      assert.equal((await find(agentId)).owner.id, bob.userId)
    }
    assert.equal((await lastAudit(quire, 'agent.pause')).workspaceId, quire.workspaceId)
  })

  it('stays paused when a person paused it, until it is resumed', async () => {
    const agentId = await create(asBob)
    const key = await keyOf(agentId)
    await done(asBob, 'pause', { agentId })
    await done(ada, 'reassign', { agentId, ownerId: max.userId })
    assert.deepEqual(await isPaused(agentId, key), ['requested', 'FORBIDDEN'])
    await refused('FORBIDDEN', asBob, 'resume', { agentId })
    await done(asMax, 'resume', { agentId })
    assert.deepEqual(await isPaused(agentId, key), [null, undefined])
  })

  it('stays paused by a person when its owner leaves and it gets another one', async () => {
    const { workspaceId } = quire
    const { userId } = await addPerson(quire, 'Leaving', 'MEMBER')
    const agentId = await create(ada, { ownerId: userId })
    const key = await keyOf(agentId)
    await done(ada, 'pause', { agentId })
    const left = await ada.post('/app/members/remove', { workspaceId, userId })
    assert.equal(left.status, 200)
    assert.match(await refused('FORBIDDEN', ada, 'resume', { agentId }), /choose another owner/)
    await done(ada, 'reassign', { agentId, ownerId: bob.userId })
    assert.deepEqual(await isPaused(agentId, key), ['requested', 'FORBIDDEN'])
    await done(asBob, 'resume', { agentId })
    assert.deepEqual(await isPaused(agentId, key), [null, undefined])
  })

  it('cannot take over the sections of someone who leaves', async () => {
    const leaver = await addPerson(quire, 'Leaver', 'MEMBER')
    const agentId = await create(ada)
    const { workspaceId } = quire
    const body = { workspaceId, handOverTo: agentId }
    const answer = await (await signIn(quire, leaver)).post('/app/members/leave', body)
    assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_FAILED'])
  })
})

describe('agent-accounts/remove', () => {
  it('ends the keys and the membership, and keeps what the agent wrote', async () => {
    const agentId = await create(asBob, { name: 'Writer' })
    const key = await keyOf(agentId)
    type Created = { pageId: string }
    const { workspaceId } = quire
    const body = { workspaceId, title: 'Written' }
    const { pageId } = (await quire.post<Created>('/v1/pages/create', body, key)).body
    await done(asBob, 'remove', { agentId })
    assert.equal((await write(key)).body.code, 'API_KEY_REVOKED')
    await refused('AGENT_NOT_FOUND', ada, 'pause', { agentId })
    type Stats = { createdBy: { firstName: string } }
    const stats = await quire.post<Stats>('/v1/pages/stats', { workspaceId, pageId })
    assert.equal(stats.body.createdBy.firstName, 'Writer')
    assert.equal((await lastAudit(quire, 'agent.remove')).subject, agentId)
  })

  it('is the same when an admin removes the member', async () => {
    const agentId = await create(asBob)
    const key = await keyOf(agentId)
    const body = { workspaceId: quire.workspaceId, userId: agentId }
    assert.equal((await ada.post('/app/members/remove', body)).status, 200)
    assert.equal((await write(key)).body.code, 'API_KEY_REVOKED')
    await refused('AGENT_NOT_FOUND', ada, 'resume', { agentId })
  })
})
