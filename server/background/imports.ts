import { importJob, maxWaitMs } from '../domain/transfer/imports/import-job.ts'
import { clock } from '../lib/clock.ts'
import { imports, jobs } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Reads and runs imports, one after another in each workspace. */
export const importRuns: JobKind = {
  kind: importJob,
  find: ({ store }) => imports.workspaces(store, clock.now() - maxWaitMs),
  run: async ({ store, contextFor }, { subject: workspaceId, attempts }, { signal, write }) => {
    const { runImports } = await import('../domain/transfer/imports/run-imports.ts')
    const job = { kind: importJob, subject: workspaceId }
    const putAttempts = (count: number) =>
      write((transaction) => jobs.putAttempts(transaction, job, count))
    const work = { store, contextFor, workspaceId, attempts, putAttempts, signal }
    const isDone = await runImports(work)
    return isDone ? { isDone } : { isDone, error: null, retryInMs: 0, attempts: 0 }
  },
}
