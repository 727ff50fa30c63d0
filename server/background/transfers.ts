import { transferJob } from '../domain/transfer/transfers/transfer-job.ts'
import { jobs, transfers } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Copies and moves pages to other workspaces, one transfer after another in each workspace. */
export const transferRuns: JobKind = {
  kind: transferJob,
  find: ({ store }) => transfers.workspaces(store),
  run: async ({ store, contextFor }, { subject: workspaceId, attempts }, { signal, write }) => {
    const { runTransfers } = await import('../domain/transfer/transfers/run-transfers.ts')
    const job = { kind: transferJob, subject: workspaceId }
    const putAttempts = (count: number) =>
      write((transaction) => jobs.putAttempts(transaction, job, count))
    const work = { store, contextFor, workspaceId, attempts, putAttempts, signal }
    const isDone = await runTransfers(work)
    return isDone ? { isDone } : { isDone, error: null, retryInMs: 0, attempts: 0 }
  },
}
