import type { Reader } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import type { PageRecord } from '../pages/lookup.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'

/** `blocks` (a JSON list) is null if it is longer than requested. */
export type HitText = { id: string; title: string; blocks: string | null }

/** A page with who changed it last. */
export type BranchRow = PageRecord & { updatedBy: string }

type Pages = { workspaceId: string; ids: readonly string[] }

const textsStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<HitText, Pages & { maxBytes: number }>(
    'searchHits.texts',
    `select p.id, p.title, case when octet_length(c.blocks) <= $maxBytes then c.blocks end as "blocks"
     from pages p join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
     where p.workspace_id = $workspaceId and p.deleted_at is null and p.id in ($ids[${size}])
       and {visible p}`,
  ),
}))
const branchesStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<BranchRow, Pages>(
    'searchHits.branches',
    `with recursive branch (id) as (
       select id from pages where workspace_id = $workspaceId and id in ($ids[${size}])
       union
       select p.parent_id from pages p join branch b on p.id = b.id
       where p.workspace_id = $workspaceId and {visible p}
     ) select p.id, p.parent_id as "parentId", p.title, p.icon, p.ownership, p.type, p.version,
       p.created_at as "createdAt", p.updated_at as "updatedAt", p.updated_by as "updatedBy"
     from branch b join pages p on p.id = b.id
     where p.workspace_id = $workspaceId and p.deleted_at is null and {visible p}`,
  ),
}))

/** Fields of a page that a search filters by. */
export type HitFilter = {
  ownership: string
  type: string
  authorId: string
  updatedFrom: number
  updatedBefore: number
}

const passingStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<{ id: string }, Pages & HitFilter>(
    'searchHits.passing',
    `select p.id from pages p
     where p.workspace_id = $workspaceId and p.deleted_at is null and p.id in ($ids[${size}])
       and ($ownership = '' or p.ownership = $ownership) and ($type = '' or p.type = $type)
       and ($authorId = '' or p.created_by = $authorId or p.updated_by = $authorId)
       and p.updated_at >= $updatedFrom and p.updated_at < $updatedBefore and {visible p}`,
  ),
}))
const belowStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<{ id: string }, Pages & { underPageId: string }>(
    'searchHits.below',
    `with recursive branch (id, page_id) as (
       select id, id from pages where workspace_id = $workspaceId and id in ($ids[${size}])
       union
       select p.parent_id, b.page_id from pages p join branch b on p.id = b.id
       where p.workspace_id = $workspaceId and p.id <> $underPageId and {visible p}
     ) select b.page_id as "id" from branch b join pages p on p.id = b.id
     where b.id = $underPageId and p.workspace_id = $workspaceId and p.deleted_at is null and {visible p}`,
  ),
}))

/** Titles and texts of 1 to `maxListed` pages, in no order; at most `maxBytes` each. */
export function texts(
  reader: Reader,
  viewer: Viewer,
  { ids, maxBytes }: { ids: readonly string[]; maxBytes: number },
): Promise<HitText[]> {
  const { statement, list } = forList(textsStatements, ids)
  return allViewed(reader, viewer, statement, { ids: list, maxBytes })
}

/** The same pages with their ancestors up to the first that is hidden, each once, in no order. */
export function branches(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<BranchRow[]> {
  const { statement, list } = forList(branchesStatements, ids)
  return allViewed(reader, viewer, statement, { ids: list })
}

/** Those of 1 to `maxListed` pages that pass a filter; an empty text filters nothing. */
export async function passing(
  reader: Reader,
  viewer: Viewer,
  { ids, ...filter }: HitFilter & { ids: readonly string[] },
): Promise<string[]> {
  const { statement, list } = forList(passingStatements, ids)
  const rows = await allViewed(reader, viewer, statement, { ids: list, ...filter })
  return rows.map(({ id }) => id)
}

/** Those of 1 to `maxListed` pages that are a page or below it, through pages that the viewer can read. */
export async function below(
  reader: Reader,
  viewer: Viewer,
  { ids, underPageId }: { ids: readonly string[]; underPageId: string },
): Promise<string[]> {
  const { statement, list } = forList(belowStatements, ids)
  const rows = await allViewed(reader, viewer, statement, { ids: list, underPageId })
  return rows.map(({ id }) => id)
}
