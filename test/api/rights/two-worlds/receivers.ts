import assert from 'node:assert/strict'
import { clock } from '../../../../server/lib/clock.ts'
import { chatNotices, webhookCursors, webhooks } from '../../../../server/store/index.ts'
import { startWorker } from '../../../support/chats/bot-runner.ts'
import { type Asked, connect, startStandIn } from '../../../support/chats/chats.ts'
import type { Created, Delivery } from '../../../support/outside/webhooks.ts'
import type { Person } from '../../../support/people.ts'
import type { TestServer } from '../../../support/server.ts'
import { until } from '../../../support/until.ts'
import { signIn } from '../../../support/web/visitor.ts'

/** What programs and chats outside of the workspace receive. */
export type Receivers = {
  /** Sends everything that is due. Nothing else happens meanwhile. */
  deliver: () => Promise<void>
  /** The bodies, by receiver and by call of `deliver`. What was sent together has no order. */
  received: ReadonlyMap<string, object[][]>
  /** The deliveries that the admin finds in the log of each webhook, by its name. */
  logs: () => Promise<[webhook: string, deliveries: object[]][]>
  close: () => Promise<void>
}

const token = 'bot-token'
const tickMs = 50
/** Less than what the deliveries of a history are away from the end of a notice window. */
const maxPassedMs = 110_000

/** Webhooks and chat subscriptions of an admin, for the workspace and for what is below one page. */
export async function addReceivers(
  quire: TestServer,
  admin: Person,
  sectionId: string,
): Promise<Receivers> {
  const { app, workspaceId } = quire
  const standIn = await startStandIn(({ path }) =>
    path === '/api/v4/users/me' ? { body: { id: 'u1', username: 'quire' } } : { body: {} },
  )
  const webhookIds = new Map<string, string>()
  for (const webhook of [
    { name: 'all', events: ['*'] },
    { name: 'section', events: ['page.*', 'comment.*'], sectionId },
    { name: 'slack', events: ['*'], format: 'slack' },
  ]) {
    const given = { ...webhook, workspaceId, url: `${standIn.url}/${webhook.name}` }
    const created = await quire.post<Created>('/v1/webhooks/create', given, admin.key)
    assert.equal(created.status, 200, JSON.stringify(created.body))
    webhookIds.set(webhook.name, created.body.webhook.id)
  }
  const ada = await signIn(quire, admin)
  const service = { service: 'mattermost', token, baseUrl: standIn.url }
  const { id: connectionId } = await connect({ quire, ada }, service)
  for (const [chatId, subject] of [
    ['everything', null],
    ['section', sectionId],
  ]) {
    const chat = { workspaceId, connectionId, chatId, chatName: chatId, sectionId: subject }
    assert.equal((await ada.post('/app/chats/subscribe', chat)).status, 200)
  }
  const isIdle = async () => {
    const now = clock.now()
    if ((await webhookCursors.behind(app.store, now)).includes(workspaceId)) return false
    if (await chatNotices.isAnyDue(app.store, { workspaceId, connectionId }, now)) return false
    return (await webhooks.due(app.store, workspaceId, now)).length === 0
  }
  const received = new Map<string, object[][]>()
  standIn.asked.splice(0)
  return {
    received,
    deliver: async () => {
      const { now } = clock
      let passed = 0
      clock.now = () => now() + passed
      const worker = startWorker(app)
      try {
        await until(() => {
          // Bots wait between two messages.
          passed = Math.min(passed + tickMs, maxPassedMs)
          return isIdle()
        })
      } finally {
        await worker.stop()
        clock.now = now
      }
      assert.deepEqual(worker.faults, [])
      assert.equal(await isIdle(), true)
      for (const [name, asked] of Map.groupBy(standIn.asked.splice(0), receiverOf)) {
        const batch = asked.map(({ body }): object => JSON.parse(body))
        received.set(name, [...(received.get(name) ?? []), batch])
      }
    },
    logs: async () => {
      const logs: [webhook: string, deliveries: object[]][] = []
      for (const [name, webhookId] of webhookIds) {
        for (let offset = 0, last = logSize; last === logSize; offset += logSize) {
          const input = { workspaceId, webhookId, limit: logSize, offset }
          const answer = await quire.post<Log>('/v1/webhooks/deliveries', input, admin.key)
          assert.equal(answer.status, 200, JSON.stringify(answer.body))
          last = answer.body.deliveries.length
          const part = answer.body.deliveries.map(({ type, status, cause }) => ({
            type,
            status,
            cause,
          }))
          logs.push([name, part])
        }
      }
      return logs
    },
    close: standIn.close,
  }
}

/** Of one part of a log. */
const logSize = 20
type Log = { deliveries: Delivery[] }

/** What each receiver got, and the admin finds in the logs. */
export async function receivedBy({
  receivers,
}: {
  receivers: Receivers
}): Promise<[name: string, received: object[]][]> {
  // Which receiver is first is chance.
  const byName = [...receivers.received].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const batches = byName.flatMap(([name, all]) => {
    const first = Math.min(...all.flat().map(sequenceOf))
    return all.map((batch): [string, object[]] => [name, numberedFrom(name, first, batch)])
  })
  const logs = await receivers.logs()
  return [...batches, ...logs.map(([name, log]): [string, object[]] => [`log of ${name}`, log])]
}

function sequenceOf(body: object): number {
  return 'sequence' in body ? Number(body.sequence) : 0
}

/**
 * Numbers count the events of a workspace until it has a section, and those of the webhook afterwards. Both are without
 * gaps where the webhook receives all events.
 */
function numberedFrom(name: string, first: number, batch: readonly object[]): object[] {
  const isOfAll = name === 'webhook /all'
  return batch.map((body) => {
    if (!('sequence' in body)) return body
    return { ...body, sequence: isOfAll ? Number(body.sequence) - first : null }
  })
}

/** The path of a webhook, or the chat that a bot writes to. */
function receiverOf({ path, body }: Asked): string {
  if (path !== '/api/v4/posts') return `webhook ${path}`
  return `chat ${String(Object(JSON.parse(body)).channel_id)}`
}
