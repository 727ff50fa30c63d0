import type { Reader, Transaction } from '../connection.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

/** A person's favourites and recently opened pages. */

export type Own = { workspaceId: string; userId: string }

export type PageLine = { id: string; title: string; icon: string | null }

const favouritesStatement = viewedStatement<PageLine, Own>(
  'personal.favourites',
  `select p.id, p.title, p.icon from favourites f
   join pages p on p.workspace_id = f.workspace_id and p.id = f.page_id
   where f.workspace_id = $workspaceId and f.user_id = $userId and p.deleted_at is null
     and {visible p}
   order by f.created_at, f.page_id`,
)
const isFavouriteStatement = statement<{ pageId: string }, Own & { pageId: string }>(
  'personal.isFavourite',
  `select page_id as "pageId" from favourites where workspace_id = $workspaceId and user_id = $userId
     and page_id = $pageId`,
)
const addFavouriteStatement = statement<never, Own & { pageId: string; now: number }>(
  'personal.addFavourite',
  `insert into favourites (workspace_id, user_id, page_id, created_at)
     values ($workspaceId, $userId, $pageId, $now)
   on conflict (workspace_id, user_id, page_id) do nothing`,
)
const removeFavouriteStatement = statement<never, Own & { pageId: string }>(
  'personal.removeFavourite',
  'delete from favourites where workspace_id = $workspaceId and user_id = $userId and page_id = $pageId',
)
const recentStatement = viewedStatement<PageLine & { visitedAt: number }, Own & { limit: number }>(
  'personal.recent',
  `select p.id, p.title, p.icon, r.visited_at as "visitedAt" from page_visits r
   join pages p on p.workspace_id = r.workspace_id and p.id = r.page_id
   where r.workspace_id = $workspaceId and r.user_id = $userId and p.deleted_at is null
     and {visible p}
   order by r.visited_at desc, r.page_id desc limit $limit`,
)
const visitStatement = statement<never, Own & { pageId: string; now: number }>(
  'personal.visit',
  `insert into page_visits (workspace_id, user_id, page_id, visited_at)
     values ($workspaceId, $userId, $pageId, $now)
   on conflict (workspace_id, user_id, page_id) do update set visited_at = excluded.visited_at`,
)
const forgetVisitsStatement = statement<never, Own & { offset: number }>(
  'personal.forgetVisits',
  `delete from page_visits where workspace_id = $workspaceId and user_id = $userId and visited_at <
     (select visited_at from page_visits where workspace_id = $workspaceId and user_id = $userId
      order by visited_at desc limit 1 offset $offset)`,
)
const dropFavouritesStatement = statement<never, { workspaceId: string; pageId: string }>(
  'personal.dropFavourites',
  'delete from favourites where workspace_id = $workspaceId and page_id = $pageId',
)
const dropVisitsStatement = statement<never, { workspaceId: string; pageId: string }>(
  'personal.dropVisits',
  'delete from page_visits where workspace_id = $workspaceId and page_id = $pageId',
)

/** In the order of their creation. */
export function favourites(reader: Reader, viewer: Viewer): Promise<PageLine[]> {
  return allViewed(reader, viewer, favouritesStatement, { userId: viewer.viewerId })
}

export async function isFavourite(
  reader: Reader,
  { workspaceId, userId }: Own,
  pageId: string,
): Promise<boolean> {
  return (await reader.get(isFavouriteStatement, { workspaceId, userId, pageId })) !== undefined
}

export async function addFavourite(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  pageId: string,
  now: number,
): Promise<void> {
  await transaction.run(addFavouriteStatement, { workspaceId, userId, pageId, now })
}

export async function removeFavourite(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  pageId: string,
): Promise<void> {
  await transaction.run(removeFavouriteStatement, { workspaceId, userId, pageId })
}

/** Last opened first. */
export function recent(
  reader: Reader,
  viewer: Viewer,
  limit: number,
): Promise<(PageLine & { visitedAt: number })[]> {
  return allViewed(reader, viewer, recentStatement, { userId: viewer.viewerId, limit })
}

/** Records that a page was opened, and removes all but the latest ones. */
export async function visit(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  { pageId, now, keep }: { pageId: string; now: number; keep: number },
): Promise<void> {
  await transaction.run(visitStatement, { workspaceId, userId, pageId, now })
  await transaction.run(forgetVisitsStatement, { workspaceId, userId, offset: keep - 1 })
}

/** Removes all favourites and visits of a permanently deleted page. */
export async function forgetPage(
  transaction: Transaction,
  workspaceId: string,
  pageId: string,
): Promise<void> {
  await transaction.run(dropFavouritesStatement, { workspaceId, pageId })
  await transaction.run(dropVisitsStatement, { workspaceId, pageId })
}
