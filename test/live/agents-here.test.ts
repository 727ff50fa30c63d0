import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PersonHere } from '../../server/lib/live-messages.ts'
import { connectLive, type LiveClient } from '../support/live.ts'
import { callTool } from '../support/mcp.ts'
import { addPage } from '../support/pages.ts'
import { addAgent, type Person } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

let quire: TestServer
let address: string
let robo: Person
let reader: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  robo = await addAgent(quire, 'Robo', 'write')
  reader = await addAgent(quire, 'Reader', 'write')
})
after(() => quire.close())

async function watch(pageId: string): Promise<LiveClient> {
  const client = await connectLive(address, { authorization: `Bearer ${quire.key}` })
  await client.open({ ...quire, pageId })
  return client
}

/** All that were ever shown to the client as programs that write. */
const shownTo = ({ received }: LiveClient): PersonHere[] =>
  received.flatMap((one) =>
    one.type === 'presence'
      ? one.people.filter(({ connection }) => connection.startsWith('agent-'))
      : [],
  )

const cursorsOf = ({ received }: LiveClient, connection: string) =>
  received.flatMap((one) => {
    if (one.type === 'cursor')
      return one.connection === connection && one.anchor !== null ? [one] : []
    if (one.type !== 'presence') return []
    return one.people.flatMap((person) => (person.connection === connection && person.cursor) || [])
  })

async function send(path: string, body: object, { key }: Person): Promise<void> {
  const answer = await quire.request({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'Claude-Code/2.0' },
    payload: { workspaceId: quire.workspaceId, ...body },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

describe('an agent', () => {
  it('is seen on an open page where it writes, with its program', async () => {
    const pageId = await addPage(quire, 'Written', { markdown: 'Hello' })
    const client = await watch(pageId)
    await send('/v1/pages/edit', { pageId, mode: 'append', text: 'More.' }, robo)
    const { connection, color: _color, ...agent } = await until(() => shownTo(client)[0])
    const { cursor: _cursor, ...shown } = agent
    assert.deepEqual(shown, {
      id: robo.userId,
      name: 'Robo',
      via: 'api',
      isAgent: true,
      client: 'Claude-Code',
    })
    await until(() => cursorsOf(client, connection).some((cursor) => cursor.head === 14))
    await client.close()
  })

  it('is seen there when it comments or proposes, and not when it only reads', async () => {
    const pageId = await addPage(quire, 'Discussed', { markdown: 'Hello' })
    const client = await watch(pageId)
    await send('/v1/pages/markdown', { pageId }, reader)
    await send('/v1/comments/create', { pageId, markdown: 'Why?' }, robo)
    const agent = await until(() => shownTo(client)[0])
    assert.deepEqual([agent.name, agent.cursor], ['Robo', undefined])
    const proposal = { title: 'Better', changes: [{ kind: 'edit', page: pageId, markdown: 'Hi' }] }
    const created = await callTool(quire, 'create_proposal', proposal, { key: reader.key })
    assert.equal(created.isError, false, created.text)
    const proposer = await until(() => shownTo(client).find(({ name }) => name === 'Reader'))
    assert.equal(proposer.via, 'mcp')
    await client.close()
  })

  it('is not seen by what it writes elsewhere, or proposes for other pages too', async () => {
    const pageId = await addPage(quire, 'Untouched', { markdown: 'Hello' })
    const other = await addPage(quire, 'Other', { markdown: 'Hello' })
    const client = await watch(pageId)
    await send('/v1/comments/create', { pageId: other, markdown: 'Why?' }, reader)
    const changes = [pageId, other].map((id) => ({ kind: 'edit', pageId: id, markdown: 'Hi' }))
    await send('/v1/proposals/create', { title: 'Both', changes }, reader)
    await send('/v1/comments/create', { pageId, markdown: 'Last.' }, robo)
    await until(() => shownTo(client).length > 0)
    assert.deepEqual(
      shownTo(client).map(({ name }) => name),
      ['Robo'],
    )
    await client.close()
  })
})
