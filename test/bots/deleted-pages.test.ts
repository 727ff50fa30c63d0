import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { noticeWindowMs } from '../../server/domain/chats/notifications.ts'
import { clock } from '../../server/lib/clock.ts'
import { webhookCursors } from '../../server/store/index.ts'
import { startWorker } from '../support/chats/bot-runner.ts'
import { connect, type StandIn, startChats, startStandIn } from '../support/chats/chats.ts'
import { addPage } from '../support/pages.ts'
import { restrict } from '../support/sections.ts'
import type { TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import type { Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
let chat: StandIn
let worker: ReturnType<typeof startWorker>
let shift = 0

before(async () => {
  mock.method(clock, 'now', () => Date.now() + shift)
  ;({ quire, ada } = await startChats())
  chat = await startStandIn(() => ({ body: { id: 'u1', username: 'quire' } }))
  worker = startWorker(quire.app)
})
after(async () => {
  await worker.stop()
  await quire.close()
  await chat.close()
  mock.restoreAll()
})

const messages = () => chat.asked.filter(({ path }) => path === '/api/v4/posts')
const sent = (count: number) => until(() => messages().length >= count)

/** A subscription of a chat to the whole workspace. */
async function subscribe(): Promise<string> {
  const { workspaceId } = quire
  const service = { service: 'mattermost', token: 'bot-token', baseUrl: chat.url }
  const { id: connectionId } = await connect({ quire, ada }, service)
  const subscription = { connectionId, chatId: 'C1', chatName: 'C1', sectionId: null }
  const { body } = await ada.post<{ subscriptionId: string }>('/app/chats/subscribe', {
    workspaceId,
    ...subscription,
  })
  return body.subscriptionId
}

describe('a chat in a workspace with sections', () => {
  it('is notified that a page was deleted, also if it is gone for good by then', async () => {
    const { workspaceId } = quire
    const section = await addPage(quire, 'Section')
    await restrict(quire, section)
    const principalId = await subscribe()
    await restrict(quire, section, { grants: [{ principalId, level: 'read' }] })
    const parents = { 'Old plan': null, 'Old secret': section }
    const pageIds: string[] = []
    for (const [title, parentId] of Object.entries(parents)) {
      pageIds.push(await addPage(quire, title, { parentId }))
    }
    await sent(2)
    for (const pageId of pageIds) {
      await quire.post('/v1/pages/delete', { workspaceId, pageId })
      await quire.post('/v1/trash/purge', { workspaceId, pageId })
    }
    await until(async () => {
      const behind = await webhookCursors.behind(quire.app.store, clock.now())
      return !behind.includes(workspaceId)
    })
    await restrict(quire, section, { grants: [{ principalId, level: null }] })
    shift += noticeWindowMs
    await sent(3)
    await addPage(quire, 'Later')
    await sent(4)
    const [, , deleted, later] = messages()
    assert.match(deleted?.body ?? '', /Ada Lovelace deleted .*Old plan/)
    assert.match(later?.body ?? '', /Later/)
    assert.deepEqual(worker.faults, [])
  })
})
