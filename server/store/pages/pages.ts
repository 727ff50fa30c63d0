import type { StoredFields } from '../../lib/page-fields.ts'
import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import type { Reader, Snapshot, Transaction } from '../connection.ts'
import * as sections from '../rights/sections.ts'
import {
  allViewed,
  eachViewed,
  getViewed,
  readable,
  type Viewer,
  viewedStatement,
} from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import {
  fieldAssignments,
  fieldAssignmentsButTitle,
  fieldColumns,
  fieldValues,
  selectStoredFields,
} from './fields.ts'

/** The `parentId` of a top-level page is the id of its workspace. */
export type PageRow = StoredFields & {
  workspaceId: string
  id: string
  parentId: string
  position: string
  ownership: Ownership
  type: PageType
  version: number
  createdAt: number
  createdBy: string
  /** The nearest section at or above the page. */
  sectionId: string | null
  /** The version of the stored document while newer changes are only in the journal. */
  contentVersion: number | null
}

/** A page that is inserted with its document. */
export type NewRow = Omit<PageRow, 'contentVersion'>

export type PageInfo = {
  type: PageType
  ownership: Ownership
  createdAt: number
  authorId: string
  firstName: string
  lastName: string
  email: string
}

/** A page in the tree: of a large workspace, all of them fit into memory. */
export type TreeRow = Pick<PageRow, 'id' | 'parentId' | 'sectionId' | 'title'>

export type PageText = { id: string; version: number; title: string; blocks: string }

/** Of a page, as `PageRow`. */
export const columns = `workspace_id as "workspaceId", id, parent_id as "parentId", position,
  ${selectStoredFields('pages')}, ownership, type, version, created_at as "createdAt", created_by as "createdBy",
  section_id as "sectionId", content_version as "contentVersion"`

const getStatement = statement<PageRow, { workspaceId: string; id: string }>(
  'pages.get',
  `select ${columns} from pages where workspace_id = $workspaceId and id = $id and deleted_at is null`,
)
export const versionStatement = statement<
  { version: number; sectionId: string | null },
  { workspaceId: string; id: string }
>(
  'pages.version',
  'select version, section_id as "sectionId" from pages where workspace_id = $workspaceId and id = $id and deleted_at is null',
)
export const infoStatement = statement<
  PageInfo & { sectionId: string | null },
  { workspaceId: string; id: string }
>(
  'pages.info',
  `select p.section_id as "sectionId", p.type, p.ownership, p.created_at as "createdAt", u.id as "authorId",
     u.first_name as "firstName", u.last_name as "lastName", u.email
   from pages p join users u on u.id = p.created_by
   where p.workspace_id = $workspaceId and p.id = $id and p.deleted_at is null`,
)
const insertStatement = statement<never, NewRow>(
  'pages.insert',
  `insert into pages (workspace_id, id, parent_id, position, ${fieldColumns}, ownership, type,
     version, created_at, created_by, updated_at, updated_by, section_id)
   values ($workspaceId, $id, $parentId, $position, ${fieldValues}, $ownership, $type, $version, $createdAt,
     $createdBy, $createdAt, $createdBy, $sectionId)`,
)
const nextVersion = 'type = $type, version = version + 1, updated_at = $at, updated_by = $by'
const updateStatement = statement<
  { version: number },
  RowStamp & StoredFields & Pick<PageRow, 'type' | 'version'>
>(
  'pages.update',
  `update pages set ${fieldAssignments}, ${nextVersion}
   where workspace_id = $workspaceId and id = $pageId and version = $version and content_version is null
   returning version`,
)
const updateSameTitleStatement = statement<
  { version: number },
  RowStamp & Omit<StoredFields, 'title'> & Pick<PageRow, 'type' | 'version'>
>(
  'pages.updateSameTitle',
  `update pages set ${fieldAssignmentsButTitle}, ${nextVersion}
   where workspace_id = $workspaceId and id = $pageId and version = $version and content_version is null
   returning version`,
)
const catchUpStatement = statement<
  never,
  RowStamp & Pick<PageRow, 'type'> & { version: number; before: number }
>(
  'pages.catchUp',
  `update pages set type = $type, updated_at = $at, updated_by = $by,
     content_version = case when version = $version then null else $version end
   where workspace_id = $workspaceId and id = $pageId and content_version = $before`,
)
const moveStatement = statement<never, RowStamp & { parentId: string; position: string }>(
  'pages.move',
  `update pages set parent_id = $parentId, position = $position, updated_at = $at, updated_by = $by
   where workspace_id = $workspaceId and id = $pageId`,
)
const lastPositionStatement = statement<
  { position: string },
  { workspaceId: string; parentId: string }
>(
  'pages.lastPosition',
  `select position from pages where workspace_id = $workspaceId and parent_id = $parentId
     order by position desc limit 1`,
)
const lastChildStatement = statement<
  { position: string | null; sectionId: string | null },
  { workspaceId: string; parentId: string }
>(
  'pages.lastChild',
  `select (select position from pages where workspace_id = $workspaceId and parent_id = $parentId
     order by position desc limit 1) as "position", section_id as "sectionId"
   from pages where workspace_id = $workspaceId and id = $parentId and deleted_at is null`,
)
const nextPositionStatement = statement<
  { position: string },
  { workspaceId: string; parentId: string; position: string; exceptId: string }
>(
  'pages.nextPosition',
  `select position from pages where workspace_id = $workspaceId and parent_id = $parentId
     and position > $position and id <> $exceptId
   order by position limit 1`,
)
const ancestorsStatement = statement<{ id: string }, { workspaceId: string; id: string }>(
  'pages.ancestors',
  `with recursive above (id, parent_id) as (
     select id, parent_id from pages where workspace_id = $workspaceId and id = $id
     union
     select p.id, p.parent_id from pages p join above a on p.id = a.parent_id
     where p.workspace_id = $workspaceId
   ) select id from above`,
)
const childrenStatement = statement<PageRow, { workspaceId: string; parentId: string }>(
  'pages.children',
  `select ${columns} from pages
   where workspace_id = $workspaceId and parent_id = $parentId and deleted_at is null order by position, id`,
)
const allStatement = viewedStatement<PageRow, { workspaceId: string }>(
  'pages.all',
  `select ${columns} from pages where workspace_id = $workspaceId and deleted_at is null and {visible pages}
     order by parent_id, position, id`,
)
const treeStatement = viewedStatement<TreeRow, { workspaceId: string }>(
  'pages.tree',
  `select id, parent_id as "parentId", section_id as "sectionId", title from pages
     where workspace_id = $workspaceId and deleted_at is null and {visible pages} order by parent_id, position, id`,
)
/** One statement per number of ids would fill the statement cache of each connection. */
const textsOf = (size: number) => ({
  size,
  statement: statement<PageText, { workspaceId: string; ids: readonly string[] }>(
    'pages.texts',
    `select p.id, p.version, p.title, c.blocks from pages p
     join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
     where p.workspace_id = $workspaceId and p.deleted_at is null and p.id in ($ids[${size}])`,
  ),
})
const largestTexts = textsOf(256)
const textsStatements = [textsOf(1), textsOf(8), textsOf(64), largestTexts]
const byOwnershipStatement = viewedStatement<
  Pick<PageRow, 'id' | 'title' | 'icon' | 'createdAt'>,
  { workspaceId: string; ownership: Ownership; limit: number }
>(
  'pages.byOwnership',
  `select p.id, p.title, p.icon, p.created_at as "createdAt" from pages p
   where p.workspace_id = $workspaceId and p.ownership = $ownership and p.deleted_at is null and {visible p}
   order by p.created_at desc, p.id desc limit $limit`,
)
const newestStatement = viewedStatement<{ id: string }, { workspaceId: string }>(
  'pages.newest',
  `select p.id from pages p where p.workspace_id = $workspaceId and p.deleted_at is null and {visible p}
   order by p.id desc limit 1`,
)
const countByTypeStatement = viewedStatement<
  { type: PageType; pages: number },
  { workspaceId: string }
>(
  'pages.countByType',
  `select p.type, count(*) as "pages" from pages p where p.workspace_id = $workspaceId
     and p.deleted_at is null and {visible p} group by p.type`,
)
const totalStatement = statement<{ pages: number }, { workspaceId: string }>(
  'pages.total',
  'select count(*) as "pages" from pages where workspace_id = $workspaceId',
)
const countOfUserStatement = statement<{ pages: number }, { userId: string }>(
  'pages.madeBy',
  'select count(*) as "pages" from pages where created_by = $userId',
)
/** A page with the level of the viewer on it. */
export type ReadablePage = PageRow & { level: number }

export async function get(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<ReadablePage | undefined> {
  const { workspaceId } = viewer
  return readable(reader, viewer, await reader.get(getStatement, { workspaceId, id }))
}

export async function version(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<number | undefined> {
  const { workspaceId } = viewer
  const row = await reader.get(versionStatement, { workspaceId, id })
  return (await readable(reader, viewer, row))?.version
}

export async function info(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<PageInfo | undefined> {
  const { workspaceId } = viewer
  return readable(reader, viewer, await reader.get(infoStatement, { workspaceId, id }))
}

export async function insert(transaction: Transaction, page: NewRow): Promise<void> {
  await transaction.run(insertStatement, page)
  const { workspaceId, id, sectionId } = page
  if (sectionId !== null) await sections.assign(transaction, { workspaceId, ids: [id] }, sectionId)
}

export type RowStamp = { workspaceId: string; pageId: string; at: number; by: string }

/**
 * Returns the new version; undefined if the page is no longer at `version`, or its document is behind. A title that is
 * still `lastTitle` is not written, nor is its place in an index.
 */
export async function update(
  transaction: Transaction,
  change: RowStamp,
  page: StoredFields & Pick<PageRow, 'type' | 'version'>,
  lastTitle?: string,
): Promise<number | undefined> {
  const values = { ...page, ...change }
  const row =
    page.title === lastTitle
      ? await transaction.get(updateSameTitleStatement, values)
      : await transaction.get(updateStatement, values)
  return row?.version
}

/** Notes that the stored document moved from one version to a later one. False if it was not at the first. */
export async function catchUp(
  transaction: Transaction,
  change: RowStamp & Pick<PageRow, 'type'>,
  before: number,
  version: number,
): Promise<boolean> {
  return (await transaction.run(catchUpStatement, { ...change, before, version })) > 0
}

export async function move(
  transaction: Transaction,
  change: RowStamp,
  position: { parentId: string; position: string },
): Promise<void> {
  await transaction.run(moveStatement, { ...change, ...position })
}

export async function lastPosition(
  reader: Reader,
  workspaceId: string,
  parentId: string,
): Promise<string | null> {
  return (await reader.get(lastPositionStatement, { workspaceId, parentId }))?.position ?? null
}

/** The position of the last child, including deleted ones; undefined if the viewer cannot read the page. */
export async function lastChild(
  reader: Reader,
  viewer: Viewer,
  parentId: string,
): Promise<{ position: string | null; sectionId: string | null; level: number } | undefined> {
  const { workspaceId } = viewer
  return readable(reader, viewer, await reader.get(lastChildStatement, { workspaceId, parentId }))
}

/** The next position after `position` among the children of a parent, without counting one page. */
export async function nextPosition(
  reader: Reader,
  before: { workspaceId: string; parentId: string; position: string },
  exceptId: string,
): Promise<string | null> {
  const { workspaceId, parentId, position } = before
  const row = await reader.get(nextPositionStatement, { workspaceId, parentId, position, exceptId })
  return row?.position ?? null
}

/** The page and its ancestors. */
export async function lineage(reader: Reader, workspaceId: string, id: string): Promise<string[]> {
  return (await reader.all(ancestorsStatement, { workspaceId, id })).map((row) => row.id)
}

export function children(
  reader: Reader,
  workspaceId: string,
  parentId: string,
): Promise<PageRow[]> {
  return reader.all(childrenStatement, { workspaceId, parentId })
}

export function all(reader: Reader, viewer: Viewer): Promise<PageRow[]> {
  return allViewed(reader, viewer, allStatement, {})
}

/** The same pages in the same order, with only what the tree needs. */
export function tree(snapshot: Snapshot, viewer: Viewer): AsyncIterable<TreeRow> {
  return eachViewed(snapshot, viewer, treeStatement, {})
}

/** Titles and block texts (a JSON list) of pages, in no particular order. */
export async function texts(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<PageText[]> {
  if (ids.length === 0) return []
  const { size, statement } = textsStatements.find(({ size }) => size >= ids.length) ?? largestTexts
  const asked = ids.slice(0, size)
  // Duplicate ids are returned once.
  const list = asked.concat(Array<string>(size - asked.length).fill(asked[0] ?? ''))
  const rows = await reader.all(statement, { workspaceId, ids: list })
  return [...rows, ...(await texts(reader, workspaceId, ids.slice(size)))]
}

/** Newest first. */
export function byOwnership(
  reader: Reader,
  viewer: Viewer,
  ownership: Ownership,
  limit: number,
): Promise<Pick<PageRow, 'id' | 'title' | 'icon' | 'createdAt'>[]> {
  return allViewed(reader, viewer, byOwnershipStatement, { ownership, limit })
}

/** Ids sort by creation time. */
export async function newest(reader: Reader, viewer: Viewer): Promise<string | undefined> {
  return (await getViewed(reader, viewer, newestStatement, {}))?.id
}

export function countByType(
  reader: Reader,
  viewer: Viewer,
): Promise<{ type: PageType; pages: number }[]> {
  return allViewed(reader, viewer, countByTypeStatement, {})
}

/** Includes the trash. */
export async function total(reader: Reader, workspaceId: string): Promise<number> {
  return (await reader.get(totalStatement, { workspaceId }))?.pages ?? 0
}

/** The number of pages that a person has created in all workspaces, including the trash. */
export async function countOfUser(reader: Reader, userId: string): Promise<number> {
  return (await reader.get(countOfUserStatement, { userId }))?.pages ?? 0
}
