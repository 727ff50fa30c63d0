import type { DueWork } from '../domain/transfer/due-rows.ts'
import { jobs } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** A job for each workspace that works on its rows that are due, one after another. */
export function dueRows(
  kind: string,
  find: JobKind['find'],
  load: () => Promise<(work: DueWork) => Promise<boolean>>,
): JobKind {
  return {
    kind,
    find,
    run: async ({ store, contextFor }, { subject: workspaceId, attempts }, { signal, write }) => {
      const run = await load()
      const job = { kind, subject: workspaceId }
      const putAttempts = (count: number) =>
        write((transaction) => jobs.putAttempts(transaction, job, count))
      const isDone = await run({ store, contextFor, workspaceId, attempts, putAttempts, signal })
      return isDone ? { isDone } : { isDone, error: null, retryInMs: 0, attempts: 0 }
    },
  }
}
