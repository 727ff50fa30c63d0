import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { LinkKind } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { allViewed, getViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A link from a page to a page. */
export type LinkRow = {
  kind: LinkKind
  targetId: string
  /** Empty for a path of this server. */
  origin: string
  anchor: string | null
  /** The text of the link. */
  label: string
  /** The number of the top-level block. */
  block: number
  /** The text around the link, with the place of the link in it. */
  sentence: string
  from: number
  to: number
}

/** A link with the page that it is on. */
export type LinkOnPage = LinkRow & { pageId: string; position: number }

/** Follows the links in the order of their pages, newest first. */
export type LinkCursor = { pageId: string; position: number }

export const firstLink: LinkCursor = { pageId: '~', position: -1 }

export const linkColumns = `l.page_id as "pageId", l.position, l.kind, l.target_id as "targetId", l.origin, l.anchor,
  l.label, l.block, l.sentence, l.link_from as "from", l.link_to as "to"`

/** A title as it is in the text of links, alone or at the start of `start`, which a heading follows. */
export type LinkedTitle = { title: string; start: string }

/** The condition that the text of the link `l` has a title. */
export const hasTitle = '(l.label = $title or substr(l.label, 1, length($start)) = $start)'

const ofPageStatement = statement<LinkOnPage, PageAddress>(
  'pageLinks.ofPage',
  `select ${linkColumns} from page_links l
   where l.workspace_id = $workspaceId and l.page_id = $pageId order by l.position`,
)
const removeStatement = statement<never, PageAddress>(
  'pageLinks.remove',
  'delete from page_links where workspace_id = $workspaceId and page_id = $pageId',
)
const insertStatement = statement<never, PageAddress & LinkRow & { position: number }>(
  'pageLinks.insert',
  `insert into page_links (workspace_id, page_id, position, kind, target_id, origin, anchor, label, block,
     sentence, link_from, link_to)
   values ($workspaceId, $pageId, $position, $kind, $targetId, $origin, $anchor, $label, $block,
     $sentence, $from, $to)`,
)
const toPage = `page_links l join pages p on p.workspace_id = l.workspace_id and p.id = l.page_id
   where l.workspace_id = $workspaceId and l.target_id = $targetId and l.page_id <> $targetId
     and p.deleted_at is null and {visible p}`
const backlinksStatement = viewedStatement<
  LinkOnPage,
  { workspaceId: string; targetId: string; limit: number } & LinkCursor
>(
  'pageLinks.backlinks',
  `select ${linkColumns} from ${toPage}
     and l.page_id <= $pageId and (l.page_id < $pageId or l.position > $position)
   order by l.page_id desc, l.position limit $limit`,
)
const toHostStatement = viewedStatement<
  { pageId: string; sectionId: string | null; block: number },
  {
    workspaceId: string
    targetId: string
    from: string
    until: string
    rows: number
    limit: number
  }
>(
  'pageLinks.toHost',
  `select l.page_id as "pageId", min(p.section_id) as "sectionId", min(l.block) as "block"
   from (select page_id, block from page_links
     where workspace_id = $workspaceId
       and (target_id = $targetId or (target_id >= $from and target_id < $until))
     limit $rows) l
   join pages p on p.workspace_id = $workspaceId and p.id = l.page_id
   where p.workspace_id = $workspaceId and p.deleted_at is null and {visible p}
   group by l.page_id order by l.page_id desc limit $limit`,
)
const countStatement = viewedStatement<
  { links: number; pages: number },
  { workspaceId: string; targetId: string; limit: number }
>(
  'pageLinks.count',
  `select count(*) as "links", count(distinct c.page_id) as "pages"
   from (select l.page_id from ${toPage} limit $limit) c`,
)
const sourcesStatement = statement<{ pageId: string }, { workspaceId: string; targetId: string }>(
  'pageLinks.sources',
  `select distinct page_id as "pageId" from page_links
   where workspace_id = $workspaceId and target_id = $targetId`,
)
const labelledStatement = viewedStatement<
  { pageId: string; sectionId: string | null },
  LinkedTitle & { workspaceId: string; targetId: string; after: string; limit: number }
>(
  'pageLinks.labelled',
  `select distinct l.page_id as "pageId", p.section_id as "sectionId"
   from page_links l join pages p on p.workspace_id = l.workspace_id and p.id = l.page_id
   where l.workspace_id = $workspaceId and l.target_id = $targetId and ${hasTitle}
     and l.page_id > $after and p.deleted_at is null and {visible p}
   order by l.page_id limit $limit`,
)

/** The target of links to a host, which no page has as its ID. */
export function hostTarget(host: string): string {
  return `host:${host}`
}

/** The origin of links to pages that do not exist yet. */
export const wantedOrigin = 'wiki'

/** The target of links to a page that does not exist, by the name that the link has for it. */
export function wantedTarget(name: string): string {
  return `name:${name}`
}

/** Links to one host that a search reads: many pages link to the same one. */
const readLinks = 2000

/** Pages with links to a host, or to one whose first name it is, with the block of the link. */
export async function toHost(
  reader: Reader,
  viewer: Viewer,
  host: string,
  limit: number,
): Promise<{ pageId: string; block: number }[]> {
  const targetId = hostTarget(host)
  const range = { targetId, from: `${targetId}.`, until: `${targetId}/` }
  const values = { ...range, rows: readLinks, limit }
  const rows = await allViewed(reader, viewer, toHostStatement, values)
  return rows.map(({ pageId, block }) => ({ pageId, block }))
}

/** The links of a page, in order. */
export function ofPage(reader: Reader, page: PageAddress): Promise<LinkOnPage[]> {
  return reader.all(ofPageStatement, page)
}

/** Adds the links of a new page. */
export async function add(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  links: readonly LinkRow[],
): Promise<void> {
  const inserts = links.map((link, position) => {
    const { kind, targetId, origin, anchor, label, block, sentence, from, to } = link
    const location = { workspaceId, pageId, position, block, sentence, from, to }
    return transaction.run(insertStatement, { ...location, kind, targetId, origin, anchor, label })
  })
  await allSettledOrThrow(...inserts)
}

/** Replaces the links of a page; writes nothing if they are the same. */
export async function replace(
  transaction: Transaction,
  page: PageAddress,
  links: readonly LinkRow[],
): Promise<void> {
  const stored = await ofPage(transaction, page)
  if (stored.length === links.length && stored.every((row, index) => isSame(row, links[index]))) {
    return
  }
  if (stored.length > 0) await transaction.run(removeStatement, page)
  await add(transaction, page, links)
}

/** Whether a stored link is one of a document. */
export function isSame(stored: LinkRow, link: LinkRow | undefined): boolean {
  return (
    link !== undefined &&
    stored.sentence === link.sentence &&
    stored.block === link.block &&
    stored.targetId === link.targetId &&
    stored.anchor === link.anchor &&
    stored.label === link.label &&
    stored.kind === link.kind &&
    stored.origin === link.origin &&
    stored.from === link.from &&
    stored.to === link.to
  )
}

/** The links to a page from others that the viewer can read. */
export function backlinks(
  reader: Reader,
  viewer: Viewer,
  targetId: string,
  { after, limit }: { after: LinkCursor; limit: number },
): Promise<LinkOnPage[]> {
  const { pageId, position } = after
  return allViewed(reader, viewer, backlinksStatement, { targetId, pageId, position, limit })
}

/** How many links lead to a page, up to a limit, and from how many pages that the viewer can read. */
export async function count(
  reader: Reader,
  viewer: Viewer,
  targetId: string,
  limit: number,
): Promise<{ links: number; pages: number }> {
  const none = { links: 0, pages: 0 }
  return (await getViewed(reader, viewer, countStatement, { targetId, limit })) ?? none
}

/** The IDs of all pages that link to a page. */
export async function sources(
  reader: Reader,
  workspaceId: string,
  targetId: string,
): Promise<Set<string>> {
  const rows = await reader.all(sourcesStatement, { workspaceId, targetId })
  return new Set(rows.map(({ pageId }) => pageId))
}

/** Pages that link to a page with its title or that of a heading behind it, in the order of their IDs after one. */
export function labelled(
  reader: Reader,
  viewer: Viewer,
  link: LinkedTitle & { targetId: string },
  { after, limit }: { after: string; limit: number },
): Promise<{ pageId: string; sectionId: string | null }[]> {
  return allViewed(reader, viewer, labelledStatement, { ...link, after, limit })
}
