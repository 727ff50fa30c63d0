import type { Reader, Transaction } from '../connection.ts'
import { memberReads } from '../rights/member-levels.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'
import { statement } from '../statement.ts'

type Own = { workspaceId: string; userId: string }
type PageAddress = { workspaceId: string; pageId: string }

/** A page that someone watches. */
export type WatchedPage = {
  id: string
  title: string
  icon: string | null
  includesSubpages: 0 | 1
}

/** Someone who watches a page, since an event. */
export type Watcher = { userId: string; fromSequence: number }

const listStatement = viewedStatement<WatchedPage, Own>(
  'watches.list',
  `select p.id, p.title, p.icon, w.includes_subpages as "includesSubpages" from watches w
   join pages p on p.workspace_id = w.workspace_id and p.id = w.page_id
   where w.workspace_id = $workspaceId and w.user_id = $userId and p.deleted_at is null and {visible p}
   order by w.created_at, w.page_id`,
)
const putStatement = statement<
  never,
  Own & { pageId: string; includesSubpages: 0 | 1; at: number }
>(
  'watches.put',
  `insert into watches (workspace_id, user_id, page_id, includes_subpages, from_sequence, created_at)
   values ($workspaceId, $userId, $pageId, $includesSubpages,
     (select event_sequence from workspaces where id = $workspaceId), $at)
   on conflict (workspace_id, user_id, page_id) do update set includes_subpages = excluded.includes_subpages,
     from_sequence = excluded.from_sequence`,
)
const removeStatement = statement<never, Own & { pageId: string }>(
  'watches.remove',
  'delete from watches where workspace_id = $workspaceId and user_id = $userId and page_id = $pageId',
)
const watchersStatement = statement<Watcher, PageAddress>(
  'watches.watchers',
  `with recursive above (id, parent_id, section_id, height) as (
     select q.id, q.parent_id, q.section_id, 0 from pages q where q.workspace_id = $workspaceId and q.id = $pageId
     union all
     select q.id, q.parent_id, q.section_id, b.height + 1 from pages q join above b on q.id = b.parent_id
     where q.workspace_id = $workspaceId and b.height < 100
   ) select w.user_id as "userId", min(w.from_sequence) as "fromSequence" from above b
     join watches w on w.workspace_id = $workspaceId and w.page_id = b.id
     join members m on m.workspace_id = $workspaceId and m.user_id = w.user_id
   where (b.height = 0 or w.includes_subpages = 1)
     and not exists (select 1 from above p where p.height <= b.height and not ${memberReads})
   group by w.user_id order by w.user_id`,
)
const anyStatement = statement<{ userId: string }, { workspaceId: string }>(
  'watches.any',
  'select user_id as "userId" from watches where workspace_id = $workspaceId limit 1',
)
const removePageStatement = statement<never, PageAddress>(
  'watches.removePage',
  'delete from watches where workspace_id = $workspaceId and page_id = $pageId',
)
const removeMemberStatement = statement<never, Own>(
  'watches.removeMember',
  'delete from watches where workspace_id = $workspaceId and user_id = $userId',
)

/** In the order of their creation. */
export function list(reader: Reader, viewer: Viewer): Promise<WatchedPage[]> {
  return allViewed(reader, viewer, listStatement, { userId: viewer.viewerId })
}

/** Adds or changes a watch. */
export async function put(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  watch: { pageId: string; includesSubpages: 0 | 1; at: number },
): Promise<void> {
  await transaction.run(putStatement, { workspaceId, userId, ...watch })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  pageId: string,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, userId, pageId })
}

/**
 * The members who watch a page, or a page above it with its subpages, and can read all pages from there to it.
 */
export function watchers(reader: Reader, { workspaceId, pageId }: PageAddress): Promise<Watcher[]> {
  return reader.all(watchersStatement, { workspaceId, pageId })
}

/** Whether anyone watches a page of the workspace. */
export async function hasAny(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await reader.get(anyStatement, { workspaceId })) !== undefined
}

/** For a permanently deleted page. */
export async function removePage(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removePageStatement, { workspaceId, pageId })
}

/** For someone who leaves a workspace. */
export async function removeMember(
  transaction: Transaction,
  { workspaceId, userId }: Own,
): Promise<void> {
  await transaction.run(removeMemberStatement, { workspaceId, userId })
}
