import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ConnectionAddress } from './connections.ts'

/** The events that a chat is notified of. */

export type SubscriptionRow = {
  workspaceId: string
  id: string
  connectionId: string
  chatId: string
  chatName: string
  /** Null means the complete workspace. */
  sectionId: string | null
  /** A JSON list. */
  events: string
  showsExcerpt: 0 | 1
  fromSequence: number
  createdAt: number
  createdBy: string
  error: string | null
  errorAt: number | null
}

export type NewSubscription = Omit<SubscriptionRow, 'fromSequence' | 'error' | 'errorAt'>

const columns = `workspace_id as "workspaceId", id, connection_id as "connectionId", chat_id as "chatId",
  chat_name as "chatName", section_id as "sectionId", events, shows_excerpt as "showsExcerpt",
  from_sequence as "fromSequence", created_at as "createdAt", created_by as "createdBy", error, error_at as "errorAt"`

const listStatement = statement<SubscriptionRow, { workspaceId: string }>(
  'chatSubscriptions.list',
  `select ${columns} from chat_subscriptions where workspace_id = $workspaceId order by created_at, id`,
)
const getStatement = statement<SubscriptionRow, { workspaceId: string; id: string }>(
  'chatSubscriptions.get',
  `select ${columns} from chat_subscriptions where workspace_id = $workspaceId and id = $id`,
)
const insertStatement = statement<never, NewSubscription>(
  'chatSubscriptions.insert',
  `insert into chat_subscriptions (workspace_id, id, connection_id, chat_id, chat_name, section_id, events,
     shows_excerpt, from_sequence, created_at, created_by)
   values ($workspaceId, $id, $connectionId, $chatId, $chatName, $sectionId, $events, $showsExcerpt,
     (select event_sequence from workspaces where id = $workspaceId), $createdAt, $createdBy)`,
)
const updateStatement = statement<
  never,
  { workspaceId: string; id: string; events: string; showsExcerpt: 0 | 1; createdBy: string }
>(
  'chatSubscriptions.update',
  `update chat_subscriptions set events = $events, shows_excerpt = $showsExcerpt, created_by = $createdBy,
     error = null, error_at = null
   where workspace_id = $workspaceId and id = $id`,
)
const noteStatement = statement<
  never,
  { workspaceId: string; id: string; error: string | null; errorAt: number | null }
>(
  'chatSubscriptions.note',
  `update chat_subscriptions set error = $error, error_at = $errorAt where workspace_id = $workspaceId
     and id = $id`,
)
const removeStatement = statement<never, { workspaceId: string; id: string }>(
  'chatSubscriptions.remove',
  'delete from chat_subscriptions where workspace_id = $workspaceId and id = $id',
)
const removeOfConnectionStatement = statement<never, ConnectionAddress>(
  'chatSubscriptions.removeOfConnection',
  'delete from chat_subscriptions where workspace_id = $workspaceId and connection_id = $connectionId',
)

export function list(reader: Reader, workspaceId: string): Promise<SubscriptionRow[]> {
  return reader.all(listStatement, { workspaceId })
}

export function get(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return reader.get(getStatement, { workspaceId, id })
}

/** Notifications start after the newest event. */
export async function insert(transaction: Transaction, row: NewSubscription): Promise<void> {
  await transaction.run(insertStatement, row)
}

export async function update(
  transaction: Transaction,
  { workspaceId, id }: Pick<SubscriptionRow, 'workspaceId' | 'id'>,
  row: Pick<SubscriptionRow, 'events' | 'showsExcerpt' | 'createdBy'>,
): Promise<void> {
  const { events, showsExcerpt, createdBy } = row
  await transaction.run(updateStatement, { workspaceId, id, events, showsExcerpt, createdBy })
}

export async function note(
  transaction: Transaction,
  { workspaceId, id }: Pick<SubscriptionRow, 'workspaceId' | 'id'>,
  { error, errorAt }: Pick<SubscriptionRow, 'error' | 'errorAt'>,
): Promise<void> {
  await transaction.run(noteStatement, { workspaceId, id, error, errorAt })
}

/** Pending notifications have to be removed first. */
export async function remove(
  transaction: Transaction,
  { workspaceId, id }: Pick<SubscriptionRow, 'workspaceId' | 'id'>,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, id })
}

export async function removeOfConnection(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<void> {
  await transaction.run(removeOfConnectionStatement, { workspaceId, connectionId })
}
