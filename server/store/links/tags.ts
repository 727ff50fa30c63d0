import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { Reader, Transaction } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** Where a page has a tag: in its text, or in its properties. */
export type TagSource = 'text' | 'property'

/** A tag as it is compared and as it was written. */
export type TagRow = { tag: string; name: string }

/** Follows the tags in order, and the pages of each. */
export type TagCursor = { tag: string; pageId: string }

/** What some rows say of a tag: `name` is null if the viewer can read none of their pages. */
export type TagCount = {
  tag: string
  name: string | null
  pages: number
  rows: number
  lastPageId: string
}

const ofPageStatement = statement<TagRow, PageAddress & { source: TagSource }>(
  'pageTags.ofPage',
  `select tag, name from page_tags
   where workspace_id = $workspaceId and page_id = $pageId and source = $source order by tag`,
)
const removeStatement = statement<never, PageAddress & { source: TagSource }>(
  'pageTags.remove',
  `delete from page_tags where workspace_id = $workspaceId and page_id = $pageId and source = $source`,
)
const insertStatement = statement<never, PageAddress & TagRow & { source: TagSource }>(
  'pageTags.insert',
  `insert into page_tags (workspace_id, page_id, source, tag, name)
   values ($workspaceId, $pageId, $source, $tag, $name)`,
)
const countsStatement = viewedStatement<
  TagCount,
  { workspaceId: string; until: string; rows: number } & TagCursor
>(
  'pageTags.counts',
  `select t.tag, min(case when p.id is not null then t.name end) as "name", count(distinct p.id) as "pages",
     count(*) as "rows", max(t.page_id) as "lastPageId"
   from (select tag, page_id, name from page_tags
     where workspace_id = $workspaceId and (tag, page_id) > ($tag, $pageId) and tag < $until
     order by tag, page_id limit $rows) t
   left join pages p on p.workspace_id = $workspaceId and p.id = t.page_id
     and p.deleted_at is null and {visible p}
   group by t.tag order by t.tag`,
)
const pagesStatement = viewedStatement<
  { pageId: string; sectionId: string | null; name: string },
  { workspaceId: string; tag: string; after: string; limit: number }
>(
  'pageTags.pages',
  `select t.page_id as "pageId", min(p.section_id) as "sectionId", min(t.name) as "name"
   from page_tags t join pages p on p.workspace_id = t.workspace_id and p.id = t.page_id
   where t.workspace_id = $workspaceId and t.tag = $tag and t.page_id > $after
     and p.deleted_at is null and {visible p}
   group by t.page_id order by t.page_id limit $limit`,
)

/** The tags of a page from one source, in order. */
export function ofPage(reader: Reader, page: PageAddress, source: TagSource): Promise<TagRow[]> {
  return reader.all(ofPageStatement, { ...page, source })
}

/** Adds the tags of a new page. */
export async function add(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  source: TagSource,
  tags: readonly TagRow[],
): Promise<void> {
  const inserts = tags.map(({ tag, name }) =>
    transaction.run(insertStatement, { workspaceId, pageId, source, tag, name }),
  )
  await allSettledOrThrow(...inserts)
}

/** Replaces the tags of a page from one source; writes nothing if they are the same. */
export async function replace(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  source: TagSource,
  tags: readonly TagRow[],
): Promise<void> {
  const page = { workspaceId, pageId }
  const stored = new Map(
    (await ofPage(transaction, page, source)).map((row) => [row.tag, row.name]),
  )
  if (stored.size === tags.length && tags.every(({ tag, name }) => stored.get(tag) === name)) return
  if (stored.size > 0) await transaction.run(removeStatement, { ...page, source })
  await add(transaction, page, source, tags)
}

/** The tags of some rows after a place, that begin so, with the number of their pages that the viewer can read. */
export function counts(
  reader: Reader,
  viewer: Viewer,
  { prefix, after, rows }: { prefix: string; after: TagCursor; rows: number },
): Promise<TagCount[]> {
  // One lower bound: with two, SQLite would read all rows from the other one on.
  const start = after.tag < prefix ? { tag: prefix, pageId: '' } : after
  const until = `${prefix}\u{10FFFF}`
  return allViewed(reader, viewer, countsStatement, { ...start, until, rows })
}

/** Pages with a tag that the viewer can read, in the order of their IDs after one. */
export function pages(
  reader: Reader,
  viewer: Viewer,
  tag: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ pageId: string; sectionId: string | null; name: string }[]> {
  return allViewed(reader, viewer, pagesStatement, { tag, after, limit })
}
