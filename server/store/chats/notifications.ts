import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ConnectionAddress } from './connections.ts'

/** What chats are to be told, one message for a page. */

export type NoticeRow = {
  workspaceId: string
  subscriptionId: string
  pageId: string
  connectionId: string
  /** A JSON list. */
  changes: string
  /** Grows with every change. */
  revision: number
  toldAt: number | null
  /** Null when nothing waits. */
  dueAt: number | null
  attempts: number
}

const columns = `workspace_id as "workspaceId", subscription_id as "subscriptionId", page_id as "pageId",
  connection_id as "connectionId", changes, revision, told_at as "toldAt", due_at as "dueAt", attempts`

const getStatement = statement<NoticeRow>(
  'chatNotices.get',
  `select ${columns} from chat_notices where workspace_id = $1 and subscription_id = $2 and page_id = $3`,
)
const putStatement = statement(
  'chatNotices.put',
  `insert into chat_notices (workspace_id, subscription_id, page_id, connection_id, changes, revision, told_at,
     due_at, attempts)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (workspace_id, subscription_id, page_id) do update set changes = excluded.changes,
     revision = excluded.revision, told_at = excluded.told_at, due_at = excluded.due_at, attempts = excluded.attempts`,
)
const isAnyDueStatement = statement<{ pageId: string }>(
  'chatNotices.isAnyDue',
  `select page_id as "pageId" from chat_notices
   where workspace_id = $1 and connection_id = $2 and due_at <= $3 limit 1`,
)
const nextStatement = statement<NoticeRow>(
  'chatNotices.next',
  `select ${columns} from chat_notices where workspace_id = $1 and subscription_id = $2 and due_at <= $3
   order by due_at, page_id limit $4`,
)
const forgetStatement = statement(
  'chatNotices.forget',
  `delete from chat_notices where workspace_id = $1 and connection_id = $2 and due_at is null and told_at < $3`,
)
const dropStatement = statement(
  'chatNotices.drop',
  'delete from chat_notices where workspace_id = $1 and subscription_id = $2',
)
const dropOfConnectionStatement = statement(
  'chatNotices.dropOfConnection',
  'delete from chat_notices where workspace_id = $1 and connection_id = $2',
)

export type NoticeAddress = Pick<NoticeRow, 'workspaceId' | 'subscriptionId' | 'pageId'>

export function get(
  reader: Reader,
  { workspaceId, subscriptionId, pageId }: NoticeAddress,
): Promise<NoticeRow | undefined> {
  return reader.get(getStatement, workspaceId, subscriptionId, pageId)
}

export async function put(transaction: Transaction, row: NoticeRow): Promise<void> {
  const { workspaceId, subscriptionId, pageId, connectionId, changes } = row
  const values = [row.revision, row.toldAt, row.dueAt, row.attempts]
  await transaction.run(
    putStatement,
    workspaceId,
    subscriptionId,
    pageId,
    connectionId,
    changes,
    ...values,
  )
}

/** Whether a bot has anything to say by now. */
export async function isAnyDue(
  reader: Reader,
  { workspaceId, connectionId }: ConnectionAddress,
  now: number,
): Promise<boolean> {
  return (await reader.get(isAnyDueStatement, workspaceId, connectionId, now)) !== undefined
}

/** What a subscription has waited for, longest first. */
export function next(
  reader: Reader,
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
  limit: number,
): Promise<NoticeRow[]> {
  return reader.all(nextStatement, workspaceId, id, now, limit)
}

/** Leaves out those told before an instant: whatever comes now is told at once. */
export async function forget(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  before: number,
): Promise<void> {
  await transaction.run(forgetStatement, workspaceId, connectionId, before)
}

export async function drop(
  transaction: Transaction,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  await transaction.run(dropStatement, workspaceId, id)
}

export async function dropOfConnection(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<void> {
  await transaction.run(dropOfConnectionStatement, workspaceId, connectionId)
}
