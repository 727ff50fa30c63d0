import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ConnectionAddress } from './connections.ts'

/** What chats are told. */

export type SubscriptionRow = {
  workspaceId: string
  id: string
  connectionId: string
  chatId: string
  chatName: string
  /** Null is the whole workspace. */
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

const columns = `workspace_id as "workspaceId", id, connection_id as "connectionId", chat_id as "chatId",
  chat_name as "chatName", section_id as "sectionId", events, shows_excerpt as "showsExcerpt",
  from_sequence as "fromSequence", created_at as "createdAt", created_by as "createdBy", error, error_at as "errorAt"`

const listStatement = statement<SubscriptionRow>(
  'chatSubscriptions.list',
  `select ${columns} from chat_subscriptions where workspace_id = $1 order by created_at, id`,
)
const getStatement = statement<SubscriptionRow>(
  'chatSubscriptions.get',
  `select ${columns} from chat_subscriptions where workspace_id = $1 and id = $2`,
)
const insertStatement = statement(
  'chatSubscriptions.insert',
  `insert into chat_subscriptions (workspace_id, id, connection_id, chat_id, chat_name, section_id, events,
     shows_excerpt, from_sequence, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, (select event_sequence from workspaces where id = $1), $9, $10)`,
)
const updateStatement = statement(
  'chatSubscriptions.update',
  `update chat_subscriptions set events = $3, shows_excerpt = $4, created_by = $5, error = null, error_at = null
   where workspace_id = $1 and id = $2`,
)
const noteStatement = statement(
  'chatSubscriptions.note',
  'update chat_subscriptions set error = $3, error_at = $4 where workspace_id = $1 and id = $2',
)
const removeStatement = statement(
  'chatSubscriptions.remove',
  'delete from chat_subscriptions where workspace_id = $1 and id = $2',
)
const removeOfConnectionStatement = statement(
  'chatSubscriptions.removeOfConnection',
  'delete from chat_subscriptions where workspace_id = $1 and connection_id = $2',
)

export function list(reader: Reader, workspaceId: string): Promise<SubscriptionRow[]> {
  return reader.all(listStatement, workspaceId)
}

export function get(
  reader: Reader,
  workspaceId: string,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return reader.get(getStatement, workspaceId, id)
}

/** What is told begins after the newest event. */
export async function insert(
  transaction: Transaction,
  row: Omit<SubscriptionRow, 'fromSequence' | 'error' | 'errorAt'>,
): Promise<void> {
  const { workspaceId, id, connectionId, chatId, chatName, sectionId, events } = row
  const place = [connectionId, chatId, chatName, sectionId]
  const values = [events, row.showsExcerpt, row.createdAt, row.createdBy]
  await transaction.run(insertStatement, workspaceId, id, ...place, ...values)
}

export async function update(
  transaction: Transaction,
  { workspaceId, id }: Pick<SubscriptionRow, 'workspaceId' | 'id'>,
  row: Pick<SubscriptionRow, 'events' | 'showsExcerpt' | 'createdBy'>,
): Promise<void> {
  const { events, showsExcerpt, createdBy } = row
  await transaction.run(updateStatement, workspaceId, id, events, showsExcerpt, createdBy)
}

export async function note(
  transaction: Transaction,
  { workspaceId, id }: Pick<SubscriptionRow, 'workspaceId' | 'id'>,
  { error, errorAt }: Pick<SubscriptionRow, 'error' | 'errorAt'>,
): Promise<void> {
  await transaction.run(noteStatement, workspaceId, id, error, errorAt)
}

/** What waits to be told has to go first. */
export async function remove(
  transaction: Transaction,
  { workspaceId, id }: Pick<SubscriptionRow, 'workspaceId' | 'id'>,
): Promise<void> {
  await transaction.run(removeStatement, workspaceId, id)
}

export async function removeOfConnection(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<void> {
  await transaction.run(removeOfConnectionStatement, workspaceId, connectionId)
}
