import { mergeJournal, pruneJournal } from '../domain/pages/journal/upkeep.ts'
import { clock, dayMs } from '../lib/clock.ts'
import { steps } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

const subject = 'all'
const intervalMs = 3_600_000
/** Changes stay apart for so long. */
const mergeAfterMs = dayMs

/** Removes old changes from the journals of all pages, and merges those older than a day. */
export const journalUpkeep: JobKind = {
  kind: 'journal-upkeep',
  find: async () => [subject],
  run: async ({ store, journalRetentionMs }, _job, { signal }) => {
    const now = clock.now()
    const period = { from: await steps.mergedUntil(store), until: now - mergeAfterMs }
    for (let after = ''; !signal.aborted;) {
      const workspaceId = await steps.nextWorkspace(store, after)
      if (workspaceId === undefined) break
      await pruneJournal(store, workspaceId, { before: now - journalRetentionMs, signal })
      await mergeJournal(store, workspaceId, { period, signal })
      after = workspaceId
    }
    if (signal.aborted) return { isDone: false, error: null, retryInMs: 0, attempts: 0 }
    await store.transactIn('none', (transaction) =>
      steps.keepMergedUntil(transaction, Math.max(period.from, period.until)),
    )
    return { isDone: false, error: null, retryInMs: intervalMs, attempts: 0 }
  },
}
