import { importJob, maxWaitMs } from '../domain/transfer/imports/import-job.ts'
import { clock } from '../lib/clock.ts'
import { imports } from '../store/index.ts'
import { dueRows } from './due-rows.ts'

/** Reads and runs imports, one after another in each workspace. */
export const importRuns = dueRows(
  importJob,
  ({ store }) => imports.workspaces(store, clock.now() - maxWaitMs),
  async () => (await import('../domain/transfer/imports/run-imports.ts')).runImports,
)
