import type { ChangeKind, ChangeState } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ProposalAddress } from './proposals.ts'

export type ChangeRow = {
  number: number
  kind: ChangeKind
  /** Of a page that is created, the ID that it gets. */
  pageId: string
  /** Of the page when it was proposed. */
  title: string
  baseVersion: number | null
  /** The body before; null where it stays. */
  base: string | null
  /** The body after; null where it stays. */
  document: string | null
  /** The other fields, as JSON. */
  details: string
  state: ChangeState
  decidedAt: number | null
  decidedBy: string | null
}

const columns = `c.number, c.kind, c.page_id as "pageId", c.title, c.base_version as "baseVersion", c.base, c.document,
  c.details, c.state, c.decided_at as "decidedAt", c.decided_by as "decidedBy"`

const listStatement = statement<ChangeRow, ProposalAddress>(
  'proposalChanges.list',
  `select ${columns} from proposal_changes c
   where c.workspace_id = $workspaceId and c.proposal_id = $proposalId order by c.number`,
)
const insertStatement = statement<never, ProposalAddress & ChangeRow>(
  'proposalChanges.insert',
  `insert into proposal_changes (workspace_id, proposal_id, number, kind, page_id, title, base_version, base, document,
     details, state, decided_at, decided_by)
   values ($workspaceId, $proposalId, $number, $kind, $pageId, $title, $baseVersion, $base, $document, $details, $state,
     $decidedAt, $decidedBy)`,
)
const decideStatement = statement<
  never,
  ProposalAddress & { number: number; state: ChangeState; details: string; at: number; by: string }
>(
  'proposalChanges.decide',
  `update proposal_changes set state = $state, details = $details, decided_at = $at, decided_by = $by
   where workspace_id = $workspaceId and proposal_id = $proposalId and number = $number and state = 'open'`,
)
const removeOpenStatement = statement<never, ProposalAddress>(
  'proposalChanges.removeOpen',
  `delete from proposal_changes
   where workspace_id = $workspaceId and proposal_id = $proposalId and state = 'open'`,
)
const ofPageStatement = statement<{ proposalId: string }, { workspaceId: string; pageId: string }>(
  'proposalChanges.ofPage',
  `select proposal_id as "proposalId" from proposal_pages
   where workspace_id = $workspaceId and page_id = $pageId`,
)

/** In order. */
export function list(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<ChangeRow[]> {
  return reader.all(listStatement, { workspaceId, proposalId })
}

export async function insert(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  change: ChangeRow,
): Promise<void> {
  await transaction.run(insertStatement, { workspaceId, proposalId, ...change })
}

/** Returns whether the change was open. */
export async function decide(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  decision: { number: number; state: ChangeState; details: string; at: number; by: string },
): Promise<boolean> {
  return (await transaction.run(decideStatement, { workspaceId, proposalId, ...decision })) > 0
}

/** Removes the changes without a decision. */
export async function removeOpen(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<void> {
  await transaction.run(removeOpenStatement, { workspaceId, proposalId })
}

const removals = ['proposal_comments', 'proposal_changes', 'proposal_pages', 'inbox_entries'].map(
  (table) =>
    statement<never, ProposalAddress>(
      `proposalChanges.removeOf.${table}`,
      `delete from ${table} where workspace_id = $workspaceId and proposal_id = $proposalId`,
    ),
)
const removeStatement = statement<never, ProposalAddress>(
  'proposals.remove',
  'delete from proposals where workspace_id = $workspaceId and id = $proposalId',
)

/** Deletes the proposals that contain text of a page which is about to go for good. */
export async function removeOfPage(
  transaction: Transaction,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
): Promise<void> {
  for (const { proposalId } of await transaction.all(ofPageStatement, { workspaceId, pageId })) {
    for (const removal of removals) await transaction.run(removal, { workspaceId, proposalId })
    await transaction.run(removeStatement, { workspaceId, proposalId })
  }
}
