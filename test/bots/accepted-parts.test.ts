import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { noticeWindowMs } from '../../server/domain/chats/notifications.ts'
import { clock } from '../../server/lib/clock.ts'
import { webhookCursors } from '../../server/store/index.ts'
import { startWorker } from '../support/chats/bot-runner.ts'
import { connect, type StandIn, startChats, startStandIn } from '../support/chats/chats.ts'
import { addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let cleo: Person
let chat: StandIn
let worker: ReturnType<typeof startWorker>
let shift = 0

before(async () => {
  mock.method(clock, 'now', () => Date.now() + shift)
  ;({ quire, ada } = await startChats())
  cleo = await addPerson(quire, 'Cleo', 'MEMBER')
  chat = await startStandIn(() => ({ body: { id: 'u1', username: 'quire' } }))
  worker = startWorker(quire.app)
})
after(async () => {
  await worker.stop()
  await quire.close()
  await chat.close()
  mock.restoreAll()
})

/** The lines of a message, once there are so many. */
async function linesOf(count: number): Promise<string[]> {
  const messages = () => chat.asked.filter(({ path }) => path === '/api/v4/posts')
  await until(() => messages().length >= count)
  const { message }: { message: string } = JSON.parse(messages()[count - 1]?.body ?? '')
  return message.split('\n').filter((line) => line !== '')
}

/** Accepts a proposal for a page without the changes that are declined first. */
async function accept(pageId: string, title: string, declined: number[]): Promise<void> {
  const { workspaceId } = quire
  const edit = { kind: 'edit', pageId, title }
  const changes = [edit, { kind: 'create', parentId: pageId, title }]
  const input = { workspaceId, title: 'Both', changes }
  const { body } = await quire.post<{ proposalId: string }>('/v1/proposals/create', input, cleo.key)
  const { proposalId } = body
  if (declined.length > 0) await decide('decline', { proposalId, changes: declined })
  await decide('accept', { proposalId, revision: 1 })
}

async function decide(how: 'accept' | 'decline', input: object): Promise<void> {
  const { workspaceId } = quire
  const { status, body } = await quire.post(`/v1/proposals/${how}`, { workspaceId, ...input })
  assert.equal(status, 200, JSON.stringify(body))
}

describe('a chat with notices of accepted proposals', () => {
  it('reads apart of which only parts were accepted', async () => {
    const { workspaceId } = quire
    const pageId = await addPage(quire, 'Reviewed')
    const service = { service: 'mattermost', token: 'bot-token', baseUrl: chat.url }
    const { id: connectionId } = await connect({ quire, ada }, service)
    const of = { connectionId, chatId: 'C1', chatName: 'C1', sectionId: null }
    const events = ['proposal.accepted']
    const subscription = { workspaceId, ...of, events }
    assert.equal((await ada.post('/app/chats/subscribe', subscription)).status, 200)
    await accept(pageId, 'First', [2])
    const [first = ''] = await linesOf(1)
    assert.match(first, /^Ada Lovelace accepted parts of a proposal for /)
    await accept(pageId, 'Second', [])
    await accept(pageId, 'Third', [2])
    await accept(pageId, 'Fourth', [1])
    await until(
      async () =>
        !(await webhookCursors.behind(quire.app.store, clock.now())).includes(workspaceId),
    )
    shift += noticeWindowMs
    const [, ...lines] = await linesOf(2)
    assert.equal(lines.length, 2)
    assert.match(lines[0] ?? '', /Ada Lovelace .*accepted a proposal\b/)
    assert.match(lines[1] ?? '', /Ada Lovelace .*accepted parts of 2 proposals\b/)
  })
})
