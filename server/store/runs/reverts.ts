import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** A run that undid what another one changed since a time. */
export type RevertRow = {
  workspaceId: string
  revertedRunId: string
  runId: string
  since: number
  createdAt: number
  createdBy: string
}

const putStatement = statement<never, RevertRow>(
  'reverts.put',
  `insert into run_reverts (workspace_id, reverted_run_id, run_id, since, created_at, created_by)
   values ($workspaceId, $revertedRunId, $runId, $since, $createdAt, $createdBy)
   on conflict (workspace_id, reverted_run_id, run_id) do nothing`,
)
const ofRunStatement = statement<
  Pick<RevertRow, 'runId' | 'since'>,
  { workspaceId: string; runId: string }
>(
  'reverts.ofRun',
  `select run_id as "runId", since from run_reverts
   where workspace_id = $workspaceId and reverted_run_id = $runId order by created_at, run_id`,
)
const reopenStatements = ['run_id', 'reverted_run_id'].map((column) =>
  statement<never, { workspaceId: string; runId: string }>(
    `reverts.reopen.${column}`,
    `update run_reverts set completed_at = null
     where workspace_id = $workspaceId and ${column} = $runId and completed_at is not null`,
  ),
)
const completeStatement = statement<
  never,
  Pick<RevertRow, 'workspaceId' | 'revertedRunId' | 'runId'> & { completedAt: number }
>(
  'reverts.complete',
  `update run_reverts set completed_at = $completedAt
   where workspace_id = $workspaceId and reverted_run_id = $revertedRunId and run_id = $runId`,
)
const acceptStatement = statement<never, AcceptedRun & { workspaceId: string }>(
  'reverts.accept',
  `insert into accepted_runs (workspace_id, page_id, run_id, accepted_at, accepted_by)
   values ($workspaceId, $pageId, $runId, $acceptedAt, $acceptedBy)
   on conflict (workspace_id, page_id, run_id)
   do update set accepted_at = excluded.accepted_at, accepted_by = excluded.accepted_by`,
)
const acceptedStatement = statement<
  Pick<AcceptedRun, 'runId' | 'acceptedAt'>,
  { workspaceId: string; pageId: string }
>(
  'reverts.accepted',
  `select run_id as "runId", accepted_at as "acceptedAt" from accepted_runs
   where workspace_id = $workspaceId and page_id = $pageId`,
)

/** What a run wrote on a page up to a time, accepted by a person. */
export type AcceptedRun = {
  pageId: string
  runId: string
  acceptedAt: number
  acceptedBy: string
}

/** Notes a revert once. */
export async function put(transaction: Transaction, row: RevertRow): Promise<void> {
  await transaction.run(putStatement, row)
}

/** Notes that nothing of the run is left to undo. */
export async function complete(
  transaction: Transaction,
  revert: Pick<RevertRow, 'workspaceId' | 'revertedRunId' | 'runId'> & { completedAt: number },
): Promise<void> {
  await transaction.run(completeStatement, revert)
}

/** Notes that a run has changes to undo again, or that what it undid has. */
export async function reopen(
  transaction: Transaction,
  run: { workspaceId: string; runId: string },
): Promise<void> {
  for (const reopening of reopenStatements) await transaction.run(reopening, run)
}

/** The runs that undid a run, oldest first. */
export function ofRun(
  reader: Reader,
  workspaceId: string,
  runId: string,
): Promise<Pick<RevertRow, 'runId' | 'since'>[]> {
  return reader.all(ofRunStatement, { workspaceId, runId })
}

/** The newest acceptance of a run on a page counts. */
export async function accept(
  transaction: Transaction,
  row: AcceptedRun & { workspaceId: string },
): Promise<void> {
  await transaction.run(acceptStatement, row)
}

export function accepted(
  reader: Reader,
  workspaceId: string,
  pageId: string,
): Promise<Pick<AcceptedRun, 'runId' | 'acceptedAt'>[]> {
  return reader.all(acceptedStatement, { workspaceId, pageId })
}
