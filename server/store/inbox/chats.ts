import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** Chat messages about inboxes. */

type Own = { workspaceId: string; userId: string }

/** Someone who waits for a chat message, and the bot that sends it. */
export type Waiting = { userId: string; connectionId: string }

/** What is stored about the messages to a person. */
export type Delivery = {
  /** The message that is being sent, or is sent again, as JSON; null for none. */
  pending: string | null
  /** Why the last message was not delivered; null if it was. */
  error: string | null
  errorAt: number | null
}

/** With nothing to send, these statements read one empty index. */
const waiting = `inbox_entries e join inbox_settings s on s.workspace_id = e.workspace_id and s.user_id = e.user_id
   where e.send_at <= $now and s.chat_due_at <= $now`
const workspacesStatement = statement<{ workspaceId: string }, { now: number; limit: number }>(
  'inboxChats.workspaces',
  `select e.workspace_id as "workspaceId" from ${waiting}
   group by e.workspace_id order by min(s.chat_due_at), e.workspace_id limit $limit`,
)
const dueStatement = statement<Waiting, { workspaceId: string; now: number; limit: number }>(
  'inboxChats.due',
  `select e.user_id as "userId", s.chat_connection_id as "connectionId" from ${waiting}
     and e.workspace_id = $workspaceId and s.chat_connection_id is not null
   group by e.user_id, s.chat_connection_id order by min(s.chat_due_at), e.user_id limit $limit`,
)
const deliveryStatement = statement<Delivery, Own>(
  'inboxChats.delivery',
  `select chat_pending as "pending", chat_error as "error", chat_error_at as "errorAt" from inbox_settings
   where workspace_id = $workspaceId and user_id = $userId`,
)
const setDeliveryStatement = statement<
  never,
  Own & Delivery & { connectionId: string; dueAt: number }
>(
  'inboxChats.setDelivery',
  `update inbox_settings set chat_due_at = $dueAt, chat_pending = $pending, chat_error = $error, chat_error_at = $errorAt
   where workspace_id = $workspaceId and user_id = $userId and chat_connection_id = $connectionId
     and chat_due_at is not null`,
)
const resetStatement = statement<never, Own>(
  'inboxChats.reset',
  `update inbox_settings set chat_pending = null, chat_error = null, chat_error_at = null
   where workspace_id = $workspaceId and user_id = $userId`,
)
const endUnlinkedStatement = statement<never, { workspaceId: string }>(
  'inboxChats.endUnlinked',
  `update inbox_settings set chat_connection_id = null, chat_due_at = null, chat_pending = null, chat_error = null,
     chat_error_at = null
   where workspace_id = $workspaceId and chat_connection_id is not null and not exists (select 1 from chat_links l
     where l.workspace_id = inbox_settings.workspace_id and l.connection_id = inbox_settings.chat_connection_id
       and l.user_id = inbox_settings.user_id)`,
)
const cancelUnlinkedStatement = statement<never, { workspaceId: string }>(
  'inboxChats.cancelUnlinked',
  `update inbox_entries set send_at = null where workspace_id = $workspaceId and send_at is not null
     and user_id in (select s.user_id from inbox_settings s where s.workspace_id = $workspaceId
       and s.chat_connection_id is null)`,
)

/** Workspaces with people who wait for a chat message, the longest first. */
export async function workspaces(reader: Reader, now: number, limit: number): Promise<string[]> {
  const rows = await reader.all(workspacesStatement, { now, limit })
  return rows.map(({ workspaceId }) => workspaceId)
}

/** The people of a workspace who wait for a chat message, the longest first. */
export function due(
  reader: Reader,
  workspaceId: string,
  { now, limit }: { now: number; limit: number },
): Promise<Waiting[]> {
  return reader.all(dueStatement, { workspaceId, now, limit })
}

/** Undefined for someone who chose nothing. */
export function delivery(
  reader: Reader,
  { workspaceId, userId }: Own,
): Promise<Delivery | undefined> {
  return reader.get(deliveryStatement, { workspaceId, userId })
}

/** `dueAt`: before it, no message is sent. False if the person no longer gets messages from the bot. */
export async function setDelivery(
  transaction: Transaction,
  { workspaceId, userId, connectionId }: Own & { connectionId: string },
  { pending, error, errorAt, dueAt }: Delivery & { dueAt: number },
): Promise<boolean> {
  const values = { workspaceId, userId, connectionId, pending, error, errorAt, dueAt }
  return (await transaction.run(setDeliveryStatement, values)) > 0
}

/** For someone who chooses another bot, or none. */
export async function reset(transaction: Transaction, { workspaceId, userId }: Own): Promise<void> {
  await transaction.run(resetStatement, { workspaceId, userId })
}

/** Ends the messages to people who no longer have an account that is linked to the bot that they chose. */
export async function endUnlinked(transaction: Transaction, workspaceId: string): Promise<void> {
  await transaction.run(endUnlinkedStatement, { workspaceId })
  await transaction.run(cancelUnlinkedStatement, { workspaceId })
}
