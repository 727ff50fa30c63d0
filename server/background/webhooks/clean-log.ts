import { clock } from '../../lib/clock.ts'
import { idsBefore } from '../../lib/ids.ts'
import {
  chatSubscriptions,
  webhookCursors,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import type { JobControl, JobKind } from '../job-kind.ts'

const hourMs = 3_600_000
/** Per transaction, so that other writes get their turn. */
const batchSize = 200
/** Sorts behind every id. */
const afterEveryId = 'g'

/** Deletes old delivery logs, and the logs of removed webhooks. */
export const webhookLog: JobKind = {
  kind: 'webhook-log',
  find: ({ store }) => webhookCursors.uncleaned(store, clock.now() - hourMs),
  run: async ({ store, integrations: { webhookSettings } }, { subject: workspaceId }, control) => {
    const now = clock.now()
    const removed = await webhooks.removed(store, workspaceId)
    for (const webhookId of await webhooks.allIds(store, workspaceId)) {
      const address = { workspaceId, webhookId }
      const isRemoved = removed.includes(webhookId)
      const bodies = isRemoved ? afterEveryId : idsBefore(now - webhookSettings.bodyRetentionMs)
      const rows = isRemoved ? afterEveryId : idsBefore(now - webhookSettings.logRetentionMs)
      await repeat(control, (transaction) =>
        webhookDeliveries.clearBodies(transaction, address, bodies, batchSize),
      )
      await repeat(control, (transaction) =>
        webhookDeliveries.clear(transaction, address, rows, batchSize),
      )
      if (control.signal.aborted) return { isDone: false, error: null, retryInMs: 0, attempts: 0 }
      if (isRemoved) await control.write((transaction) => webhooks.erase(transaction, address))
    }
    await control.write(async (transaction) => {
      const left = await webhooks.allIds(transaction, workspaceId)
      const chats = await chatSubscriptions.list(transaction, workspaceId)
      if (left.length + chats.length === 0) await webhookCursors.end(transaction, workspaceId)
      else await webhookCursors.cleaned(transaction, workspaceId, now)
    })
    return { isDone: true }
  },
}

async function repeat(
  { write, signal }: JobControl,
  work: (transaction: Parameters<Parameters<JobControl['write']>[0]>[0]) => Promise<number>,
): Promise<void> {
  while (!signal.aborted && (await write(work)) > 0);
}
