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

/** A change without its bodies, which can be large. */
export type ChangeOutline = Pick<ChangeRow, 'number' | 'state' | 'details'>

const columns = `c.number, c.kind, c.page_id as "pageId", c.title, c.base_version as "baseVersion", c.base, c.document,
  c.details, c.state, c.decided_at as "decidedAt", c.decided_by as "decidedBy"`

const listStatement = statement<ChangeRow, ProposalAddress>(
  'proposalChanges.list',
  `select ${columns} from proposal_changes c
   where c.workspace_id = $workspaceId and c.proposal_id = $proposalId order by c.number`,
)
const withoutBodiesStatement = statement<ChangeOutline, ProposalAddress>(
  'proposalChanges.withoutBodies',
  `select c.number, c.state, c.details from proposal_changes c
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
const rebaseTrashStatement = statement<never, ProposalAddress & Rebase>(
  'proposalChanges.rebaseTrash',
  `update proposal_changes set base_version = $after
   where workspace_id = $workspaceId and proposal_id = $proposalId and kind = 'trash' and page_id = $pageId
     and base_version = $before`,
)
const baseVersionStatement = statement<
  Pick<ChangeRow, 'baseVersion'>,
  ProposalAddress & { number: number }
>(
  'proposalChanges.baseVersion',
  `select base_version as "baseVersion" from proposal_changes
   where workspace_id = $workspaceId and proposal_id = $proposalId and number = $number`,
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

/** In order, for those who need no bodies. */
export function listWithoutBodies(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<ChangeOutline[]> {
  return reader.all(withoutBodiesStatement, { workspaceId, proposalId })
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

/** An accepted change brought a page from one version to another. */
type Rebase = { pageId: string; before: number; after: number }

/** The deletion of a page that was proposed together with an accepted change of it is of the page after that change. */
export async function rebaseTrash(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  { pageId, before, after }: Rebase,
): Promise<void> {
  await transaction.run(rebaseTrashStatement, { workspaceId, proposalId, pageId, before, after })
}

/** The version of the page that a change was made of; null for one that creates a page. */
export async function baseVersion(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
  number: number,
): Promise<number | null> {
  const row = await reader.get(baseVersionStatement, { workspaceId, proposalId, number })
  return row?.baseVersion ?? null
}

/** Removes the changes without a decision. */
export async function removeOpen(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<void> {
  await transaction.run(removeOpenStatement, { workspaceId, proposalId })
}

const removals = [
  'proposal_comments',
  'proposal_approvals',
  'proposal_changes',
  'proposal_pages',
  'inbox_entries',
].map((table) =>
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
