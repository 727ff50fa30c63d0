import type { Reader, Transaction } from './connection.ts'
import { statement } from './statement.ts'

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
const belowStatement = statement<{ id: string; title: string }>(
  'trash.below',
  `with recursive below (id, title) as (
     select id, title from pages where workspace_id = $1 and id = $2
     union
     select p.id, p.title from pages p join below b on p.parent_id = b.id
     where p.workspace_id = $1 and coalesce(p.deleted_with, '') = $3
   ) select id, title from below`,
)
const removeStatement = statement(
  'trash.remove',
  `update pages set deleted_at = $4, deleted_with = $3, updated_at = $4, updated_by = $5
   where workspace_id = $1 and id = $2`,
)
const restoreStatement = statement(
  'trash.restore',
  `update pages set deleted_at = null, deleted_with = null, updated_at = $3, updated_by = $4
   where workspace_id = $1 and id = $2`,
)
const listStatement = statement<TrashItem>(
  'trash.list',
  `select p.id, p.title, p.icon, p.deleted_at as "deletedAt", u.id as "deletedBy",
     u.first_name as "firstName", u.last_name as "lastName",
     (select count(*) from pages c where c.workspace_id = $1 and c.deleted_with = p.id) as "pages"
   from pages p join users u on u.id = p.updated_by
   where p.workspace_id = $1 and p.deleted_at is not null and coalesce(p.deleted_with, p.id) = p.id
   order by p.deleted_at desc, p.id desc limit $2 offset $3`,
)
const countStatement = statement<{ deletions: number }>(
  'trash.count',
  `select count(*) as "deletions" from pages
   where workspace_id = $1 and deleted_at is not null and coalesce(deleted_with, id) = id`,
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

/** A page and all under it that went with the same deletion; with null, all that is in no trash. */
export function below(
  reader: Reader,
  workspaceId: string,
  id: string,
  deletedWith: string | null,
): Promise<{ id: string; title: string }[]> {
  return reader.all(belowStatement, workspaceId, id, deletedWith ?? '')
}

export async function remove(
  transaction: Transaction,
  page: { workspaceId: string; id: string; deletedWith: string },
  { at, by }: { at: number; by: string },
): Promise<void> {
  await transaction.run(removeStatement, page.workspaceId, page.id, page.deletedWith, at, by)
}

export async function restore(
  transaction: Transaction,
  page: { workspaceId: string; id: string },
  { at, by }: { at: number; by: string },
): Promise<void> {
  await transaction.run(restoreStatement, page.workspaceId, page.id, at, by)
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
