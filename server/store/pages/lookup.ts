import type { PageFields } from '../../lib/page-fields.ts'
import type { Ownership, PageType } from '../../lib/vocabulary.ts'
import type { Reader } from '../connection.ts'
import {
  allViewed,
  getViewed,
  levelIn,
  noLevel,
  readable,
  type Viewer,
  viewedList,
  viewedStatement,
} from '../rights/viewer.ts'
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
  sectionId: string | null
}

export type LevelRow = {
  id: string
  title: string
  icon: string | null
  position: string
  children: number
  parentId: string
  sectionId: string | null
}

export type OutlineRow = Pick<LevelRow, 'id' | 'title' | 'icon' | 'children' | 'sectionId'> & {
  depth: number
  /** Listed at the top level, because the viewer cannot read its parent. */
  isShared: boolean
}

const getStatement = statement<PageRecord, { workspaceId: string; id: string }>(
  'pageLookup.get',
  `select id, parent_id as "parentId", ${selectFields('pages')}, ownership, type, version,
     created_at as "createdAt", updated_at as "updatedAt", section_id as "sectionId"
   from pages where workspace_id = $workspaceId and id = $id and deleted_at is null`,
)
const byTitleStatement = viewedStatement<
  { id: string },
  { workspaceId: string; title: string; limit: number }
>(
  'pageLookup.byTitle',
  `select p.id from pages p where p.workspace_id = $workspaceId and p.title = $title
     and p.deleted_at is null and {visible p}
   order by p.id limit $limit`,
)
const line = `p.id, p.title, p.icon, p.position, p.parent_id as "parentId", p.section_id as "sectionId",
     (select count(*) from pages c
      where c.workspace_id = $workspaceId and c.parent_id = p.id and c.deleted_at is null and {visible c}) as "children"`
type LevelValues = { workspaceId: string; parentId: string; limit: number }

const after = '(p.position, p.id) > ($position, $id)'
const levelOf = (name: string, from: string) =>
  viewedList<LevelRow, LevelValues & { offset: number }>(
    name,
    `select ${line} from ${from} order by p.position, p.id limit $limit offset $offset`,
  )
const nextOf = (name: string, from: string) =>
  viewedList<LevelRow, LevelValues & { position: string; id: string }>(
    name,
    `select ${line} from ${from} and ${after} order by p.position, p.id limit $limit`,
  )
const belowParent = `pages p where p.workspace_id = $workspaceId and p.parent_id = $parentId
   and p.deleted_at is null and {visible p}`
/**
 * Pages shared with the viewer below a page that the viewer cannot read, which are listed at the top level: sections
 * in a section that the viewer cannot read, and for guests those in a page outside of sections.
 */
const shared = `select p.id, p.position from sections s
   join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id
   where s.workspace_id = $workspaceId and s.enclosing_id is not null
     and not {readable s.enclosing_id} and {readable s.page_id} and p.deleted_at is null
   union all select p.id, p.position from sections s
   join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id
   where $everyoneId = '' and s.workspace_id = $workspaceId and s.enclosing_id is null
     and p.parent_id <> $workspaceId and {readable s.page_id} and p.deleted_at is null`
/** The IDs are chosen first, so that the children of no other page are counted. */
const topLevelOf = (own: string, chosen: string) =>
  `select ${line} from pages p where p.workspace_id = $workspaceId and p.id in (
     select c.id from (select p.id, p.position from (
         select * from (select p.id, p.position from ${belowParent} ${own}) o
         union all ${shared}) p ${chosen}) c)
   order by p.position, p.id`
const levelStatement = levelOf('pageLookup.level', belowParent)
const nextStatement = nextOf('pageLookup.next', belowParent)
const topLevelStatement = viewedList<LevelRow, LevelValues & { offset: number; end: number }>(
  'pageLookup.topLevel',
  topLevelOf(
    'order by p.position, p.id limit $end',
    'order by p.position, p.id limit $limit offset $offset',
  ),
)
const topNextStatement = viewedList<LevelRow, LevelValues & { position: string; id: string }>(
  'pageLookup.topNext',
  topLevelOf(
    `and ${after} order by p.position, p.id limit $limit`,
    `where ${after} order by p.position, p.id limit $limit`,
  ),
)

const anySharedStatement = viewedList<{ id: string }, { workspaceId: string }>(
  'pageLookup.anyShared',
  `select c.id from (${shared}) c limit 1`,
)

export async function get(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<(PageRecord & { level: number }) | undefined> {
  const { workspaceId } = viewer
  return inTreeOf(reader, viewer, await reader.get(getStatement, { workspaceId, id }))
}

/** A page that the viewer can read, at the top level if the viewer cannot read its parent. */
async function inTreeOf<Row extends PageRecord>(
  reader: Reader,
  viewer: Viewer,
  row: Row | undefined,
): Promise<(Row & { level: number }) | undefined> {
  const page = await readable(reader, viewer, row)
  if (page === undefined || page.id !== page.sectionId || page.parentId === viewer.workspaceId) {
    return page
  }
  const { workspaceId } = viewer
  const parent = await reader.get(getStatement, { workspaceId, id: page.parentId })
  const isVisible = (await readable(reader, viewer, parent)) !== undefined
  return isVisible ? page : { ...page, parentId: workspaceId }
}

/** IDs of the pages with exactly this title, oldest first. */
export async function byTitle(
  reader: Reader,
  viewer: Viewer,
  title: string,
  limit: number,
): Promise<string[]> {
  const rows = await allViewed(reader, viewer, byTitleStatement, { title, limit })
  return rows.map(({ id }) => id)
}

/** The children of a page, in order. */
export async function level(
  reader: Reader,
  viewer: Viewer,
  parentId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<LevelRow[]> {
  const values = { parentId, limit, offset }
  return (await holdsShared(reader, viewer, parentId))
    ? allViewed(reader, viewer, topLevelStatement, { ...values, end: offset + limit })
    : allViewed(reader, viewer, levelStatement, values)
}

/** The same, after one of them. */
export async function next(
  reader: Reader,
  viewer: Viewer,
  parentId: string,
  { position, id, limit }: Pick<LevelRow, 'position' | 'id'> & { limit: number },
): Promise<LevelRow[]> {
  const isTop = await holdsShared(reader, viewer, parentId)
  const values = { parentId, position, id, limit }
  return allViewed(reader, viewer, isTop ? topNextStatement : nextStatement, values)
}

/** Whether pages of other parents are listed there: most viewers have none, and need no search for them. */
async function holdsShared(reader: Reader, viewer: Viewer, parentId: string): Promise<boolean> {
  if (parentId !== viewer.workspaceId || viewer.seesEverything) return false
  return (await getViewed(reader, viewer, anySharedStatement, {})) !== undefined
}

/** A page for the editor, with document and version from the same snapshot. */
export type OpenedPage = PageRecord & {
  document: string
  /** Of the stored document; null for rows of earlier releases. */
  documentVersion: number | null
  /** The version of the stored document while newer changes are only in the journal. */
  contentVersion: number | null
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
     p.created_at as "createdAt", p.updated_at as "updatedAt", p.section_id as "sectionId", d.document,
     d.version as "documentVersion", p.content_version as "contentVersion",
     c.id as "createdBy", c.first_name as "createdFirstName", c.last_name as "createdLastName",
     u.id as "updatedBy", u.first_name as "updatedFirstName", u.last_name as "updatedLastName"
   from pages p join page_contents d on d.workspace_id = p.workspace_id and d.page_id = p.id
   join users c on c.id = p.created_by join users u on u.id = p.updated_by
   where p.workspace_id = $workspaceId and p.id = $id and p.deleted_at is null`,
)
type Ancestor = { id: string; title: string; icon: string | null; sectionId: string | null }

const breadcrumbStatement = statement<Ancestor, { workspaceId: string; id: string }>(
  'pageLookup.breadcrumb',
  `with recursive ancestors (id, parent_id, title, icon, section_id, height) as (
     select id, parent_id, title, icon, section_id, 0 from pages
     where workspace_id = $workspaceId and id = $id
     union all
     select p.id, p.parent_id, p.title, p.icon, p.section_id, a.height + 1
     from pages p join ancestors a on p.id = a.parent_id
     where p.workspace_id = $workspaceId and a.height < 100
   ) select id, title, icon, section_id as "sectionId" from ancestors where height > 0 order by height`,
)

export async function open(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<(OpenedPage & { level: number }) | undefined> {
  const { workspaceId } = viewer
  return inTreeOf(reader, viewer, await reader.get(openStatement, { workspaceId, id }))
}

/** The ancestors of a page, top level first, up to the first that the viewer cannot read. */
export async function breadcrumb(
  reader: Reader,
  viewer: Viewer,
  id: string,
): Promise<Omit<Ancestor, 'sectionId'>[]> {
  const rows = await reader.all(breadcrumbStatement, { workspaceId: viewer.workspaceId, id })
  const line: Omit<Ancestor, 'sectionId'>[] = []
  let readSection: string | null | undefined
  for (const { sectionId, ...ancestor } of rows) {
    if (sectionId !== readSection) {
      if ((await levelIn(reader, viewer, sectionId)) === noLevel) break
      readSection = sectionId
    }
    line.unshift(ancestor)
  }
  return line
}

/** Whether the page exists and is not deleted, whoever can read it. */
export async function exists(reader: Reader, workspaceId: string, id: string): Promise<boolean> {
  return (await reader.get(getStatement, { workspaceId, id })) !== undefined
}
