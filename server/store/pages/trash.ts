import type { PageType } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import { allViewed, getViewed, readable, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { joinRun, runColumns, type RunOf } from '../runs/columns.ts'
import { statement } from '../statement.ts'
import { columns, type PageRow } from './pages.ts'

export type TrashRow = {
  id: string
  parentId: string
  title: string
  version: number
  deletedAt: number | null
  deletedWith: string | null
  /** The run that deleted it. */
  deletedRunId: string | null
  sectionId: string | null
}

/** A deletion: its page, who deleted it, and the number of pages included. */
export type TrashItem = RunOf & {
  runId: string | null
  id: string
  parentId: string
  title: string
  icon: string | null
  deletedAt: number
  deletedBy: string
  firstName: string
  lastName: string
  pages: number
}

export type TrashCursor = { position: string; id: string }

export type TypeCount = { type: PageType; sectionId: string | null; pages: number }

/** A page outside the trash, with what its deletion needs. */
export type LivePage = {
  id: string
  parentId: string
  title: string
  type: PageType
  sectionId: string | null
}

type PageAddress = { workspaceId: string; pageId: string }
type PageList = { workspaceId: string; ids: readonly string[] }

const getStatement = statement<TrashRow, { workspaceId: string; id: string }>(
  'trash.get',
  `select id, parent_id as "parentId", title, version, deleted_at as "deletedAt", deleted_with as "deletedWith",
     deleted_run_id as "deletedRunId", section_id as "sectionId"
   from pages where workspace_id = $workspaceId and id = $id`,
)
const pageStatement = statement<PageRow, { workspaceId: string; id: string }>(
  'trash.page',
  `select ${columns} from pages where workspace_id = $workspaceId and id = $id and deleted_at is not null`,
)
const belowOf = (size: number) => ({
  size,
  statement: statement<{ id: string }, PageList & { deletedWith: string; limit: number }>(
    'trash.below',
    `select id from pages where workspace_id = $workspaceId and coalesce(deleted_with, '') = $deletedWith
       and parent_id in ($ids[${size}]) limit $limit`,
  ),
})
const nextBelowStatement = statement<
  TrashCursor,
  {
    workspaceId: string
    id: string
    deletedWith: string
    limit: number
    afterPosition: string
    afterId: string
  }
>(
  'trash.nextBelow',
  `select id, position from pages where workspace_id = $workspaceId and parent_id = $id
     and coalesce(deleted_with, '') = $deletedWith and (position, id) > ($afterPosition, $afterId)
   order by position, id limit $limit`,
)
const removeOf = (size: number) => ({
  size,
  statement: statement<
    never,
    PageList & { deletedWith: string; at: number; by: string; runId: string | null }
  >(
    'trash.remove',
    `update pages set deleted_at = $at, deleted_with = $deletedWith, deleted_run_id = $runId, updated_at = $at,
       updated_by = $by
     where workspace_id = $workspaceId and id in ($ids[${size}])`,
  ),
})
const restoreOf = (size: number) => ({
  size,
  statement: statement<never, PageList & { at: number; by: string }>(
    'trash.restore',
    `update pages set deleted_at = null, deleted_with = null, deleted_run_id = null, updated_at = $at, updated_by = $by
     where workspace_id = $workspaceId and id in ($ids[${size}])`,
  ),
})
const typesOf = (size: number) => ({
  size,
  statement: statement<TypeCount, PageList>(
    'trash.types',
    `select type, section_id as "sectionId", count(*) as "pages" from pages
     where workspace_id = $workspaceId and id in ($ids[${size}]) group by type, section_id`,
  ),
})
const liveOf = (size: number) => ({
  size,
  statement: statement<LivePage, PageList>(
    'trash.live',
    `select id, parent_id as "parentId", title, type, section_id as "sectionId" from pages
     where workspace_id = $workspaceId and id in ($ids[${size}]) and deleted_at is null`,
  ),
})
const countBelowOf = (size: number) => ({
  size,
  statement: statement<{ id: string; pages: number }, PageList>(
    'trash.countBelow',
    `select parent_id as "id", count(*) as "pages" from pages
     where workspace_id = $workspaceId and parent_id in ($ids[${size}]) and deleted_at is null group by parent_id`,
  ),
})
const removeEachOf = (size: number) => ({
  size,
  statement: statement<never, PageList & { at: number; by: string; runId: string | null }>(
    'trash.removeEach',
    `update pages set deleted_at = $at, deleted_with = id, deleted_run_id = $runId, updated_at = $at, updated_by = $by
     where workspace_id = $workspaceId and id in ($ids[${size}])`,
  ),
})
const liveStatements = listSizes.map(liveOf)
const countBelowStatements = listSizes.map(countBelowOf)
const removeEachStatements = listSizes.map(removeEachOf)
const typesStatements = listSizes.map(typesOf)
const belowStatements = listSizes.map(belowOf)
const removeStatements = listSizes.map(removeOf)
const restoreStatements = listSizes.map(restoreOf)
const listStatement = viewedStatement<
  TrashItem,
  { workspaceId: string; limit: number; offset: number }
>(
  'trash.list',
  `select p.id, p.parent_id as "parentId", p.title, p.icon, p.deleted_at as "deletedAt", u.id as "deletedBy",
     u.first_name as "firstName", u.last_name as "lastName", p.deleted_run_id as "runId", ${runColumns},
     (select count(*) from pages c where c.workspace_id = $workspaceId and c.deleted_with = p.id and {visible c}) as "pages"
   from pages p join users u on u.id = p.updated_by ${joinRun('p', 'deleted_run_id')}
   where p.workspace_id = $workspaceId and p.deleted_at is not null and p.id = coalesce(p.deleted_with, p.id)
     and {visible p}
   order by p.deleted_at desc, p.id desc limit $limit offset $offset`,
)
const countStatement = viewedStatement<{ deletions: number }, { workspaceId: string }>(
  'trash.count',
  `select count(*) as "deletions" from pages p where p.workspace_id = $workspaceId
     and p.deleted_at is not null and p.id = coalesce(p.deleted_with, p.id) and {visible p}`,
)
const childrenStatement = statement<{ id: string }, { workspaceId: string; id: string }>(
  'trash.children',
  'select id from pages where workspace_id = $workspaceId and parent_id = $id order by position, id',
)
const reparentStatement = statement<
  never,
  { workspaceId: string; id: string; parentId: string; position: string }
>(
  'trash.place',
  'update pages set parent_id = $parentId, position = $position where workspace_id = $workspaceId and id = $id',
)
/** Rows without a cascade; the page comes last. */
const purgeStatements = [
  statement<never, PageAddress>(
    'trash.purgeContent',
    'delete from page_contents where workspace_id = $workspaceId and page_id = $pageId',
  ),
  statement<never, PageAddress>(
    'trash.purgeSource',
    'delete from page_sources where workspace_id = $workspaceId and page_id = $pageId',
  ),
  statement<never, PageAddress>(
    'trash.purgeFiles',
    'delete from page_files where workspace_id = $workspaceId and page_id = $pageId',
  ),
  statement<never, PageAddress>(
    'trash.purge',
    'delete from pages where workspace_id = $workspaceId and id = $pageId',
  ),
]

/** A page, including those in the trash. */
export async function get(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<(TrashRow & { level: number }) | undefined> {
  const { workspaceId } = viewer
  return readable(reader, viewer, await reader.get(getStatement, { workspaceId, id }))
}

/** A page in the trash, with its fields. */
export async function page(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<(PageRow & { level: number }) | undefined> {
  const { workspaceId } = viewer
  return readable(reader, viewer, await reader.get(pageStatement, { workspaceId, id }))
}

/**
 * Ids of the children of pages that belong to one deletion; with null, those outside the trash. In no particular
 * order, at most `limit`.
 */
export async function below(
  reader: Reader,
  parents: PageList,
  deletedWith: string | null,
  limit: number,
): Promise<string[]> {
  const { workspaceId, ids } = parents
  const { statement, list } = forList(belowStatements, ids)
  const which = { workspaceId, ids: list, deletedWith: deletedWith ?? '' }
  const rows = await reader.all(statement, { ...which, limit })
  return rows.map(({ id }) => id)
}

/** The children of one page, in order, after a cursor. */
export function nextBelow(
  reader: Reader,
  parent: { workspaceId: string; id: string },
  deletedWith: string | null,
  { after, limit }: { after: TrashCursor; limit: number },
): Promise<TrashCursor[]> {
  return reader.all(nextBelowStatement, {
    ...parent,
    deletedWith: deletedWith ?? '',
    afterPosition: after.position,
    afterId: after.id,
    limit,
  })
}

/** The number of pages by type and section; at most `maxListed` ids. */
export function types(reader: Reader, pages: PageList): Promise<TypeCount[]> {
  const { statement, list } = forList(typesStatements, pages.ids)
  return reader.all(statement, { workspaceId: pages.workspaceId, ids: list })
}

/** Those of some pages that are outside the trash; at most `maxListed`. */
export function live(reader: Reader, { workspaceId, ids }: PageList): Promise<LivePage[]> {
  const { statement, list } = forList(liveStatements, ids)
  return reader.all(statement, { workspaceId, ids: list })
}

/** The number of children outside the trash, of those of some pages that have any; at most `maxListed`. */
export async function countBelow(
  reader: Reader,
  { workspaceId, ids }: PageList,
): Promise<Map<string, number>> {
  const { statement, list } = forList(countBelowStatements, ids)
  const rows = await reader.all(statement, { workspaceId, ids: list })
  return new Map(rows.map(({ id, pages }) => [id, pages]))
}

/** Moves pages to the trash, each as a deletion of its own; at most `maxListed`. */
export async function removeEach(
  transaction: Transaction,
  { workspaceId, ids }: PageList,
  { at, by, runId = null }: { at: number; by: string; runId?: string | null },
): Promise<void> {
  const { statement, list } = forList(removeEachStatements, ids)
  await transaction.run(statement, { workspaceId, ids: list, at, by, runId })
}

/** Moves pages to the trash as one deletion; at most `maxListed`. */
export async function remove(
  transaction: Transaction,
  pages: PageList & { deletedWith: string },
  { at, by, runId = null }: { at: number; by: string; runId?: string | null },
): Promise<void> {
  const { statement, list } = forList(removeStatements, pages.ids)
  await transaction.run(statement, { ...pages, ids: list, at, by, runId })
}

/** Restores pages from the trash; at most `maxListed`. */
export async function restore(
  transaction: Transaction,
  pages: PageList,
  { at, by }: { at: number; by: string },
): Promise<void> {
  const { statement, list } = forList(restoreStatements, pages.ids)
  await transaction.run(statement, { ...pages, ids: list, at, by })
}

/** Newest first. */
export function list(
  reader: Reader,
  viewer: Viewer,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashItem[]> {
  return allViewed(reader, viewer, listStatement, { limit, offset })
}

/** The number of deletions in the trash that the viewer can see. */
export async function count(reader: Reader, viewer: Viewer): Promise<number> {
  return (await getViewed(reader, viewer, countStatement, {}))?.deletions ?? 0
}

/** Ids of the children of a page, including those in the trash. */
export async function children(reader: Reader, workspaceId: string, id: string): Promise<string[]> {
  return (await reader.all(childrenStatement, { workspaceId, id })).map((row) => row.id)
}

/** Moves a page within the trash, without changing its deletion. */
export async function reparent(
  transaction: Transaction,
  page: { workspaceId: string; id: string },
  to: { parentId: string; position: string },
): Promise<void> {
  await transaction.run(reparentStatement, { ...page, ...to })
}

/** Permanently removes a page; rows elsewhere that refer to it must already be gone. */
export async function purge(
  transaction: Transaction,
  workspaceId: string,
  pageId: string,
): Promise<void> {
  for (const statement of purgeStatements) {
    await transaction.run(statement, { workspaceId, pageId })
  }
}
