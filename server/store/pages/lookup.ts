import type { PageFields } from '../../lib/page-fields.ts'
import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import type { Reader } from '../connection.ts'
import * as members from '../people/members.ts'
import { statement } from '../statement.ts'
import { selectFields } from './fields.ts'

/** The `parentId` of a top-level page is the id of its workspace. */
export type PageRecord = PageFields & {
  id: string
  parentId: string
  ownership: Ownership
  type: PageType
  version: number
  createdAt: number
  updatedAt: number
}

export type LevelRow = {
  id: string
  title: string
  icon: string | null
  position: string
  children: number
}

export type OutlineRow = {
  id: string
  title: string
  icon: string | null
  depth: number
  children: number
}

const getStatement = statement<PageRecord, { workspaceId: string; id: string }>(
  'pageLookup.get',
  `select id, parent_id as "parentId", ${selectFields('pages')}, ownership, type, version,
     created_at as "createdAt", updated_at as "updatedAt"
   from pages where workspace_id = $workspaceId and id = $id and deleted_at is null`,
)
const byTitleStatement = statement<
  { id: string },
  { workspaceId: string; title: string; limit: number }
>(
  'pageLookup.byTitle',
  `select id from pages where workspace_id = $workspaceId and title = $title and deleted_at is null
   order by id limit $limit`,
)
const line = `p.id, p.title, p.icon, p.position,
     (select count(*) from pages c
      where c.workspace_id = $workspaceId and c.parent_id = p.id and c.deleted_at is null) as "children"`
const levelStatement = statement<
  LevelRow,
  { workspaceId: string; parentId: string; limit: number; offset: number }
>(
  'pageLookup.level',
  `select ${line} from pages p where p.workspace_id = $workspaceId and p.parent_id = $parentId
     and p.deleted_at is null
   order by p.position, p.id limit $limit offset $offset`,
)
const nextStatement = statement<
  LevelRow,
  { workspaceId: string; parentId: string; position: string; id: string; limit: number }
>(
  'pageLookup.next',
  `select ${line} from pages p where p.workspace_id = $workspaceId and p.parent_id = $parentId
     and p.deleted_at is null
     and (p.position, p.id) > ($position, $id)
   order by p.position, p.id limit $limit`,
)

export function get(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<PageRecord | undefined> {
  return reader.get(getStatement, { workspaceId, id })
}

/** Ids of the pages with exactly this title, oldest first. */
export async function byTitle(
  reader: Reader,
  workspaceId: string,
  title: string,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all(byTitleStatement, { workspaceId, title, limit })
  return rows.map(({ id }) => id)
}

/** The children of a page, in order. */
export function level(
  reader: Reader,
  parent: { workspaceId: string; parentId: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<LevelRow[]> {
  return reader.all(levelStatement, { ...parent, limit, offset })
}

/** The same, after one of them. */
export function next(
  reader: Reader,
  parent: { workspaceId: string; parentId: string },
  { position, id }: Pick<LevelRow, 'position' | 'id'>,
  limit: number,
): Promise<LevelRow[]> {
  return reader.all(nextStatement, { ...parent, position, id, limit })
}

/** A page for the editor, with document and version from the same snapshot. */
export type OpenedPage = PageRecord & {
  document: string
  createdBy: string
  createdFirstName: string
  createdLastName: string
  updatedBy: string
  updatedFirstName: string
  updatedLastName: string
}

const openStatement = statement<OpenedPage, { workspaceId: string; id: string }>(
  'pageLookup.open',
  `select p.id, p.parent_id as "parentId", ${selectFields('p')}, p.ownership, p.type, p.version,
     p.created_at as "createdAt", p.updated_at as "updatedAt", d.document,
     c.id as "createdBy", c.first_name as "createdFirstName", c.last_name as "createdLastName",
     u.id as "updatedBy", u.first_name as "updatedFirstName", u.last_name as "updatedLastName"
   from pages p join page_contents d on d.workspace_id = p.workspace_id and d.page_id = p.id
   join users c on c.id = p.created_by join users u on u.id = p.updated_by
   where p.workspace_id = $workspaceId and p.id = $id and p.deleted_at is null`,
)
const breadcrumbStatement = statement<
  { id: string; title: string; icon: string | null },
  { workspaceId: string; id: string }
>(
  'pageLookup.breadcrumb',
  `with recursive above (id, parent_id, title, icon, height) as (
     select id, parent_id, title, icon, 0 from pages where workspace_id = $workspaceId and id = $id
     union all
     select p.id, p.parent_id, p.title, p.icon, a.height + 1 from pages p join above a on p.id = a.parent_id
     where p.workspace_id = $workspaceId and a.height < 100
   ) select id, title, icon from above where height > 0 order by height desc`,
)

export function open(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<OpenedPage | undefined> {
  return reader.get(openStatement, { workspaceId, id })
}

/** The ancestors of a page, from the top. */
export function breadcrumb(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<{ id: string; title: string; icon: string | null }[]> {
  return reader.all(breadcrumbStatement, { workspaceId, id })
}

/** The workspaces of a person that contain the page. */
export async function workspacesOf(reader: Reader, userId: string, id: string): Promise<string[]> {
  const own = await members.workspacesOf(reader, userId)
  const found = await Promise.all(own.map((workspace) => get(reader, workspace.id, id)))
  return own.filter((_, index) => found[index] !== undefined).map((workspace) => workspace.id)
}
