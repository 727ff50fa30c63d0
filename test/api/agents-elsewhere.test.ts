import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { updateAgent } from '../../server/domain/agents/changes.ts'
import { setAgentWebhook } from '../../server/domain/agents/credentials.ts'
import { pauseAgent } from '../../server/domain/agents/owners.ts'
import { disableUser, enableUser } from '../../server/domain/people/accounts/disabling.ts'
import { createKey } from '../../server/domain/people/api-keys.ts'
import { removeUser } from '../../server/domain/people/users.ts'
import { agentAccounts, events, users } from '../../server/store/index.ts'
import { auditOf } from '../support/audit.ts'
import { connectLive, typing } from '../support/live.ts'
import { callTool, rpc } from '../support/mcp.ts'
import { openHosts } from '../support/outside/webhooks.ts'
import { addPage } from '../support/pages.ts'
import { addAgent, addPerson } from '../support/people.ts'
import { addGroup, onlyFor, restrict } from '../support/sections.ts'
import { contextOf, startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer({ rateLimit: 0, allowedHosts: openHosts('127.0.0.1') })
  ada = await signIn(quire)
})
after(() => quire.close())

const ask = <Body>(path: string, body: object = {}, key?: string) =>
  quire.post<Body & { code?: string }>(path, { workspaceId: quire.workspaceId, ...body }, key)
const agentAt = (agentId: string) => ({ workspaceId: quire.workspaceId, agentId })

describe('an agent over MCP', () => {
  it('is refused while it is paused, by tools and by the list of tools', async () => {
    const { key, userId } = await addAgent(quire, 'Robo', 'write')
    const pageId = await addPage(quire, 'For tools')
    const found = await callTool(quire, 'get_page', { page: pageId }, { key })
    assert.equal(found.isError, false)
    await pauseAgent(contextOf(quire), agentAt(userId))
    await assert.rejects(rpc(quire, 'tools/list', {}, { key }), /403|paused/)
  })

  it('writes as far as its role allows, and is the author', async () => {
    const reader = await addAgent(quire, 'Reader', 'read')
    const proposer = await addAgent(quire, 'Proposer', 'propose')
    const writer = await addAgent(quire, 'Writer', 'write')
    const create = (key: string) =>
      callTool(quire, 'create_page', { title: 'By a tool', markdown: 'Hello.' }, { key })
    const refused = await create(reader.key)
    assert.equal(refused.isError, true)
    assert.match(refused.text, /role write/)
    const proposed = await create(proposer.key)
    assert.deepEqual([proposed.isError, proposed.value['state']], [false, 'open'])
    const created = await create(writer.key)
    assert.equal(created.isError, false)
    type Recent = { pages: { id: string; title: string }[] }
    const { body } = await ask<Recent>('/v1/pages/list')
    const page = body.pages.find(({ title }) => title === 'By a tool')
    type Stats = { createdBy: { firstName: string; lastName: string; email: string } }
    const stats = await ask<Stats>('/v1/pages/stats', { pageId: page?.id })
    const { firstName, lastName, email } = stats.body.createdBy
    assert.deepEqual([firstName, lastName, email], ['Writer', '', writer.email])
  })
})

describe('an agent on an open page', () => {
  it('is shown by name to those who have it open, and loses the page when it is paused', async () => {
    const server = await startServer({ rateLimit: 0 })
    const address = await server.server.listen({ host: '127.0.0.1', port: 0 })
    const pageId = await addPage(server, 'Open', { markdown: 'Hello' })
    const { key, userId } = await addAgent(server, 'Robo', 'write')
    const person = await connectLive(address, { authorization: `Bearer ${server.key}` })
    await person.open({ ...server, pageId })
    const agent = await connectLive(address, { authorization: `Bearer ${key}` })
    await agent.open({ ...server, pageId })
    agent.send(typing(pageId, { base: 1, at: 6, text: '!' }))
    await agent.next('accepted')
    await until(async () => JSON.stringify(person.received).includes('Robo'))
    await pauseAgent(contextOf(server), { workspaceId: server.workspaceId, agentId: userId })
    agent.send(typing(pageId, { base: 2, at: 7, text: '?' }))
    assert.equal((await agent.next('closed')).code, 'FORBIDDEN')
    await agent.close()
    const again = connectLive(address, { authorization: `Bearer ${key}` })
    await assert.rejects(again, /403/)
    await person.close()
    await server.close()
  })
})

describe('an agent in groups and sections', () => {
  it('has what its group has, up to its role', async () => {
    const { key, userId } = await addAgent(quire, 'Member', 'comment')
    const groupId = await addGroup(quire, 'Team of agents')
    const pageId = await addPage(quire, 'Of the group')
    await restrict(quire, pageId, onlyFor({ [groupId]: 'write' }))
    const read = () => ask('/v1/pages/document', { pageId }, key)
    assert.equal((await read()).body.code, 'PAGE_NOT_FOUND')
    assert.equal((await ask('/v1/groups/add-member', { groupId, userId })).status, 200)
    assert.equal((await read()).status, 200)
    const markdown = 'Hello.'
    assert.equal((await ask('/v1/comments/create', { pageId, markdown }, key)).status, 200)
    const changed = await ask('/v1/pages/update', { pageId, title: 'Changed' }, key)
    assert.deepEqual([changed.status, changed.body.code], [403, 'FORBIDDEN'])
    await updateAgent(contextOf(quire), { ...agentAt(userId), role: 'write' })
    assert.equal((await ask('/v1/pages/update', { pageId, title: 'Changed' }, key)).status, 200)
  })

  it('cannot be the only one who manages a page, also through a group', async () => {
    const { userId } = await addAgent(quire, 'Manager', 'write')
    const groupId = await addGroup(quire, 'Only agents')
    await ask('/v1/groups/add-member', { groupId, userId })
    const pageId = await addPage(quire, 'Unmanaged')
    const grants = [
      { principalId: groupId, level: 'manage' },
      { principalId: quire.userId, level: 'read' },
    ]
    const answer = await ask('/v1/permissions/update', {
      pageId,
      inherits: false,
      everyone: null,
      grants,
    })
    assert.deepEqual([answer.status, answer.body.code], [409, 'LAST_MANAGER'])
  })

  it('appears in the permissions of a page that is shared with it', async () => {
    const rootId = await addPage(quire, 'Shared')
    const { userId } = await addAgent(quire, 'Guest bot', 'read', [rootId])
    type Access = { grants: { principal: { id: string; name: string } }[] }
    const { body } = await ask<Access>('/v1/permissions/get', { pageId: rootId })
    const names = body.grants.map(({ principal }) => [principal.id, principal.name])
    assert.deepEqual(
      names.find(([id]) => id === userId),
      [userId, 'Guest bot'],
    )
  })
})

describe('the limits and lists of a workspace', () => {
  it('limit the keys of an agent like those of a person', async () => {
    const { userId } = await addAgent(quire, 'Keys', 'read')
    const settings = await ada.post<{ settings: object }>('/app/server-settings/get')
    const set = (keysPerPerson: number | null) =>
      ada.post('/app/server-settings/update', { ...settings.body.settings, keysPerPerson })
    assert.equal((await set(2)).status, 200)
    const create = () => {
      const body = { ...agentAt(userId), name: 'Another', expires: '7d' }
      return ada.post<{ code?: string }>('/app/agent-accounts/create-key', body)
    }
    assert.equal((await create()).status, 200)
    assert.equal((await create()).body.code, 'QUOTA_EXCEEDED')
    assert.equal((await set(null)).status, 200)
  })

  it('show its keys to owners and admins, who revoke them', async () => {
    const { key, userId } = await addAgent(quire, 'Revoked', 'read')
    type Keys = { keys: { id: string; owner?: { id: string } }[] }
    const { workspaceId } = quire
    const { body } = await ada.post<Keys>('/app/keys/of-workspace', { workspaceId })
    const keyId = body.keys.find(({ owner }) => owner?.id === userId)?.id
    const revoked = await ada.post('/app/keys/revoke-in-workspace', { workspaceId, keyId })
    assert.equal(revoked.status, 200)
    assert.equal((await ask('/v1/pages/list', {}, key)).body.code, 'API_KEY_REVOKED')
  })

  it('show its webhook to owners and admins, who cannot lead it elsewhere if it receives more', async () => {
    const agent = await addAgent(quire, 'Hooked', 'read')
    const url = 'http://127.0.0.1:9/hook'
    const address = agentAt(agent.userId)
    const { secret } = await setAgentWebhook(contextOf(quire), { ...address, url })
    assert.match(secret ?? '', /^whsec_/)
    type List = { webhooks: { id: string; url: string; events: string[]; name: string }[] }
    const { body } = await ask<List>('/v1/webhooks/list')
    const webhook = body.webhooks.find(({ name }) => name === 'Hooked')
    assert.deepEqual(webhook?.events, ['agent.mentioned', 'agent.assigned'])
    const admin = await addPerson(quire, 'Admin', 'ADMIN')
    const pageId = await addPage(quire, 'Hidden from the admin')
    await restrict(quire, pageId, onlyFor({ [agent.userId]: 'read' }))
    const change = { webhookId: webhook?.id, url: 'http://127.0.0.1:9/other' }
    const refused = await ask('/v1/webhooks/update', change, admin.key)
    assert.deepEqual([refused.status, refused.body.code], [403, 'FORBIDDEN'])
    const again = await setAgentWebhook(contextOf(quire), { ...address, url: change.url })
    assert.notEqual(again.secret, secret)
    const unchanged = await setAgentWebhook(contextOf(quire), { ...address, url: change.url })
    assert.equal(unchanged.secret, null)
    assert.equal((await ask('/v1/webhooks/delete', { webhookId: webhook?.id })).status, 200)
    const row = await agentAccounts.get(quire.app.store, { ...address, userId: agent.userId })
    assert.equal(row?.webhookId, null)
  })

  it('refuses the address of a private network, and keeps the agent without a webhook', async () => {
    const { userId } = await addAgent(quire, 'Inside', 'read')
    const url = 'http://10.0.0.1/hook'
    const body = { ...agentAt(userId), url }
    const answer = await ada.post<{ code: string }>('/app/agent-accounts/set-webhook', body)
    assert.deepEqual([answer.status, answer.body.code], [400, 'VALIDATION_FAILED'])
    const address = { workspaceId: quire.workspaceId, userId }
    assert.equal((await agentAccounts.get(quire.app.store, address))?.webhookId, null)
  })
})

describe('what the operator does to an agent', () => {
  it('creates a key by its address, which is no key of a person', async () => {
    const { userId, email } = await addAgent(quire, 'By command', 'read')
    const user = await users.byEmail(quire.app.store, email)
    assert.equal(user?.id, userId)
    const input = { userId, name: 'operator', expires: '7d' } as const
    const { key } = await createKey(quire.app.store, input)
    assert.equal((await ask('/v1/pages/list', {}, key)).status, 200)
    assert.equal((await ask('/v1/pages/create', { title: 'No' }, key)).status, 403)
  })

  it('disables it, which ends its keys and lets it have no other', async () => {
    const { key, email, userId } = await addAgent(quire, 'Disabled', 'write')
    await disableUser(quire.app.store, email)
    assert.equal((await ask('/v1/pages/list', {}, key)).body.code, 'API_KEY_REVOKED')
    const body = { ...agentAt(userId), name: 'Again', expires: '7d' }
    const answer = await ada.post<{ code: string }>('/app/agent-accounts/create-key', body)
    assert.equal(answer.body.code, 'ACCOUNT_DISABLED')
  })

  it('removes it, or its owner, whose agents are then paused', async () => {
    const removed = await addAgent(quire, 'Removed', 'write')
    await removeUser(quire.app.store, removed.email)
    assert.equal((await ask('/v1/pages/list', {}, removed.key)).body.code, 'API_KEY_REVOKED')
    const address = { workspaceId: quire.workspaceId, userId: removed.userId }
    assert.equal(await agentAccounts.get(quire.app.store, address), undefined)
    const owner = await addPerson(quire, 'Owner', 'MEMBER')
    const { key, userId } = await addAgent({ ...quire, userId: owner.userId }, 'Left', 'write')
    await removeUser(quire.app.store, owner.email)
    assert.equal((await ask('/v1/pages/list', {}, key)).status, 403)
    const [entry] = await auditOf(quire, 'agent.pause')
    assert.equal(entry?.subject, userId)
  })

  it('disables its owner, whose agents are paused until they have another one', async () => {
    const owner = await addPerson(quire, 'Suspended', 'MEMBER')
    const { key, userId } = await addAgent({ ...quire, userId: owner.userId }, 'Stopped', 'write')
    await disableUser(quire.app.store, owner.email)
    assert.equal((await ask('/v1/pages/list', {}, key)).status, 403)
    await enableUser(quire.app.store, owner.email)
    assert.equal((await ask('/v1/pages/list', {}, key)).status, 403)
    const { status } = await ada.post('/app/agent-accounts/reassign', {
      ...agentAt(userId),
      ownerId: quire.userId,
    })
    assert.equal(status, 200)
    assert.equal((await ask('/v1/pages/list', {}, key)).status, 200)
  })
})

describe('a page that is created with an agent in its properties', () => {
  it('is assigned to the agent, once', async () => {
    const { userId } = await addAgent(quire, 'Assigned', 'write')
    const page = { title: 'Task', markdown: 'To do.' }
    const { body } = await ask<{ pageId: string }>('/v1/pages/create', page)
    const { pageId } = body
    const set = { owner: { type: 'person', value: userId }, status: 'open' }
    assert.equal((await ask('/v1/pages/set-properties', { pageId, set })).status, 200)
    const other = { pageId, set: { status: 'done' } }
    assert.equal((await ask('/v1/pages/set-properties', other)).status, 200)
    const copy = await ask<{ pageId: string }>('/v1/pages/duplicate', { pageId })
    assert.equal(copy.status, 200)
    const assigned = await eventsOf('agent.assigned')
    assert.deepEqual(
      assigned.filter(({ agentId }) => agentId === userId).map((event) => event.pageId),
      [pageId, copy.body.pageId],
    )
  })
})

type Assigned = { pageId: string; agentId: string }

async function eventsOf(type: string): Promise<Assigned[]> {
  const rows = await events.since(quire.app.store, quire.workspaceId, 0, 10_000)
  return rows.filter((row) => row.type === type).map(({ data }) => JSON.parse(data))
}
