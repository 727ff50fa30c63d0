import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setAgentWebhook } from '../../server/domain/agents/credentials.ts'
import { pauseAgent } from '../../server/domain/agents/owners.ts'
import { maxNoticesPerChain } from '../../server/domain/events/agent-notices.ts'
import { clock } from '../../server/lib/clock.ts'
import { auditOf } from '../support/audit.ts'
import { type Fixture, startFixture, verify } from '../support/outside/webhooks.ts'
import { addPage } from '../support/pages.ts'
import { addAgent, addPerson, type Person } from '../support/people.ts'
import { onlyFor, restrict } from '../support/sections.ts'
import { contextOf, type TestServer } from '../support/server.ts'

const realNow = clock.now

let fixture: Fixture
let quire: TestServer
let agents: (Person & { path: string; secret: string })[]
let count = 0
before(async () => {
  fixture = await startFixture({ rateLimit: 0 })
  quire = fixture.quire
})
after(() => fixture.close())
beforeEach(async () => {
  agents = [await withWebhook(), await withWebhook()]
})

async function withWebhook() {
  count += 1
  const agent = await addAgent(quire, `Agent ${count}`, 'comment')
  const path = `/agent-${count}`
  const address = { workspaceId: quire.workspaceId, agentId: agent.userId }
  const url = fixture.receiver.url + path
  const { secret } = await setAgentWebhook(contextOf(quire), { ...address, url })
  return { ...agent, path, secret: secret ?? '' }
}

const mention = async (pageId: string, to: readonly Person[], key?: string) => {
  const links = to.map(({ userId }) => `[@Agent](/members/${userId})`)
  const body = { workspaceId: quire.workspaceId, pageId, markdown: `Look: ${links.join(' ')}` }
  const { status, body: answer } = await quire.post('/v1/comments/create', body, key)
  assert.equal(status, 200, JSON.stringify(answer))
}
const assign = async (pageId: string, value: string | null) => {
  const body = { workspaceId: quire.workspaceId, pageId, set: { owner: value } }
  const typed = value === null ? { owner: null } : { owner: { type: 'person', value } }
  const { status } = await quire.post('/v1/pages/set-properties', { ...body, set: typed })
  assert.equal(status, 200)
}
/** Waits until everything before was sent, by a mention that certainly is. */
const settled = async (pageId: string) => {
  const last = await withWebhook()
  await mention(pageId, [last])
  await fixture.until(last.path)
}
const typesAt = async (path: string) => {
  const found = await fixture.receiver.received(path)
  return found.map(({ body }) => (JSON.parse(body) as { type: string }).type)
}

describe('the webhook of an agent', () => {
  it('receives its own mentions and assignments, signed, and nothing else', async () => {
    const [first, second] = agents
    assert.ok(first && second)
    const pageId = await addPage(quire, 'For agents')
    await mention(pageId, [first])
    await assign(pageId, first.userId)
    await assign(pageId, first.userId)
    const [mentioned, assigned] = await fixture.until(first.path, 2)
    assert.ok(mentioned && assigned)
    for (const [received, type] of [
      [mentioned, 'agent.mentioned'],
      [assigned, 'agent.assigned'],
    ] as const) {
      verify(first.secret, received)
      const { type: sent, data } = JSON.parse(received.body)
      assert.equal(sent, type)
      assert.equal(data.agent.id, first.userId)
      assert.equal(data.page.id, pageId)
    }
    await settled(pageId)
    assert.deepEqual(await typesAt(first.path), ['agent.mentioned', 'agent.assigned'])
    assert.deepEqual(await typesAt(second.path), [])
  })

  it('receives nothing of pages that the agent cannot read, nor while it is paused', async () => {
    const [first, second] = agents
    assert.ok(first && second)
    const pageId = await addPage(quire, 'Open')
    const hidden = await addPage(quire, 'Hidden')
    await restrict(quire, hidden, onlyFor({ [first.userId]: 'read' }))
    await mention(hidden, [first, second])
    const { workspaceId } = quire
    await fixture.until(first.path)
    await pauseAgent(contextOf(quire), { workspaceId, agentId: first.userId })
    await mention(pageId, [first])
    await settled(pageId)
    assert.deepEqual(await typesAt(first.path), ['agent.mentioned'])
    assert.deepEqual(await typesAt(second.path), [])
  })

  it('receives a mention that is added to a comment or to the text of a page, once', async () => {
    const [first, second] = agents
    assert.ok(first && second)
    const { workspaceId } = quire
    const link = (to: Person) => `[@Agent](/members/${to.userId})`
    const post = async <Body>(path: string, body: object): Promise<Body> => {
      const answer = await quire.post<Body>(path, { workspaceId, ...body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return answer.body
    }
    const pageId = await addPage(quire, 'Text', { markdown: `By ${link(first)}` })
    const comment = { pageId, markdown: 'Who does it?' }
    const { commentId } = await post<{ commentId: string }>('/v1/comments/create', comment)
    for (const markdown of [`${link(first)} does.`, `${link(first)} and ${link(second)} do.`]) {
      await post('/v1/comments/update', { commentId, markdown })
    }
    await post('/v1/pages/edit', { pageId, mode: 'append', text: `With ${link(second)}` })
    await post('/v1/pages/edit', { pageId, mode: 'append', text: 'Done.' })
    await settled(pageId)
    const commentsAt = async ({ path }: { path: string }) => {
      const bodies = (await fixture.receiver.received(path)).map(({ body }) => JSON.parse(body))
      for (const { type, data } of bodies) {
        assert.deepEqual([type, data.page.id], ['agent.mentioned', pageId])
      }
      return bodies.map(({ data }) => data.comment?.id ?? null)
    }
    assert.deepEqual(await commentsAt(first), [null, commentId])
    assert.deepEqual(await commentsAt(second), [commentId, null])
  })

  it('is removed with null, and with the agent', async () => {
    const [first] = agents
    assert.ok(first)
    const address = { workspaceId: quire.workspaceId, agentId: first.userId }
    const removed = await setAgentWebhook(contextOf(quire), { ...address, url: null })
    assert.equal(removed.secret, null)
    const pageId = await addPage(quire, 'Nobody')
    await mention(pageId, [first])
    await settled(pageId)
    assert.deepEqual(await typesAt(first.path), [])
  })
})

describe('agents that mention each other', () => {
  it('stop after ten notices, once told in the audit log, until a person mentions one', async () => {
    const [first, second] = agents
    assert.ok(first && second)
    const pageId = await addPage(quire, 'Loop')
    await mention(pageId, [first])
    for (let round = 0; round < maxNoticesPerChain; round += 1) {
      await mention(pageId, [second], first.key)
      await mention(pageId, [first], second.key)
    }
    await settled(pageId)
    const sent = async () =>
      (await typesAt(first.path)).length + (await typesAt(second.path)).length
    assert.equal(await sent(), maxNoticesPerChain)
    assert.equal((await auditOf(quire, 'agent.stop-chain')).length, 1)
    await mention(pageId, [first])
    await mention(pageId, [second], first.key)
    await settled(pageId)
    assert.equal(await sent(), maxNoticesPerChain + 2)
  })

  it('begin another chain after a day', async (test) => {
    test.after(() => {
      clock.now = realNow
    })
    const [first, second] = agents
    assert.ok(first && second)
    const pageId = await addPage(quire, 'Slow loop')
    for (let round = 0; round < maxNoticesPerChain; round += 1) {
      await mention(pageId, [second], first.key)
      await mention(pageId, [first], second.key)
    }
    clock.now = () => realNow() + 25 * 3_600_000
    await mention(pageId, [second], first.key)
    await settled(pageId)
    const sent = (await typesAt(first.path)).length + (await typesAt(second.path)).length
    assert.equal(sent, maxNoticesPerChain + 1)
  })

  it('are not told what they did themselves, and people are no agents', async () => {
    const [first] = agents
    assert.ok(first)
    const bob = await addPerson(quire, `Bob${count}`, 'MEMBER')
    const pageId = await addPage(quire, 'Own')
    await mention(pageId, [first, bob], first.key)
    await settled(pageId)
    assert.deepEqual(await typesAt(first.path), [])
  })
})
