import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ConnectionAddress } from './connections.ts'

/** Pending notifications of chats, one message per page. */

export type NoticeRow = {
  workspaceId: string
  subscriptionId: string
  pageId: string
  connectionId: string
  /** A JSON list. */
  changes: string
  /** Increases with every change. */
  revision: number
  toldAt: number | null
  /** Null when nothing is pending. */
  dueAt: number | null
  attempts: number
}

const columns = `workspace_id as "workspaceId", subscription_id as "subscriptionId", page_id as "pageId",
  connection_id as "connectionId", changes, revision, told_at as "toldAt", due_at as "dueAt", attempts`

const getStatement = statement<NoticeRow, NoticeAddress>(
  'chatNotices.get',
  `select ${columns} from chat_notices where workspace_id = $workspaceId
     and subscription_id = $subscriptionId and page_id = $pageId`,
)
const putStatement = statement<never, NoticeRow>(
  'chatNotices.put',
  `insert into chat_notices (workspace_id, subscription_id, page_id, connection_id, changes, revision, told_at,
     due_at, attempts)
   values ($workspaceId, $subscriptionId, $pageId, $connectionId, $changes, $revision, $toldAt, $dueAt,
     $attempts)
   on conflict (workspace_id, subscription_id, page_id) do update set changes = excluded.changes,
     revision = excluded.revision, told_at = excluded.told_at, due_at = excluded.due_at, attempts = excluded.attempts`,
)
const isAnyDueStatement = statement<{ pageId: string }, ConnectionAddress & { now: number }>(
  'chatNotices.isAnyDue',
  `select page_id as "pageId" from chat_notices
   where workspace_id = $workspaceId and connection_id = $connectionId and due_at <= $now limit 1`,
)
const nextStatement = statement<
  NoticeRow,
  { workspaceId: string; id: string; now: number; limit: number }
>(
  'chatNotices.next',
  `select ${columns} from chat_notices where workspace_id = $workspaceId and subscription_id = $id
     and due_at <= $now
   order by due_at, page_id limit $limit`,
)
const forgetStatement = statement<never, ConnectionAddress & { before: number }>(
  'chatNotices.forget',
  `delete from chat_notices where workspace_id = $workspaceId and connection_id = $connectionId
     and due_at is null and told_at < $before`,
)
const dropStatement = statement<never, { workspaceId: string; id: string }>(
  'chatNotices.drop',
  'delete from chat_notices where workspace_id = $workspaceId and subscription_id = $id',
)
const dropOfConnectionStatement = statement<never, ConnectionAddress>(
  'chatNotices.dropOfConnection',
  'delete from chat_notices where workspace_id = $workspaceId and connection_id = $connectionId',
)

export type NoticeAddress = Pick<NoticeRow, 'workspaceId' | 'subscriptionId' | 'pageId'>

export function get(
  reader: Reader,
  { workspaceId, subscriptionId, pageId }: NoticeAddress,
): Promise<NoticeRow | undefined> {
  return reader.get(getStatement, { workspaceId, subscriptionId, pageId })
}

export async function put(transaction: Transaction, row: NoticeRow): Promise<void> {
  await transaction.run(putStatement, row)
}

/** Whether a bot has due notifications. */
export async function isAnyDue(
  reader: Reader,
  { workspaceId, connectionId }: ConnectionAddress,
  now: number,
): Promise<boolean> {
  return (await reader.get(isAnyDueStatement, { workspaceId, connectionId, now })) !== undefined
}

/** Pending notifications of a subscription, oldest first. */
export function next(
  reader: Reader,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
  limit: number,
): Promise<NoticeRow[]> {
  return reader.all(nextStatement, { workspaceId, id, now, limit })
}

/** Removes the notifications that were sent, unless they changed since. */
export async function forget(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  before: number,
): Promise<void> {
  await transaction.run(forgetStatement, { workspaceId, connectionId, before })
}

export async function drop(
  transaction: Transaction,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  await transaction.run(dropStatement, { workspaceId, id })
}

export async function dropOfConnection(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<void> {
  await transaction.run(dropOfConnectionStatement, { workspaceId, connectionId })
}
