import assert from 'node:assert/strict'
import { after, before, describe, it, mock } from 'node:test'
import { listen } from '../../../test/support/changes.ts'
import { startWorker } from '../../../test/support/chats/bot-runner.ts'
import {
  connect,
  type StandIn,
  startChats,
  startStandIn,
} from '../../../test/support/chats/chats.ts'
import type { Receiver } from '../../../test/support/outside/receiver-child.ts'
import { startReceiver } from '../../../test/support/outside/receiver.ts'
import type { Created } from '../../../test/support/outside/webhooks.ts'
import { addPage } from '../../../test/support/pages.ts'
import { contextOf, type TestServer } from '../../../test/support/server.ts'
import { damage } from '../../../test/support/stores/damage.ts'
import { until } from '../../../test/support/until.ts'
import type { Visitor } from '../../../test/support/web/visitor.ts'
import { clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { events, webhookCursors } from '../../store/index.ts'
import { updatePage } from '../pages/update.ts'

type Envelope = { type: string; unknown?: boolean; data: unknown }

/** Of a later release, or damaged, and what is sent of each. */
const strange: { type: string; stored: string; data: unknown }[] = [
  {
    type: 'page.painted',
    stored: '{"pageId":"x","colour":"red"}',
    data: { pageId: 'x', colour: 'red' },
  },
  { type: 'page.created', stored: '{"pageId":', data: '{"pageId":' },
  { type: 'page.moved', stored: '{"pageId":"x"}', data: { pageId: 'x' } },
  { type: 'comment.created', stored: 'null', data: null },
  { type: 'webhook.test', stored: '[]', data: [] },
  { type: 'toString', stored: '7', data: 7 },
]

describe('events that this version does not know', () => {
  let quire: TestServer
  let ada: Visitor
  let address: string
  let slack: StandIn
  let receiver: Receiver
  let worker: ReturnType<typeof startWorker>
  let shift = 0
  const posts: string[] = []
  before(async () => {
    mock.method(clock, 'now', () => Date.now() + shift)
    ;({ quire, ada } = await startChats({
      publicUrl: 'https://q.example',
      metricsToken: 'figures',
    }))
    address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
    receiver = await startReceiver()
    slack = await startStandIn(({ path, body }) => {
      if (path === '/chat.postMessage') posts.push(JSON.parse(body).text)
      return { body: { ok: true, team: 'Example', team_id: 'T1', user: 'quire', user_id: 'U1' } }
    })
    worker = startWorker(quire.app)
  })
  after(async () => {
    await worker.stop()
    receiver.close()
    await slack.close()
    await quire.close()
    mock.restoreAll()
    assert.deepEqual(worker.faults, [])
  })

  const make = async (path: string, more: object = {}): Promise<Created> => {
    const { workspaceId } = quire
    const input = { workspaceId, url: receiver.url + path, events: ['*'], ...more }
    const { status, body } = await quire.post<Created>('/v1/webhooks/create', input)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const append = ({ type, stored }: (typeof strange)[number]) => {
    const { workspaceId, userId: actorId } = quire
    const row = { workspaceId, id: newId(), type, actorId, via: 'api', data: stored }
    return quire.app.store.transactIn({ workspaceId }, (transaction) =>
      events.append(transaction, { ...row, createdAt: clock.now() }),
    )
  }
  const received = async (path: string, count: number): Promise<Envelope[]> => {
    const all = await until(async () => {
      const found = await receiver.received(path)
      return found.length >= count && found
    })
    return all.map(({ body }) => JSON.parse(body))
  }

  it('are sent as such to those that subscribe to everything, and hold up nothing behind them', async () => {
    const { workspaceId } = quire
    const section = await addPage(quire, 'Section')
    await make('/all')
    await make('/pages', { events: ['page.*', 'comment.created'] })
    await make('/section', { sectionId: section })
    await make('/slack', { format: 'slack' })
    const bot = await connect(
      { quire, ada },
      { service: 'slack', token: 'xoxb-1', baseUrl: slack.url },
    )
    const chat = { connectionId: bot.id, chatId: 'C1', chatName: 'C1', sectionId: null }
    const subscribed = await ada.post('/app/chats/subscribe', { workspaceId, ...chat })
    assert.equal(subscribed.status, 200, JSON.stringify(subscribed.body))
    const live = await listen(address, quire)
    const [start] = await live.until(1)

    for (const one of strange) await append(one)
    const pageId = await addPage(quire, 'Behind', { parentId: section })

    const count = strange.length + 1
    const all = await received('/all', count)
    const asSent = strange.map(({ type, data }) => ({ type, unknown: true, data }))
    const sent = all.filter(({ unknown }) => unknown === true)
    assert.deepEqual(
      new Set(sent.map(({ type, unknown, data }) => JSON.stringify({ type, unknown, data }))),
      new Set(asSent.map((one) => JSON.stringify(one))),
    )
    for (const path of ['/pages', '/section']) {
      const types = (await received(path, 1)).map(({ type, unknown }) => [type, unknown])
      assert.deepEqual(types, [['page.created', undefined]], path)
    }
    const texts = new Set((await received('/slack', count)).map((one) => Object.values(one)[0]))
    const who = 'Ada Lovelace caused an event that this version of Quire does not know:'
    assert.ok(texts.has(`${who} page.painted`), [...texts].join('\n'))
    assert.ok(texts.has(`Ada Lovelace created <https://q.example/pages/${pageId}|Behind>`))

    await until(() => posts.length > 0)
    assert.match(posts[0] ?? '', /Ada Lovelace created .*Behind/)
    assert.equal(posts.length, 1)

    const again = await listen(address, quire, start?.id)
    for (const listener of [live, again]) {
      const received = await listener.until(count + 1)
      assert.deepEqual(
        received.slice(1, -1).map(({ data: { type, unknown, data } }) => ({ type, unknown, data })),
        asSent,
      )
      assert.deepEqual(
        [received.at(-1)?.data['type'], received.at(-1)?.data['pageId']],
        ['page.created', pageId],
      )
      listener.stop()
    }
  })

  it('are counted for the operator', async () => {
    const { body } = await quire.get<string>('/metrics', 'figures')
    const count = /quire_unknown_events_total\{reader="webhooks"\} (\d+)/.exec(body)?.[1]
    assert.ok(Number(count) >= strange.length, body)
  })

  it('leave the saves of an editor alone: a damaged row of them is the newest save', async () => {
    const { workspaceId, app, dataFolder } = quire
    const pageId = await addPage(quire, 'Draft')
    await make('/saves', { events: ['page.updated'] })
    const editor = contextOf(quire, { via: 'web' })
    await updatePage(editor, { workspaceId, pageId, title: 'One' })
    await updatePage(editor, { workspaceId, pageId, title: 'Two' })
    await until(async () => {
      const row = await webhookCursors.debounceWindow(app.store, workspaceId, pageId)
      return row !== undefined && row.sequence === (await events.last(app.store, workspaceId))
    })
    await damage(dataFolder, 'update webhook_bursts set event = $1 where page_id = $2', '{', pageId)
    shift += 60_000
    const [save] = await received('/saves', 1)
    assert.match(JSON.stringify(save?.data), /"previous":\{"title":"One"\}/)
    assert.equal(await webhookCursors.debounceWindow(app.store, workspaceId, pageId), undefined)
  })
})
