import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** Bots of workspaces. */

export type ConnectionAddress = { workspaceId: string; connectionId: string }

export type ConnectionRow = {
  workspaceId: string
  id: string
  service: string
  /** What the service calls the bot, or where it is. */
  account: string
  name: string
  /** JSON. */
  settings: string
  /** Sealed. */
  secrets: string
  state: 'enabled' | 'disabled'
  error: string | null
  errorAt: number | null
  /** When the service was last heard of. */
  seenAt: number | null
  position: string | null
  createdAt: number
  createdBy: string
  updatedAt: number
}

const columns = `workspace_id as "workspaceId", id, service, account, name, settings, secrets, state, error,
  error_at as "errorAt", seen_at as "seenAt", position, created_at as "createdAt", created_by as "createdBy",
  updated_at as "updatedAt"`

const listStatement = statement<ConnectionRow>(
  'chatConnections.list',
  `select ${columns} from chat_connections where workspace_id = $1 order by created_at, id`,
)
const getStatement = statement<ConnectionRow>(
  'chatConnections.get',
  `select ${columns} from chat_connections where workspace_id = $1 and id = $2`,
)
const byAccountStatement = statement<ConnectionAddress>(
  'chatConnections.byAccount',
  `select workspace_id as "workspaceId", connection_id as "connectionId" from chat_accounts
   where account = $1 and service = $2 order by connection_id`,
)
const insertStatement = statement(
  'chatConnections.insert',
  `insert into chat_connections (workspace_id, id, service, account, name, settings, secrets, state, created_at,
     created_by, updated_at, seen_at)
   values ($1, $2, $3, $4, $5, $6, $7, 'enabled', $8, $9, $8, $8)`,
)
const insertAccountStatement = statement(
  'chatConnections.insertAccount',
  `insert into chat_accounts (account, service, connection_id, workspace_id) values ($1, $2, $3, $4)`,
)
const removeAccountStatement = statement(
  'chatConnections.removeAccount',
  'delete from chat_accounts where account = $1 and service = $2 and connection_id = $3',
)
const updateStatement = statement(
  'chatConnections.update',
  `update chat_connections set account = $3, name = $4, settings = $5, secrets = $6, state = $7, updated_at = $8,
     error = null, error_at = null
   where workspace_id = $1 and id = $2`,
)
const noteStatement = statement(
  'chatConnections.note',
  `update chat_connections set error = $3, error_at = $4, seen_at = coalesce($5, seen_at)
   where workspace_id = $1 and id = $2`,
)
const moveStatement = statement(
  'chatConnections.move',
  'update chat_connections set position = $4 where workspace_id = $1 and id = $2 and holder = $3',
)
const takenStatement = statement<{ position: string | null }>(
  'chatConnections.takeUpdate',
  `update chat_connections set position = $3 where workspace_id = $1 and id = $2
   and (position is null or length(position) < length($3) or (length(position) = length($3) and position < $3))
   returning position`,
)
const removeStatement = statement(
  'chatConnections.remove',
  'delete from chat_connections where workspace_id = $1 and id = $2',
)
const claimStatement = statement(
  'chatConnections.claim',
  `update chat_connections set holder = $3, leased_until = $4
   where workspace_id = $1 and id = $2 and state = 'enabled'
     and (holder is null or holder = $3 or leased_until < $5)`,
)
const releaseStatement = statement(
  'chatConnections.release',
  `update chat_connections set holder = null, leased_until = null
   where workspace_id = $1 and id = $2 and holder = $3`,
)
const idleStatement = statement<ConnectionAddress & { updatedAt: number }>(
  'chatConnections.idle',
  `select workspace_id as "workspaceId", id as "connectionId", updated_at as "updatedAt" from chat_connections
   where state = 'enabled' and (holder is null or leased_until < $1)`,
)

export function list(reader: Reader, workspaceId: string): Promise<ConnectionRow[]> {
  return reader.all(listStatement, workspaceId)
}

export function get(
  reader: Reader,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<ConnectionRow | undefined> {
  return reader.get(getStatement, workspaceId, connectionId)
}

/** Bots that a service calls so, the oldest first. */
export function byAccount(
  reader: Reader,
  service: string,
  account: string,
): Promise<ConnectionAddress[]> {
  return reader.all(byAccountStatement, account, service)
}

export async function insert(
  transaction: Transaction,
  row: Omit<ConnectionRow, 'state' | 'error' | 'errorAt' | 'seenAt' | 'position' | 'updatedAt'>,
): Promise<void> {
  const { workspaceId, id, service, account, name, settings, secrets, createdAt, createdBy } = row
  const values = [service, account, name, settings, secrets, createdAt, createdBy]
  await transaction.run(insertStatement, workspaceId, id, ...values)
  await transaction.run(insertAccountStatement, account, service, id, workspaceId)
}

/** Clears the last error. */
export async function update(
  transaction: Transaction,
  before: ConnectionRow,
  row: Pick<ConnectionRow, 'account' | 'name' | 'settings' | 'secrets' | 'state' | 'updatedAt'>,
): Promise<void> {
  const { workspaceId, id, service } = before
  const { account, name, settings, secrets, state, updatedAt } = row
  const values = [account, name, settings, secrets, state, updatedAt]
  await transaction.run(updateStatement, workspaceId, id, ...values)
  if (account === before.account) return
  await transaction.run(removeAccountStatement, before.account, service, id)
  await transaction.run(insertAccountStatement, account, service, id, workspaceId)
}

/** What the service last had to say; without an error it is well. */
export async function note(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  { error, at }: { error: string | null; at: number },
): Promise<void> {
  const errorAt = error === null ? null : at
  const seenAt = error === null ? at : null
  await transaction.run(noteStatement, workspaceId, connectionId, error, errorAt, seenAt)
}

/** How far its messages were read; false when another holder has the bot now. */
export async function move(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  holder: string,
  position: string,
): Promise<boolean> {
  return (await transaction.run(moveStatement, workspaceId, connectionId, holder, position)) > 0
}

/** Takes a numbered message once; false when it, or a later one, was taken already. */
export async function takeUpdate(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  position: string,
): Promise<boolean> {
  const taken = await transaction.get(takenStatement, workspaceId, connectionId, position)
  return taken !== undefined
}

/** What refers to it has to go first. */
export async function remove(
  transaction: Transaction,
  { workspaceId, id, account, service }: ConnectionRow,
): Promise<void> {
  await transaction.run(removeAccountStatement, account, service, id)
  await transaction.run(removeStatement, workspaceId, id)
}

/** Takes a bot that nobody else holds, or holds it longer. */
export async function claim(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  { holder, until, now }: { holder: string; until: number; now: number },
): Promise<boolean> {
  return (await transaction.run(claimStatement, workspaceId, connectionId, holder, until, now)) > 0
}

export async function release(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  holder: string,
): Promise<void> {
  await transaction.run(releaseStatement, workspaceId, connectionId, holder)
}

/** Bots of any workspace that are switched on and that nobody speaks for. */
export function idle(
  reader: Reader,
  now: number,
): Promise<(ConnectionAddress & { updatedAt: number })[]> {
  return reader.all(idleStatement, now)
}
