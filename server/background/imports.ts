import { importJob } from '../domain/transfer/imports/import-job.ts'
import { imports } from '../store/index.ts'
import type { JobKind } from './job-kind.ts'

/** Reads and runs imports, one after another in each workspace. */
export const importRuns: JobKind = {
  kind: importJob,
  find: ({ store }) => imports.workspaces(store),
  run: async ({ store, contextFor }, { subject: workspaceId, attempts }, { signal }) => {
    const { runImports } = await import('../domain/transfer/imports/run-imports.ts')
    const isDone = await runImports({ store, contextFor, workspaceId, attempts, signal })
    return isDone ? { isDone } : { isDone, error: null, retryInMs: 0, attempts: 0 }
  },
}
