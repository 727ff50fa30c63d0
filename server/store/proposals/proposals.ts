import type { ProposalState } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, maxListed } from '../id-lists.ts'
import { allViewed, getViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { joinRun, runColumns, type RunOf } from '../runs/columns.ts'
import { statement } from '../statement.ts'

export type ProposalAddress = { workspaceId: string; proposalId: string }

export type ProposalRow = {
  workspaceId: string
  id: string
  title: string
  reason: string
  state: ProposalState
  /** Counts how often the proposer changed it. */
  revision: number
  createdAt: number
  createdBy: string
  via: string
  keyId: string | null
  runId: string | null
  updatedAt: number
  decidedAt: number | null
  decidedBy: string | null
}

/** A proposal with the names of its proposer and of who decided. */
export type ProposalItem = ProposalRow &
  RunOf & {
    firstName: string
    lastName: string
    deciderFirstName: string | null
    deciderLastName: string | null
    /** The number of changes. */
    changes: number
    /** Changes without a decision. */
    openChanges: number
    /** Changes that were declined, whole or in part. */
    declinedChanges: number
  }

/** The details of a change name what was accepted if it is not all; in a text within them, the quotes are escaped. */
const isDeclined = `(c.state = 'declined' or c.details like '%"accepted":%')`
const columns = `o.workspace_id as "workspaceId", o.id, o.title, o.reason, o.state, o.revision,
  o.created_at as "createdAt", o.created_by as "createdBy", o.via, o.key_id as "keyId", o.run_id as "runId",
  o.updated_at as "updatedAt", o.decided_at as "decidedAt", o.decided_by as "decidedBy"`
const itemColumns = `${columns}, ${runColumns}, u.first_name as "firstName", u.last_name as "lastName",
  d.first_name as "deciderFirstName", d.last_name as "deciderLastName",
  (select count(*) from proposal_changes c where c.workspace_id = o.workspace_id and c.proposal_id = o.id) as "changes",
  (select count(*) from proposal_changes c where c.workspace_id = o.workspace_id and c.proposal_id = o.id
     and c.state = 'open') as "openChanges",
  (select count(*) from proposal_changes c where c.workspace_id = o.workspace_id and c.proposal_id = o.id
     and ${isDeclined}) as "declinedChanges"`
const joins = `join users u on u.id = o.created_by left join users d on d.id = o.decided_by ${joinRun('o')}`
/** Every page that it names is readable. A row without a page is the top level. */
const readable = `not exists (select 1 from proposal_pages r
  left join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
  where r.workspace_id = o.workspace_id and r.proposal_id = o.id and not {visible p})`
const matching = `o.workspace_id = $workspaceId and ($state = '' or o.state = $state)
  and ($createdBy = '' or o.created_by = $createdBy)
  and ($pageId = '' or exists (select 1 from proposal_changes c where c.workspace_id = o.workspace_id
    and c.proposal_id = o.id and c.page_id = $pageId)) and ${readable}`

type Filter = { workspaceId: string; state: string; createdBy: string; pageId: string }

const getStatement = viewedStatement<ProposalItem, { workspaceId: string; proposalId: string }>(
  'proposals.get',
  `select ${itemColumns} from proposals o ${joins}
   where o.workspace_id = $workspaceId and o.id = $proposalId and ${readable}`,
)
const listStatement = viewedStatement<ProposalItem, Filter & { limit: number; offset: number }>(
  'proposals.list',
  `select ${itemColumns} from proposals o ${joins} where ${matching}
   order by o.created_at desc, o.id desc limit $limit offset $offset`,
)
const countsStatement = viewedStatement<{ state: ProposalState; proposals: number }, Filter>(
  'proposals.counts',
  `select o.state, count(*) as "proposals" from proposals o where ${matching} group by o.state`,
)
const titlesStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<ProposalTitle, { workspaceId: string; ids: readonly string[] }>(
    'proposals.titles',
    `select o.id, o.title from proposals o
     where o.workspace_id = $workspaceId and o.id in ($ids[${size}]) and ${readable}`,
  ),
}))
const insertStatement = statement<never, ProposalRow>(
  'proposals.insert',
  `insert into proposals (workspace_id, id, title, reason, state, revision, created_at, created_by, via, key_id, run_id,
     updated_at, decided_at, decided_by)
   values ($workspaceId, $id, $title, $reason, $state, $revision, $createdAt, $createdBy, $via, $keyId, $runId,
     $updatedAt, $decidedAt, $decidedBy)`,
)
const reviseStatement = statement<never, Revision>(
  'proposals.revise',
  `update proposals set title = $title, reason = $reason, state = 'open', revision = revision + 1,
     updated_at = $updatedAt, via = $via, key_id = $keyId, run_id = $runId
   where workspace_id = $workspaceId and id = $proposalId`,
)
const setStateStatement = statement<
  never,
  ProposalAddress & {
    state: ProposalState
    at: number
    decidedAt: number | null
    by: string | null
  }
>(
  'proposals.setState',
  `update proposals set state = $state, updated_at = $at, decided_at = $decidedAt, decided_by = $by
   where workspace_id = $workspaceId and id = $proposalId`,
)
const declinedStatement = statement<{ changes: number }, ProposalAddress>(
  'proposals.declinedChanges',
  `select count(*) as "changes" from proposal_changes c
   where c.workspace_id = $workspaceId and c.proposal_id = $proposalId and ${isDeclined}`,
)
const pagesStatement = statement<{ pageId: string }, ProposalAddress>(
  'proposals.pages',
  `select page_id as "pageId" from proposal_pages
   where workspace_id = $workspaceId and proposal_id = $proposalId order by page_id`,
)
const addPageStatement = statement<never, ProposalAddress & { pageId: string }>(
  'proposals.addPage',
  `insert into proposal_pages (workspace_id, proposal_id, page_id) values ($workspaceId, $proposalId, $pageId)
   on conflict do nothing`,
)
const removePagesStatement = statement<never, ProposalAddress>(
  'proposals.removePages',
  'delete from proposal_pages where workspace_id = $workspaceId and proposal_id = $proposalId',
)

/** Undefined without read access to one of its pages. */
export function get(
  reader: Reader,
  viewer: Viewer,
  proposalId: string,
): Promise<ProposalItem | undefined> {
  return getViewed(reader, viewer, getStatement, { proposalId })
}

export type ProposalFilter = { state?: ProposalState; createdBy?: string; pageId?: string }

/** Newest first. */
export function list(
  reader: Reader,
  viewer: Viewer,
  { state, createdBy = '', pageId = '' }: ProposalFilter,
  part: { limit: number; offset: number },
): Promise<ProposalItem[]> {
  const filter = { state: state ?? '', createdBy, pageId }
  return allViewed(reader, viewer, listStatement, { ...filter, ...part })
}

/** The number of proposals in each state. */
export async function counts(
  reader: Reader,
  viewer: Viewer,
  { createdBy = '', pageId = '' }: Omit<ProposalFilter, 'state'> = {},
): Promise<Map<ProposalState, number>> {
  const rows = await allViewed(reader, viewer, countsStatement, { state: '', createdBy, pageId })
  return new Map(rows.map(({ state, proposals }) => [state, proposals]))
}

export type ProposalTitle = { id: string; title: string }

/** Of some proposals those that the viewer can read, in no particular order. */
export async function titles(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ProposalTitle[]> {
  if (ids.length === 0) return []
  const { statement: titled, list: some } = forList(titlesStatements, ids.slice(0, maxListed))
  const found = await allViewed(reader, viewer, titled, { ids: some })
  return [...found, ...(await titles(reader, viewer, ids.slice(maxListed)))]
}

export async function insert(transaction: Transaction, row: ProposalRow): Promise<void> {
  await transaction.run(insertStatement, row)
}

export type Revision = ProposalAddress &
  Pick<ProposalRow, 'title' | 'reason' | 'updatedAt' | 'via' | 'keyId' | 'runId'>

/** Changes a proposal and opens it for review again. */
export async function revise(transaction: Transaction, revision: Revision): Promise<void> {
  await transaction.run(reviseStatement, revision)
}

/** `decided`: who decided it as a whole; null while it is open. */
export async function setState(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  state: ProposalState,
  { at, by }: { at: number; by: string | null },
): Promise<void> {
  const decidedAt = by === null ? null : at
  await transaction.run(setStateStatement, { workspaceId, proposalId, state, at, decidedAt, by })
}

/** The number of changes that were declined, whole or in part. */
export async function declinedChanges(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<number> {
  return (await reader.get(declinedStatement, { workspaceId, proposalId }))?.changes ?? 0
}

/** The pages that someone must be able to read to see it. */
export async function pagesOf(
  reader: Reader,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<string[]> {
  const rows = await reader.all(pagesStatement, { workspaceId, proposalId })
  return rows.map(({ pageId }) => pageId)
}

export async function addPages(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
  pageIds: readonly string[],
): Promise<void> {
  for (const pageId of pageIds) {
    await transaction.run(addPageStatement, { workspaceId, proposalId, pageId })
  }
}

export async function removePages(
  transaction: Transaction,
  { workspaceId, proposalId }: ProposalAddress,
): Promise<void> {
  await transaction.run(removePagesStatement, { workspaceId, proposalId })
}
