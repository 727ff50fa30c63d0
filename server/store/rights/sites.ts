import type { Reader, Transaction } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import { statement } from '../statement.ts'
import { allViewed, type Viewer, viewedStatement } from './viewer.ts'

/** A section as a public website. */
export type SiteRow = {
  workspaceId: string
  id: string
  slug: string
  pageId: string
  title: string
  description: string
  /** BCP 47. */
  language: string
  isIndexed: 0 | 1
  publishedAt: number
  publishedBy: string
  updatedAt: number
  unpublishedAt: number | null
}

/** A published site with everything that its pages depend on besides their content. */
export type LiveSite = SiteRow & {
  rightsVersion: number
  eventSequence: number
  keepsLineBreaks: 0 | 1
}

export type ListedSite = SiteRow & { firstName: string; lastName: string }

export type SitePageRow = {
  id: string
  parentId: string
  position: string
  title: string
  icon: string | null
  version: number
  updatedAt: number
}

type PageCursor = { parentId: string; position: string; id: string }

const columns = `s.workspace_id as "workspaceId", s.id, s.slug, s.page_id as "pageId", s.title, s.description,
  s.language, s.is_indexed as "isIndexed", s.published_at as "publishedAt", s.published_by as "publishedBy",
  s.updated_at as "updatedAt", s.unpublished_at as "unpublishedAt"`

const liveStatement = statement<LiveSite, { slug: string }>(
  'sites.live',
  `select ${columns}, w.rights_version as "rightsVersion", w.event_sequence as "eventSequence",
     w.keeps_line_breaks as "keepsLineBreaks"
   from (select * from sites where slug = $slug) s join workspaces w on w.id = s.workspace_id
   where s.unpublished_at is null and w.removed_at is null`,
)
const bySlugStatement = statement<SiteRow, { slug: string }>(
  'sites.bySlug',
  `select ${columns} from (select * from sites where slug = $slug) s`,
)
const ofPageStatement = statement<SiteRow, { workspaceId: string; pageId: string }>(
  'sites.ofPage',
  `select ${columns} from sites s where s.workspace_id = $workspaceId and s.page_id = $pageId`,
)
const getStatement = statement<SiteRow, { workspaceId: string; id: string }>(
  'sites.get',
  `select ${columns} from sites s where s.workspace_id = $workspaceId and s.id = $id`,
)
const listStatement = viewedStatement<
  ListedSite,
  { workspaceId: string; pageId: string; after: string; limit: number }
>(
  'sites.list',
  `select ${columns}, u.first_name as "firstName", u.last_name as "lastName"
   from sites s join users u on u.id = s.published_by
   join pages p on p.workspace_id = s.workspace_id and p.id = s.page_id and p.deleted_at is null
   where s.workspace_id = $workspaceId and s.unpublished_at is null and s.slug > $after
     and $pageId in ('', s.page_id) and {visible p}
   order by s.slug limit $limit`,
)
const putStatement = statement<never, SiteRow>(
  'sites.put',
  `insert into sites (workspace_id, id, slug, page_id, title, description, language, is_indexed, published_at,
     published_by, updated_at, unpublished_at)
   values ($workspaceId, $id, $slug, $pageId, $title, $description, $language, $isIndexed, $publishedAt,
     $publishedBy, $updatedAt, $unpublishedAt)
   on conflict (workspace_id, id) do update set slug = excluded.slug, title = excluded.title,
     description = excluded.description, language = excluded.language, is_indexed = excluded.is_indexed,
     published_at = excluded.published_at, published_by = excluded.published_by,
     updated_at = excluded.updated_at, unpublished_at = excluded.unpublished_at`,
)
const belowStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<
    SitePageRow,
    PageCursor & { workspaceId: string; ids: readonly string[]; limit: number }
  >(
    'sites.below',
    `select p.id, p.parent_id as "parentId", p.position, p.title, p.icon, p.version, p.updated_at as "updatedAt"
     from pages p where p.workspace_id = $workspaceId and p.parent_id in ($ids[${size}])
       and p.deleted_at is null and {visible p}
       and (p.parent_id, p.position, p.id) > ($parentId, $position, $id)
     order by p.parent_id, p.position, p.id limit $limit`,
  ),
}))

/** A published site by its slug. */
export function live(reader: Reader, slug: string): Promise<LiveSite | undefined> {
  return reader.get(liveStatement, { slug })
}

/** Also an unpublished one, of any workspace. */
export function bySlug(reader: Reader, slug: string): Promise<SiteRow | undefined> {
  return reader.get(bySlugStatement, { slug })
}

/** The site of a page, also an unpublished one. */
export function ofPage(
  reader: Reader,
  page: { workspaceId: string; pageId: string },
): Promise<SiteRow | undefined> {
  return reader.get(ofPageStatement, page)
}

/** Also an unpublished one. */
export function get(
  reader: Reader,
  site: { workspaceId: string; id: string },
): Promise<SiteRow | undefined> {
  return reader.get(getStatement, site)
}

/** The published sites whose page the viewer can read, by slug; with a `pageId`, only that of the page. */
export function list(
  reader: Reader,
  viewer: Viewer,
  { pageId = '', after, limit }: { pageId?: string; after: string; limit: number },
): Promise<ListedSite[]> {
  return allViewed(reader, viewer, listStatement, { pageId, after, limit })
}

/** Inserts a site, or updates it. */
export async function put(transaction: Transaction, site: SiteRow): Promise<void> {
  await transaction.run(putStatement, site)
}

/** The readable children of some pages (at most `maxListed`), by parent and position, after a cursor. */
export function below(
  reader: Reader,
  viewer: Viewer,
  parentIds: readonly string[],
  { after, limit }: { after: PageCursor; limit: number },
): Promise<SitePageRow[]> {
  const { statement: reading, list: ids } = forList(belowStatements, parentIds)
  return allViewed(reader, viewer, reading, { ids, limit, ...after })
}
