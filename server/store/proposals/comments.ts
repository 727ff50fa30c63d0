import type { ProposalCommentKind } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { joinRun, runColumns, type RunOf } from '../runs/columns.ts'
import { statement } from '../statement.ts'
import type { ProposalAddress } from './proposals.ts'

export type ProposalCommentRow = {
  id: string
  /** Null for the whole proposal. */
  changeNumber: number | null
  kind: ProposalCommentKind
  /** Empty for a decision without words. */
  markdown: string
  createdAt: number
  createdBy: string
  runId: string | null
}

export type ProposalCommentItem = ProposalCommentRow &
  RunOf & { firstName: string; lastName: string }

const listStatement = statement<ProposalCommentItem, ProposalAddress>(
  'proposalComments.list',
  `select c.id, c.change_number as "changeNumber", c.kind, c.markdown, c.created_at as "createdAt",
     c.created_by as "createdBy", c.run_id as "runId", ${runColumns}, u.first_name as "firstName",
     u.last_name as "lastName"
   from proposal_comments c join users u on u.id = c.created_by ${joinRun('c')}
   where c.workspace_id = $workspaceId and c.proposal_id = $proposalId order by c.created_at, c.id`,
)
const insertStatement = statement<never, ProposalAddress & ProposalCommentRow>(
  'proposalComments.insert',
  `insert into proposal_comments (workspace_id, id, proposal_id, change_number, kind, markdown, created_at, created_by,
     run_id)
   values ($workspaceId, $id, $proposalId, $changeNumber, $kind, $markdown, $createdAt, $createdBy, $runId)`,
)

/** Oldest first. */
export function list(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<ProposalCommentItem[]> {
  return reader.all(listStatement, { workspaceId, proposalId })
}

export async function insert(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  comment: ProposalCommentRow,
): Promise<void> {
  await transaction.run(insertStatement, { workspaceId, proposalId, ...comment })
}
