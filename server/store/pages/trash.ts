import type { PageType } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes, placeholders } from '../id-lists.ts'
import { statement } from '../statement.ts'

export type TrashRow = {
  id: string
  parentId: string
  title: string
  version: number
  deletedAt: number | null
  deletedWith: string | null
}

/** A deletion: the page it was of, who made it, and how many pages it took. */
export type TrashItem = {
  id: string
  title: string
  icon: string | null
  deletedAt: number
  deletedBy: string
  firstName: string
  lastName: string
  pages: number
}

const getStatement = statement<TrashRow>(
  'trash.get',
  `select id, parent_id as "parentId", title, version, deleted_at as "deletedAt", deleted_with as "deletedWith"
   from pages where workspace_id = $1 and id = $2`,
)
const belowOf = (size: number) => ({
  size,
  statement: statement<{ id: string }>(
    'trash.below',
    `select id from pages where workspace_id = $1 and coalesce(deleted_with, '') = $2
       and parent_id in (${placeholders(4, size)}) limit $3`,
  ),
})
const nextBelowStatement = statement<{ id: string; position: string }>(
  'trash.nextBelow',
  `select id, position from pages where workspace_id = $1 and parent_id = $2
     and coalesce(deleted_with, '') = $3 and (position, id) > ($4, $5)
   order by position, id limit $6`,
)
const removeOf = (size: number) => ({
  size,
  statement: statement(
    'trash.remove',
    `update pages set deleted_at = $3, deleted_with = $2, updated_at = $3, updated_by = $4
     where workspace_id = $1 and id in (${placeholders(5, size)})`,
  ),
})
const restoreOf = (size: number) => ({
  size,
  statement: statement(
    'trash.restore',
    `update pages set deleted_at = null, deleted_with = null, updated_at = $2, updated_by = $3
     where workspace_id = $1 and id in (${placeholders(4, size)})`,
  ),
})
const typesOf = (size: number) => ({
  size,
  statement: statement<{ type: PageType; pages: number }>(
    'trash.types',
    `select type, count(*) as "pages" from pages
     where workspace_id = $1 and id in (${placeholders(2, size)}) group by type`,
  ),
})
const typesStatements = listSizes.map(typesOf)
const belowStatements = listSizes.map(belowOf)
const removeStatements = listSizes.map(removeOf)
const restoreStatements = listSizes.map(restoreOf)
const listStatement = statement<TrashItem>(
  'trash.list',
  `select p.id, p.title, p.icon, p.deleted_at as "deletedAt", u.id as "deletedBy",
     u.first_name as "firstName", u.last_name as "lastName",
     (select count(*) from pages c where c.workspace_id = $1 and c.deleted_with = p.id) as "pages"
   from pages p join users u on u.id = p.updated_by
   where p.workspace_id = $1 and p.deleted_at is not null and p.id = coalesce(p.deleted_with, p.id)
   order by p.deleted_at desc, p.id desc limit $2 offset $3`,
)
const countStatement = statement<{ deletions: number }>(
  'trash.count',
  `select count(*) as "deletions" from pages
   where workspace_id = $1 and deleted_at is not null and id = coalesce(deleted_with, id)`,
)
const childrenStatement = statement<{ id: string }>(
  'trash.children',
  'select id from pages where workspace_id = $1 and parent_id = $2 order by position, id',
)
const placeStatement = statement(
  'trash.place',
  'update pages set parent_id = $3, position = $4 where workspace_id = $1 and id = $2',
)
/** What has no cascade of its own; the page comes last. */
const purgeStatements = [
  statement(
    'trash.purgeContent',
    'delete from page_contents where workspace_id = $1 and page_id = $2',
  ),
  statement('trash.purgeFiles', 'delete from page_files where workspace_id = $1 and page_id = $2'),
  statement('trash.purge', 'delete from pages where workspace_id = $1 and id = $2'),
]

/** A page, in the trash or not. */
export function get(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<TrashRow | undefined> {
  return reader.get(getStatement, workspaceId, id)
}

/**
 * Ids of pages directly below some others, of those that went with one deletion; with null, of those in no
 * trash. In no order, and `limit` at most.
 */
export async function below(
  reader: Reader,
  parents: { workspaceId: string; ids: readonly string[] },
  deletedWith: string | null,
  limit: number,
): Promise<string[]> {
  const { workspaceId, ids } = parents
  const { statement, list } = forList(belowStatements, ids)
  const rows = await reader.all(statement, workspaceId, deletedWith ?? '', limit, ...list)
  return rows.map(({ id }) => id)
}

export type Place = { position: string; id: string }

/** The same below one page, in their order, after a place in it. */
export function nextBelow(
  reader: Reader,
  parent: { workspaceId: string; id: string },
  deletedWith: string | null,
  { after, limit }: { after: Place; limit: number },
): Promise<Place[]> {
  const { workspaceId, id } = parent
  const rest = [after.position, after.id, limit]
  return reader.all(nextBelowStatement, workspaceId, id, deletedWith ?? '', ...rest)
}

/** How many of some pages are of each type: `mostListed` at most. */
export function types(
  reader: Reader,
  pages: { workspaceId: string; ids: readonly string[] },
): Promise<{ type: PageType; pages: number }[]> {
  const { statement, list } = forList(typesStatements, pages.ids)
  return reader.all(statement, pages.workspaceId, ...list)
}

/** Puts pages into the trash: `mostListed` at most. */
export async function remove(
  transaction: Transaction,
  pages: { workspaceId: string; ids: readonly string[]; deletedWith: string },
  { at, by }: { at: number; by: string },
): Promise<void> {
  const { statement, list } = forList(removeStatements, pages.ids)
  await transaction.run(statement, pages.workspaceId, pages.deletedWith, at, by, ...list)
}

/** Takes pages out of the trash: `mostListed` at most. */
export async function restore(
  transaction: Transaction,
  pages: { workspaceId: string; ids: readonly string[] },
  { at, by }: { at: number; by: string },
): Promise<void> {
  const { statement, list } = forList(restoreStatements, pages.ids)
  await transaction.run(statement, pages.workspaceId, at, by, ...list)
}

/** Newest first. */
export function list(
  reader: Reader,
  workspaceId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrashItem[]> {
  return reader.all(listStatement, workspaceId, limit, offset)
}

/** How many deletions there are to be listed. */
export async function count(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(countStatement, workspaceId))?.deletions ?? 0
}

/** Ids of the pages directly below one, in the trash or not. */
export async function children(reader: Reader, workspaceId: string, id: string): Promise<string[]> {
  return (await reader.all(childrenStatement, workspaceId, id)).map((row) => row.id)
}

/** Puts a page elsewhere and leaves it in the trash, as whoever deleted it left it. */
export async function place(
  transaction: Transaction,
  page: { workspaceId: string; id: string },
  { parentId, position }: { parentId: string; position: string },
): Promise<void> {
  await transaction.run(placeStatement, page.workspaceId, page.id, parentId, position)
}

/** Removes a page for good; what is kept about it elsewhere must be gone. */
export async function purge(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<void> {
  for (const statement of purgeStatements) await transaction.run(statement, workspaceId, id)
}
