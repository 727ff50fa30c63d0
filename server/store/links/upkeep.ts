import type { Reader } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import { type LinkCursor, linkColumns, type LinkOnPage, wantedOrigin } from './links.ts'

/** Links that lead nowhere and pages that no link leads to. */

/** Why a link is broken. */
export type BrokenReason = 'wanted' | 'missing' | 'trash' | 'anchor'

export type BrokenLink = LinkOnPage & { reason: BrokenReason }

type Window = { workspaceId: string; limit: number } & LinkCursor

const positionsStatement = statement<LinkCursor, Window>(
  'linkUpkeep.positions',
  `select page_id as "pageId", position from page_links
   where workspace_id = $workspaceId and (page_id, position) > ($pageId, $position)
   order by page_id, position limit $limit`,
)
const broken = `select ${linkColumns}, case when l.origin = '${wantedOrigin}' then 'wanted' when t.id is null then 'missing'
     when t.deleted_at is not null then 'trash' else 'anchor' end as "reason"
   from page_links l join pages p on p.workspace_id = l.workspace_id and p.id = l.page_id
   left join pages t on t.workspace_id = l.workspace_id and t.id = l.target_id and {visible t}
   left join page_contents c on l.anchor is not null and c.workspace_id = l.workspace_id and c.page_id = t.id
   where l.workspace_id = $workspaceId and p.deleted_at is null and {visible p}
     and (l.origin = '' or l.origin = $origin
       or (l.origin = '${wantedOrigin}' and exists (select 1 from wanted_links w
         where w.workspace_id = l.workspace_id and w.page_id = l.page_id and w.name = l.label)))
     and (t.id is null or t.deleted_at is not null
       or replace(c.anchors, ' ' || l.anchor || ' ', '') = c.anchors)`
const brokenStatement = viewedStatement<
  BrokenLink,
  Window & { origin: string; lastPageId: string; lastPosition: number }
>(
  'linkUpkeep.broken',
  `${broken} and (l.page_id, l.position) > ($pageId, $position)
     and (l.page_id, l.position) <= ($lastPageId, $lastPosition)
   order by l.page_id, l.position limit $limit`,
)
const brokenOfStatement = viewedStatement<
  BrokenLink,
  { workspaceId: string; origin: string; pageId: string; position: number; limit: number }
>(
  'linkUpkeep.brokenOf',
  `${broken} and l.page_id = $pageId and l.position > $position order by l.position limit $limit`,
)
const topLevelStatement = statement<
  { pageId: string },
  { workspaceId: string; after: string; limit: number }
>(
  'linkUpkeep.topLevel',
  `select p.id as "pageId" from pages p where p.workspace_id = $workspaceId
     and p.parent_id = $workspaceId and p.deleted_at is null and p.id > $after order by p.id limit $limit`,
)
const orphansStatement = viewedStatement<
  { pageId: string },
  { workspaceId: string; after: string; last: string; limit: number }
>(
  'linkUpkeep.orphans',
  `select p.id as "pageId" from pages p
   where p.workspace_id = $workspaceId and p.parent_id = $workspaceId and p.deleted_at is null
     and p.id > $after and p.id <= $last and {visible p}
     and not exists (select 1 from pages b where b.workspace_id = $workspaceId and b.parent_id = p.id
       and b.deleted_at is null and {visible b})
     and not exists (select 1 from page_links l
       join pages s on s.workspace_id = l.workspace_id and s.id = l.page_id
       where l.workspace_id = $workspaceId and l.target_id = p.id and l.page_id <> p.id
         and s.deleted_at is null and {visible s})
   order by p.id limit $limit`,
)

/** The place of the last of some links after another, whoever can read them; undefined at the end. */
export async function lastOfWindow(
  reader: Reader,
  workspaceId: string,
  after: LinkCursor,
  limit: number,
): Promise<LinkCursor | undefined> {
  const rows = await reader.all(positionsStatement, { workspaceId, ...after, limit })
  return rows.at(-1)
}

/**
 * Broken links between two places, that the viewer can read, to pages of this server: `origin` is its public address.
 * A page that the viewer cannot read is missing.
 */
export function brokenLinks(
  reader: Reader,
  viewer: Viewer,
  {
    after,
    last,
    origin,
    limit,
  }: { after: LinkCursor; last: LinkCursor; origin: string; limit: number },
): Promise<BrokenLink[]> {
  const { pageId: lastPageId, position: lastPosition } = last
  const range = { ...after, lastPageId, lastPosition }
  return allViewed(reader, viewer, brokenStatement, { ...range, origin, limit })
}

/** The same of one page, after a position. */
export function brokenLinksOf(
  reader: Reader,
  viewer: Viewer,
  values: { pageId: string; position: number; origin: string; limit: number },
): Promise<BrokenLink[]> {
  return allViewed(reader, viewer, brokenOfStatement, values)
}

/** The last of some pages at the top level after one, whoever can read them; undefined at the end. */
export async function lastOfTopLevel(
  reader: Reader,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const rows = await reader.all(topLevelStatement, { workspaceId, after, limit })
  return rows.at(-1)?.pageId
}

/** Pages at the top level without a link to them and without pages below, as far as the viewer can read. */
export async function orphans(
  reader: Reader,
  viewer: Viewer,
  range: { after: string; last: string; limit: number },
): Promise<string[]> {
  const rows = await allViewed(reader, viewer, orphansStatement, range)
  return rows.map(({ pageId }) => pageId)
}
