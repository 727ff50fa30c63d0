import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ProposalAddress } from './proposals.ts'

/** That a reviewer accepted a revision, where others must accept it too. */
export type ApprovalRow = {
  userId: string
  revision: number
  /** A digest of what they accepted. */
  parts: string
  createdAt: number
}

const listStatement = statement<ApprovalRow, ProposalAddress>(
  'proposalApprovals.list',
  `select user_id as "userId", revision, parts, created_at as "createdAt" from proposal_approvals
   where workspace_id = $workspaceId and proposal_id = $proposalId order by created_at, user_id`,
)
const putStatement = statement<never, ProposalAddress & ApprovalRow>(
  'proposalApprovals.put',
  `insert into proposal_approvals (workspace_id, proposal_id, user_id, revision, parts, created_at)
     values ($workspaceId, $proposalId, $userId, $revision, $parts, $createdAt)
   on conflict (workspace_id, proposal_id, user_id)
     do update set revision = excluded.revision, parts = excluded.parts, created_at = excluded.created_at`,
)

/** Oldest first. */
export function list(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<ApprovalRow[]> {
  return reader.all(listStatement, { workspaceId, proposalId })
}

/** In place of an earlier approval of the same reviewer. */
export async function put(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  approval: ApprovalRow,
): Promise<void> {
  await transaction.run(putStatement, { workspaceId, proposalId, ...approval })
}
