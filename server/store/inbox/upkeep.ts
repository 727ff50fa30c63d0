import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

type Own = { workspaceId: string; userId: string }

const nextWorkspaceStatement = statement<{ workspaceId: string }, { after: string }>(
  'inboxUpkeep.nextWorkspace',
  `select workspace_id as "workspaceId" from inbox_entries where workspace_id > $after
   order by workspace_id limit 1`,
)
const removeOldStatement = statement<never, { workspaceId: string; before: number; limit: number }>(
  'inboxUpkeep.removeOld',
  `delete from inbox_entries where workspace_id = $workspaceId and (user_id, id) in
     (select user_id, id from inbox_entries where workspace_id = $workspaceId and created_at < $before
      order by created_at limit $limit)`,
)
const fullStatement = statement<{ userId: string }, { workspaceId: string; max: number }>(
  'inboxUpkeep.full',
  `select user_id as "userId" from inbox_entries where workspace_id = $workspaceId
   group by user_id having count(*) > $max`,
)
const trimStatement = statement<never, Own & { offset: number }>(
  'inboxUpkeep.trim',
  `delete from inbox_entries where workspace_id = $workspaceId and user_id = $userId and id <=
     (select id from inbox_entries where workspace_id = $workspaceId and user_id = $userId
      order by id desc limit 1 offset $offset)`,
)
const removePageStatement = statement<never, { workspaceId: string; pageId: string }>(
  'inboxUpkeep.removePage',
  'delete from inbox_entries where workspace_id = $workspaceId and page_id = $pageId',
)
const removeMemberStatement = statement<never, Own>(
  'inboxUpkeep.removeMember',
  'delete from inbox_entries where workspace_id = $workspaceId and user_id = $userId',
)

/** The next workspace with entries, in the order of their IDs. */
export async function nextWorkspace(reader: Reader, after: string): Promise<string | undefined> {
  return (await reader.get(nextWorkspaceStatement, { after }))?.workspaceId
}

/** Returns how many entries it deleted. */
export function removeOld(
  transaction: Transaction,
  workspaceId: string,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  return transaction.run(removeOldStatement, { workspaceId, before, limit })
}

/** People with more entries than are stored. */
export async function full(reader: Reader, workspaceId: string, max: number): Promise<string[]> {
  return (await reader.all(fullStatement, { workspaceId, max })).map(({ userId }) => userId)
}

/** Deletes all but the newest entries of a person. */
export async function trim(
  transaction: Transaction,
  { workspaceId, userId }: Own,
  max: number,
): Promise<void> {
  await transaction.run(trimStatement, { workspaceId, userId, offset: max })
}

/** For a permanently deleted page. */
export async function removePage(
  transaction: Transaction,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
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
