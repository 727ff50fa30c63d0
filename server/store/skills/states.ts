import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type PageAddress = { workspaceId: string; pageId: string }

/** A push of texts and files that is not published yet, with the digest of the draft that it made. */
export type Push = {
  digest: string
  /** Who may publish that draft as it is; null if someone must publish it by hand. */
  author: { userId: string; via: string } | null
}

/** A skill or agent whose draft must be compared with its newest version. */
export type DueRow = { pageId: string; revision: number }

/** The skills that a page belongs to, as itself, as a subpage, or as a file of a version. */
const noteStatement = statement<never, PageAddress>(
  'skillStates.note',
  `with recursive above (workspace_id, id, parent_id, ownership, depth) as (
     select workspace_id, id, parent_id, ownership, 0 from pages where workspace_id = $workspaceId and id = $pageId
     union all
     select p.workspace_id, p.id, p.parent_id, p.ownership, a.depth + 1
     from above a join pages p on p.workspace_id = a.workspace_id and p.id = a.parent_id
     where a.ownership = 'TEXT' and a.depth < 8
   ) insert into skill_states (workspace_id, page_id, revision, is_due, is_changed)
   select found.workspace_id, found.id, 1, 1, 0 from (
     select workspace_id, id from above where ownership <> 'TEXT'
     union select workspace_id, page_id from skill_files where workspace_id = $workspaceId and source_id = $pageId
   ) found where true
   on conflict (workspace_id, page_id) do update set is_due = 1, revision = skill_states.revision + 1`,
)
/** The skills that have a file, in their draft or in a version. */
const withFileStatement = statement<{ pageId: string }, { workspaceId: string; fileId: string }>(
  'skillStates.withFile',
  `select p.id as "pageId" from page_files a
   join pages p on p.workspace_id = a.workspace_id and p.id = a.page_id
   where a.workspace_id = $workspaceId and a.file_id = $fileId and p.ownership <> 'TEXT'
   union select page_id from skill_files where workspace_id = $workspaceId and file_id = $fileId order by 1`,
)
const noteAllStatement = statement<never, { workspaceId: string }>(
  'skillStates.noteAll',
  'update skill_states set is_due = 1, revision = revision + 1 where workspace_id = $workspaceId',
)
const dueStatement = statement<DueRow, { workspaceId: string }>(
  'skillStates.due',
  `select t.page_id as "pageId", t.revision from skill_states t
   join pages p on p.workspace_id = t.workspace_id and p.id = t.page_id
   where t.workspace_id = $workspaceId and t.is_due = 1 and p.deleted_at is null order by t.page_id`,
)
const workspacesStatement = statement<{ workspaceId: string }, { limit: number }>(
  'skillStates.workspaces',
  `select distinct t.workspace_id as "workspaceId" from skill_states t
   join pages p on p.workspace_id = t.workspace_id and p.id = t.page_id
   where t.is_due = 1 and p.deleted_at is null order by 1 limit $limit`,
)
const recordStatement = statement<
  never,
  PageAddress & { revision: number; isChanged: 0 | 1; now: number }
>(
  'skillStates.record',
  `update skill_states set is_due = 0, is_changed = $isChanged,
     changed_since = case when $isChanged = 0 then null else coalesce(changed_since, $now) end,
     push_digest = case when $isChanged = 0 then null else push_digest end
   where workspace_id = $workspaceId and page_id = $pageId and revision = $revision`,
)
const pushStatement = statement<
  { digest: string; userId: string | null; via: string | null },
  PageAddress
>(
  'skillStates.push',
  `select push_digest as "digest", push_by as "userId", push_via as "via" from skill_states
   where workspace_id = $workspaceId and page_id = $pageId and push_digest is not null`,
)
const putPushStatement = statement<
  never,
  PageAddress & { digest: string; userId: string | null; via: string | null }
>(
  'skillStates.putPush',
  `update skill_states set push_digest = $digest, push_by = $userId, push_via = $via
   where workspace_id = $workspaceId and page_id = $pageId`,
)
const removePushStatement = statement<never, PageAddress>(
  'skillStates.removePush',
  `update skill_states set push_digest = null, push_by = null, push_via = null
   where workspace_id = $workspaceId and page_id = $pageId`,
)
const removeStatement = statement<never, PageAddress>(
  'skillStates.remove',
  'delete from skill_states where workspace_id = $workspaceId and page_id = $pageId',
)

/** After a change to a page: the skills that it belongs to are due. */
export async function note(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(noteStatement, { workspaceId, pageId })
}

/** The skills that have a file, in their draft or in a version. */
export async function withFile(
  reader: Reader,
  { workspaceId, fileId }: { workspaceId: string; fileId: string },
): Promise<string[]> {
  const rows = await reader.all(withFileStatement, { workspaceId, fileId })
  return rows.map(({ pageId }) => pageId)
}

/** All skills of the workspace are due. */
export async function noteAll(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.run(noteAllStatement, { workspaceId })
}

/** Oldest page first, without those in the trash: they stay due until they are restored. */
export function due(reader: Reader, workspaceId: string): Promise<DueRow[]> {
  return reader.all(dueStatement, { workspaceId })
}

/** The workspaces with a skill that is due and not in the trash. */
export async function workspaces(reader: Reader, limit: number): Promise<string[]> {
  return (await reader.all(workspacesStatement, { limit })).map(({ workspaceId }) => workspaceId)
}

/** Notes what was found. Whether nothing has changed meanwhile: otherwise it stays due. */
export async function record(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  { revision, isChanged, now }: { revision: number; isChanged: boolean; now: number },
): Promise<boolean> {
  const flag = isChanged ? (1 as const) : (0 as const)
  const row = { workspaceId, pageId, revision, isChanged: flag, now }
  return (await transaction.run(recordStatement, row)) > 0
}

export async function push(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
): Promise<Push | undefined> {
  const row = await reader.get(pushStatement, { workspaceId, pageId })
  if (row === undefined) return undefined
  const { digest, userId, via } = row
  return { digest, author: userId === null || via === null ? null : { userId, via } }
}

/** After the change itself, which has made the skill due. */
export async function putPush(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  { digest, author }: Push,
): Promise<void> {
  const { userId, via } = author ?? { userId: null, via: null }
  await transaction.run(putPushStatement, { workspaceId, pageId, digest, userId, via })
}

/** Once a version is published. */
export async function removePush(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removePushStatement, { workspaceId, pageId })
}

/** Before a page is permanently deleted. */
export async function remove(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, pageId })
}
