import type { StoredFields } from '../../lib/page-fields.ts'
import type { Ownership } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { selectStoredFields } from '../pages/fields.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** Where the usual place in the folder does not apply. */
export type PathRow = { itemId: string; path: string; isExecutable: 0 | 1 }

/** A subpage of a skill, at any depth. */
export type SubpageRow = StoredFields & {
  id: string
  parentId: string
  version: number
  sectionId: string | null
}

/** A skill or agent with its versions. `newest` and `production` are null before its first publication. */
export type DraftRow = {
  id: string
  title: string
  icon: string | null
  ownership: Ownership
  newest: number | null
  production: number | null
  /** Whether the draft differed from the newest version when it was last compared. */
  isChanged: 0 | 1
  /** Since when it does; null if it does not. */
  changedSince: number | null
  /** When the newest version was published; null without one. */
  newestAt: number | null
  createdAt: number
  updatedAt: number
}

const pathsStatement = statement<PathRow, PageAddress>(
  'skillDrafts.paths',
  `select item_id as "itemId", path, is_executable as "isExecutable" from skill_paths
   where workspace_id = $workspaceId and page_id = $pageId order by path, item_id`,
)
const putPathStatement = statement<never, PageAddress & PathRow>(
  'skillDrafts.putPath',
  `insert into skill_paths (workspace_id, page_id, item_id, path, is_executable)
     values ($workspaceId, $pageId, $itemId, $path, $isExecutable)
   on conflict (workspace_id, page_id, item_id) do update set path = excluded.path,
     is_executable = excluded.is_executable`,
)
const removePathsStatement = statement<never, PageAddress>(
  'skillDrafts.removePaths',
  'delete from skill_paths where workspace_id = $workspaceId and page_id = $pageId',
)
const subpagesStatement = statement<SubpageRow, PageAddress & { limit: number }>(
  'skillDrafts.subpages',
  `with recursive below (id, depth) as (
     select id, 1 from pages where workspace_id = $workspaceId and parent_id = $pageId and deleted_at is null
       and ownership = 'TEXT'
     union all
     select p.id, b.depth + 1 from pages p join below b on p.parent_id = b.id
     where p.workspace_id = $workspaceId and p.deleted_at is null and p.ownership = 'TEXT' and b.depth < 8
   ) select p.id, p.parent_id as "parentId", ${selectStoredFields('p')}, p.version, p.section_id as "sectionId"
   from below b join pages p on p.workspace_id = $workspaceId and p.id = b.id
   order by b.depth, p.position, p.id limit $limit`,
)
const newestVersion = `(select max(v.version) from skill_versions v
       where v.workspace_id = p.workspace_id and v.page_id = p.id)`
const draftColumns = `p.id, p.title, p.icon, p.ownership, p.created_at as "createdAt", p.updated_at as "updatedAt",
     ${newestVersion} as "newest",
     (select l.version from skill_labels l where l.workspace_id = p.workspace_id and l.page_id = p.id
       and l.label = 'production') as "production",
     coalesce((select t.is_changed from skill_states t
       where t.workspace_id = p.workspace_id and t.page_id = p.id), 0) as "isChanged",
     (select coalesce(t.changed_since, p.updated_at) from skill_states t
       where t.workspace_id = p.workspace_id and t.page_id = p.id and t.is_changed = 1) as "changedSince",
     (select max(n.created_at) from skill_versions n
       where n.workspace_id = p.workspace_id and n.page_id = p.id) as "newestAt"`
const listStatement = viewedStatement<DraftRow, { workspaceId: string }>(
  'skillDrafts.list',
  `select ${draftColumns} from pages p
   where p.workspace_id = $workspaceId and p.ownership in ('SKILL', 'AGENT') and p.deleted_at is null and {visible p}
   order by p.id`,
)
const upgradeStatement = statement<{ pageId: string }, PageAddress>(
  'skillDrafts.upgrade',
  `select page_id as "pageId" from skill_upgrades where workspace_id = $workspaceId and page_id = $pageId`,
)
const removeUpgradeStatement = statement<never, PageAddress>(
  'skillDrafts.removeUpgrade',
  'delete from skill_upgrades where workspace_id = $workspaceId and page_id = $pageId',
)
const reviewsStatement = statement<{ reviews: 0 | 1 }, { workspaceId: string }>(
  'skillDrafts.reviews',
  'select reviews_skills as "reviews" from workspaces where id = $workspaceId',
)
const setReviewsStatement = statement<never, { workspaceId: string; reviews: 0 | 1 }>(
  'skillDrafts.setReviews',
  'update workspaces set reviews_skills = $reviews where id = $workspaceId',
)

export function paths(reader: Reader, { workspaceId, pageId }: PageAddress): Promise<PathRow[]> {
  return reader.all(pathsStatement, { workspaceId, pageId })
}

export async function putPath(
  transaction: Transaction,
  address: PageAddress,
  row: PathRow,
): Promise<void> {
  await transaction.run(putPathStatement, { ...address, ...row })
}

/** The pages of type TEXT below a page, top levels first. */
export function subpages(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  limit: number,
): Promise<SubpageRow[]> {
  return reader.all(subpagesStatement, { workspaceId, pageId, limit })
}

/** All skills and agents that the viewer can read, oldest first. */
export function list(reader: Reader, viewer: Viewer): Promise<DraftRow[]> {
  return allViewed(reader, viewer, listStatement, {})
}

/** Whether the page is of an earlier release and not published yet. */
export async function isUpgrade(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<boolean> {
  return (await reader.get(upgradeStatement, { workspaceId, pageId })) !== undefined
}

export async function removeUpgrade(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeUpgradeStatement, { workspaceId, pageId })
}

/** Before a page is permanently deleted. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removePathsStatement, { workspaceId, pageId })
  await removeUpgrade(transaction, { workspaceId, pageId })
}

/** Whether signed-in people alone publish skills. */
export async function reviews(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await reader.get(reviewsStatement, { workspaceId }))?.reviews === 1
}

export async function setReviews(
  transaction: Transaction,
  workspaceId: string,
  reviews: boolean,
): Promise<void> {
  await transaction.run(setReviewsStatement, { workspaceId, reviews: reviews ? 1 : 0 })
}
