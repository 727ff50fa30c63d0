import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { ConnectionAddress } from './connections.ts'

/** Links an account in a chat service to a person. */

export type LinkRow = {
  workspaceId: string
  connectionId: string
  /** Stable, unlike the display name in the chat service. */
  chatUserId: string
  userId: string
  name: string
  /** The direct conversation between the bot and the person. */
  chatId: string
  createdAt: number
}

export type LinkItem = LinkRow & { firstName: string; lastName: string }

const columns = `workspace_id as "workspaceId", connection_id as "connectionId", chat_user_id as "chatUserId",
  user_id as "userId", name, chat_id as "chatId", created_at as "createdAt"`

const getStatement = statement<LinkRow, ConnectionAddress & { chatUserId: string }>(
  'chatLinks.get',
  `select ${columns} from chat_links where workspace_id = $workspaceId and connection_id = $connectionId
     and chat_user_id = $chatUserId`,
)
const listStatement = statement<LinkItem, { workspaceId: string }>(
  'chatLinks.list',
  `select l.workspace_id as "workspaceId", l.connection_id as "connectionId", l.chat_user_id as "chatUserId",
     l.user_id as "userId", l.name, l.chat_id as "chatId", l.created_at as "createdAt",
     u.first_name as "firstName", u.last_name as "lastName"
   from chat_links l join users u on u.id = l.user_id
   where l.workspace_id = $workspaceId order by l.created_at, l.chat_user_id`,
)
const ofUserStatement = statement<LinkRow, { workspaceId: string; userId: string }>(
  'chatLinks.ofUser',
  `select ${columns} from chat_links where workspace_id = $workspaceId and user_id = $userId
   order by created_at desc, connection_id, chat_user_id`,
)
const putStatement = statement<never, LinkRow>(
  'chatLinks.put',
  `insert into chat_links (workspace_id, connection_id, chat_user_id, user_id, name, chat_id, created_at)
   values ($workspaceId, $connectionId, $chatUserId, $userId, $name, $chatId, $createdAt)
   on conflict (workspace_id, connection_id, chat_user_id) do update set user_id = excluded.user_id,
     name = excluded.name, chat_id = excluded.chat_id, created_at = excluded.created_at`,
)
const removeStatement = statement<never, ConnectionAddress & { chatUserId: string }>(
  'chatLinks.remove',
  `delete from chat_links where workspace_id = $workspaceId and connection_id = $connectionId
     and chat_user_id = $chatUserId`,
)
const removeOfUserStatement = statement<never, { workspaceId: string; userId: string }>(
  'chatLinks.removeOfUser',
  'delete from chat_links where workspace_id = $workspaceId and user_id = $userId',
)
const removeOfConnectionStatement = statement<never, ConnectionAddress>(
  'chatLinks.removeOfConnection',
  'delete from chat_links where workspace_id = $workspaceId and connection_id = $connectionId',
)

export function get(
  reader: Reader,
  { workspaceId, connectionId }: ConnectionAddress,
  chatUserId: string,
): Promise<LinkRow | undefined> {
  return reader.get(getStatement, { workspaceId, connectionId, chatUserId })
}

export function list(reader: Reader, workspaceId: string): Promise<LinkItem[]> {
  return reader.all(listStatement, { workspaceId })
}

/** The accounts that a person linked, the newest link first. */
export function ofUser(reader: Reader, workspaceId: string, userId: string): Promise<LinkRow[]> {
  return reader.all(ofUserStatement, { workspaceId, userId })
}

/** Replaces an existing link of the account. */
export async function put(transaction: Transaction, row: LinkRow): Promise<void> {
  await transaction.run(putStatement, row)
}

/** False when there is no link. */
export async function remove(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  chatUserId: string,
): Promise<boolean> {
  return (await transaction.run(removeStatement, { workspaceId, connectionId, chatUserId })) > 0
}

export async function removeOfUser(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await transaction.run(removeOfUserStatement, { workspaceId, userId })
}

export async function removeOfConnection(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<void> {
  await transaction.run(removeOfConnectionStatement, { workspaceId, connectionId })
}
