import type { Reader, Snapshot } from './connection.ts'
import { linkColumns, type LinkOnPage } from './links/links.ts'
import { statement } from './statement.ts'

/** Statements of the integrity check: rows of all workspaces, including the trash. */

export type TreeRow = {
  workspaceId: string
  id: string
  parentId: string
  isDeleted: 0 | 1
  sectionId: string | null
}

export type ContentRow = {
  workspaceId: string
  pageId: string
  title: string
  blocks: string
  document: string
  attribution: Uint8Array | null
  anchors: string | null
  /** Newer changes are only in the journal. */
  isBehind: 0 | 1
}

/** A page whose stored document is behind its journal. */
export type BehindRow = {
  workspaceId: string
  pageId: string
  version: number
  contentVersion: number
  document: string | null
}

export type CheckedLink = LinkOnPage & { workspaceId: string }
export type CheckedTag = { workspaceId: string; pageId: string; tag: string; name: string }

export type SequenceRow = {
  workspaceId: string
  /** The sequence number of the last event according to the workspace. */
  last: number
  count: number
  lowest: number | null
  highest: number | null
}

export type StoredVersionRow = {
  pageId: string
  version: number
  document: Uint8Array
  attribution: Uint8Array | null
}

export type CheckedEvent = {
  workspaceId: string
  sequence: number
  id: string
  type: string
  via: string
  data: string
}

/** Numbers of pages: in all, below a top level, and in another section than the page above them or their own. */
export type TreeCounts = { pages: number; reached: number; misplaced: number }

/** `version` is the version of the page, `newest` the last one in its history or journal. */
export type HistoryRow = { pageId: string; version: number; newest: number }

const treeStatement = statement<TreeRow>(
  'checks.tree',
  `select workspace_id as "workspaceId", id, parent_id as "parentId",
     case when deleted_at is null then 0 else 1 end as "isDeleted", section_id as "sectionId"
   from pages order by workspace_id, id`,
)
const treeCountsStatement = statement<TreeCounts>(
  'checks.treeCounts',
  `with recursive reached (workspace_id, id) as (
     select workspace_id, id from pages where parent_id = workspace_id
     union all
     select c.workspace_id, c.id from reached r join pages c on c.workspace_id = r.workspace_id and c.parent_id = r.id
   )
   select (select count(*) from pages) as "pages", (select count(*) from reached) as "reached",
     (select count(*) from pages p
        left join sections s on s.workspace_id = p.workspace_id and s.page_id = p.id
        left join pages q on q.workspace_id = p.workspace_id and q.id = p.parent_id
      where coalesce(p.section_id, '') <> coalesce(s.page_id, q.section_id, '')) as "misplaced"`,
)
const trashedStatement = statement<{ id: string }>(
  'checks.trashed',
  'select id from pages where deleted_at is not null order by id',
)
const withoutBodyStatement = statement<{ id: string }>(
  'checks.withoutBody',
  `select p.id from pages p left join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
   where c.page_id is null and p.deleted_at is null order by p.workspace_id, p.id`,
)
const contentsStatement = statement<ContentRow>(
  'checks.contents',
  `select c.workspace_id as "workspaceId", c.page_id as "pageId", p.title, c.blocks, c.document, c.attribution, c.anchors,
     case when p.content_version is null then 0 else 1 end as "isBehind"
   from page_contents c join pages p on p.workspace_id = c.workspace_id and p.id = c.page_id
   order by c.workspace_id, c.page_id`,
)
const sequencesStatement = statement<SequenceRow>(
  'checks.sequences',
  `select w.id as "workspaceId", w.event_sequence as "last", count(e.sequence) as "count",
     min(e.sequence) as "lowest", max(e.sequence) as "highest"
   from workspaces w left join events e on e.workspace_id = w.id
   group by w.id, w.event_sequence order by w.id`,
)
const strayCommentsStatement = statement<{ id: string }>(
  'checks.strayComments',
  `select c.id from comments c left join comments t
     on t.workspace_id = c.workspace_id and t.id = c.thread_id and t.page_id = c.page_id and t.id = t.thread_id
   where t.id is null order by c.id`,
)
const linksStatement = statement<CheckedLink>(
  'checks.links',
  `select ${linkColumns}, l.workspace_id as "workspaceId" from page_links l
   order by l.workspace_id, l.page_id, l.position`,
)
const tagsStatement = statement<CheckedTag>(
  'checks.tags',
  `select workspace_id as "workspaceId", page_id as "pageId", tag, name from page_tags
   where source = 'text' order by workspace_id, page_id, tag`,
)
const linkIndexesStatement = statement<{ workspaceId: string; version: number }>(
  'checks.linkIndexes',
  `select workspace_id as "workspaceId", version from link_indexes where indexed_to is null`,
)
const versionsStatement = statement<StoredVersionRow>(
  'checks.versions',
  `select page_id as "pageId", version, document, attribution from page_versions where document is not null
   order by workspace_id, page_id, version`,
)
const historiesStatement = statement<HistoryRow>(
  'checks.histories',
  `select p.id as "pageId", p.version as "version", max(v.version) as "newest" from pages p
   join page_versions v on v.workspace_id = p.workspace_id and v.page_id = p.id
   group by p.workspace_id, p.id, p.version having max(v.version) > p.version order by p.id`,
)
const behindStatement = statement<BehindRow>(
  'checks.behind',
  `select p.workspace_id as "workspaceId", p.id as "pageId", p.version, p.content_version as "contentVersion",
     c.document
   from pages p left join page_contents c on c.workspace_id = p.workspace_id and c.page_id = p.id
   where p.content_version is not null order by p.workspace_id, p.id`,
)
const journalsStatement = statement<HistoryRow>(
  'checks.journals',
  `select p.id as "pageId", p.version as "version", max(s.version) as "newest" from pages p
   join page_steps s on s.workspace_id = p.workspace_id and s.page_id = p.id
   group by p.workspace_id, p.id, p.version having max(s.version) > p.version order by p.id`,
)
const sourcesStatement = statement<{ pageId: string; source: Uint8Array }>(
  'checks.sources',
  'select page_id as "pageId", source from page_sources order by workspace_id, page_id',
)
const namesStatement = statement<{ id: string; name: string }, { sha256: string }>(
  'checks.names',
  'select id, name from files where sha256 = $sha256 order by id',
)

const searchPendingStatement = statement<{ id: string }>(
  'checks.searchPending',
  'select page_id as "id" from search_pending order by page_id',
)
const eventsStatement = statement<CheckedEvent>(
  'checks.events',
  `select workspace_id as "workspaceId", sequence, id, type, via, data from events
   order by workspace_id, sequence`,
)
const misplacedStatement = statement<{ id: string; name: string }>(
  'checks.misplaced',
  `select f.id, f.name from files f join file_workspaces d on d.file_id = f.id
   where d.workspace_id <> f.workspace_id order by f.id`,
)

export function tree(reader: Reader): Promise<TreeRow[]> {
  return reader.all(treeStatement)
}

export async function treeCounts(reader: Reader): Promise<TreeCounts> {
  return (await reader.get(treeCountsStatement)) ?? { pages: 0, reached: 0, misplaced: 0 }
}

/** Pages in the trash. */
export function trashed(reader: Reader): Promise<{ id: string }[]> {
  return reader.all(trashedStatement)
}

/** Pages outside the trash without a stored document. */
export function withoutBody(reader: Reader): Promise<{ id: string }[]> {
  return reader.all(withoutBodyStatement)
}

export function contents(snapshot: Snapshot): AsyncIterable<ContentRow> {
  return snapshot.each(contentsStatement)
}

/** The sources of pages, compressed. */
export function sources(snapshot: Snapshot): AsyncIterable<{ pageId: string; source: Uint8Array }> {
  return snapshot.each(sourcesStatement)
}

/** The stored documents of earlier versions, compressed. */
export function versions(snapshot: Snapshot): AsyncIterable<StoredVersionRow> {
  return snapshot.each(versionsStatement)
}

/** Histories with versions newer than the page. */
export function histories(reader: Reader): Promise<HistoryRow[]> {
  return reader.all(historiesStatement)
}

/** Pages whose stored document is behind their journal. */
export function behind(reader: Reader): Promise<BehindRow[]> {
  return reader.all(behindStatement)
}

/** Journals with changes newer than the page. */
export function journals(reader: Reader): Promise<HistoryRow[]> {
  return reader.all(journalsStatement)
}

export function sequences(reader: Reader): Promise<SequenceRow[]> {
  return reader.all(sequencesStatement)
}

export function events(snapshot: Snapshot): AsyncIterable<CheckedEvent> {
  return snapshot.each(eventsStatement)
}

/** Links of all pages, in the order of their pages. */
export function links(snapshot: Snapshot): AsyncIterable<CheckedLink> {
  return snapshot.each(linksStatement)
}

/** The tags in the text of all pages, in the order of their pages. */
export function tags(snapshot: Snapshot): AsyncIterable<CheckedTag> {
  return snapshot.each(tagsStatement)
}

/** Workspaces whose pages all have their links, with the version that they were indexed with. */
export function linkIndexes(reader: Reader): Promise<{ workspaceId: string; version: number }[]> {
  return reader.all(linkIndexesStatement)
}

/** Pages that are not indexed yet. */
export function searchPending(reader: Reader): Promise<{ id: string }[]> {
  return reader.all(searchPendingStatement)
}

/** Comments whose thread is on another page. */
export function strayComments(reader: Reader): Promise<{ id: string }[]> {
  return reader.all(strayCommentsStatement)
}

/** The files with a content. */
export function filesOf(reader: Reader, sha256: string): Promise<{ id: string; name: string }[]> {
  return reader.all(namesStatement, { sha256 })
}

/** Files whose directory entry names another workspace. */
export function misplaced(reader: Reader): Promise<{ id: string; name: string }[]> {
  return reader.all(misplacedStatement)
}
