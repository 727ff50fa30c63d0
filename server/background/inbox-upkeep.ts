import { clock, dayMs } from '../lib/clock.ts'
import { inboxUpkeep as upkeep, type Store } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

const subject = 'all'
const intervalMs = 3_600_000
const maxAgeMs = 90 * dayMs
/** Of one person in one workspace. */
const maxEntries = 1000
/** Per transaction, so that other writes get their turn. */
const batchSize = 500

/** Deletes old entries of inboxes, and those beyond the newest of each person. */
export const inboxUpkeep: JobKind = {
  kind: 'inbox-upkeep',
  find: async () => [subject],
  run: async ({ store }, _job, { signal }) => {
    for (let after = ''; !signal.aborted;) {
      const workspaceId = await upkeep.nextWorkspace(store, after)
      if (workspaceId === undefined) break
      await limitInboxes(store, workspaceId, signal)
      after = workspaceId
    }
    return { isDone: false, error: null, retryInMs: signal.aborted ? 0 : intervalMs, attempts: 0 }
  },
}

async function limitInboxes(store: Store, workspaceId: string, signal: AbortSignal): Promise<void> {
  const old = { before: clock.now() - maxAgeMs, limit: batchSize }
  const removeOld = () =>
    store.transactIn({ workspaceId }, (transaction) =>
      upkeep.removeOld(transaction, workspaceId, old),
    )
  while (!signal.aborted && (await removeOld()) === batchSize);
  for (const userId of await upkeep.full(store, workspaceId, maxEntries)) {
    if (signal.aborted) return
    await store.transactIn({ workspaceId }, (transaction) =>
      upkeep.trim(transaction, { workspaceId, userId }, maxEntries),
    )
  }
}
