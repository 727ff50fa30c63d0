import { transferJob } from '../domain/transfer/transfers/transfer-job.ts'
import { transfers } from '../store/index.ts'
import { dueRows } from './due-rows.ts'

/** Copies and moves pages to other workspaces, one transfer after another in each workspace. */
export const transferRuns = dueRows(
  transferJob,
  ({ store }) => transfers.workspaces(store),
  async () => (await import('../domain/transfer/transfers/run-transfers.ts')).runTransfers,
)
