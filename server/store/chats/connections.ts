import { leasesOf } from '../background/leases.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** Bots of workspaces. */

export type ConnectionAddress = { workspaceId: string; connectionId: string }

/** One process at a time is connected to an enabled bot. */
export const leases = leasesOf<ConnectionAddress>({
  name: 'chatConnections',
  table: 'chat_connections',
  key: { workspaceId: 'workspace_id', connectionId: 'id' },
  claimable: `state = 'enabled'`,
})

export type ConnectionRow = {
  workspaceId: string
  id: string
  service: string
  /** How the service identifies the bot. */
  account: string
  name: string
  /** JSON. */
  settings: string
  /** Encrypted. */
  secrets: string
  state: 'enabled' | 'disabled'
  error: string | null
  errorAt: number | null
  /** The last contact with the service. */
  seenAt: number | null
  position: string | null
  createdAt: number
  createdBy: string
  updatedAt: number
}

export type NewConnection = Omit<
  ConnectionRow,
  'state' | 'error' | 'errorAt' | 'seenAt' | 'position' | 'updatedAt'
>

type ConnectionChange = Pick<
  ConnectionRow,
  'account' | 'name' | 'settings' | 'secrets' | 'state' | 'updatedAt'
>

const columns = `workspace_id as "workspaceId", id, service, account, name, settings, secrets, state, error,
  error_at as "errorAt", seen_at as "seenAt", position, created_at as "createdAt", created_by as "createdBy",
  updated_at as "updatedAt"`

const listStatement = statement<ConnectionRow, { workspaceId: string }>(
  'chatConnections.list',
  `select ${columns} from chat_connections where workspace_id = $workspaceId order by created_at, id`,
)
const getStatement = statement<ConnectionRow, ConnectionAddress>(
  'chatConnections.get',
  `select ${columns} from chat_connections where workspace_id = $workspaceId and id = $connectionId`,
)
const byAccountStatement = statement<ConnectionAddress, { account: string; service: string }>(
  'chatConnections.byAccount',
  `select workspace_id as "workspaceId", connection_id as "connectionId" from chat_accounts
   where account = $account and service = $service order by connection_id`,
)
const insertStatement = statement<never, NewConnection>(
  'chatConnections.insert',
  `insert into chat_connections (workspace_id, id, service, account, name, settings, secrets, state, created_at,
     created_by, updated_at, seen_at)
   values ($workspaceId, $id, $service, $account, $name, $settings, $secrets, 'enabled', $createdAt,
     $createdBy, $createdAt, $createdAt)`,
)
const insertAccountStatement = statement<
  never,
  { account: string; service: string; id: string; workspaceId: string }
>(
  'chatConnections.insertAccount',
  `insert into chat_accounts (account, service, connection_id, workspace_id)
     values ($account, $service, $id, $workspaceId)`,
)
const removeAccountStatement = statement<never, { account: string; service: string; id: string }>(
  'chatConnections.removeAccount',
  'delete from chat_accounts where account = $account and service = $service and connection_id = $id',
)
const updateStatement = statement<never, { workspaceId: string; id: string } & ConnectionChange>(
  'chatConnections.update',
  `update chat_connections set account = $account, name = $name, settings = $settings, secrets = $secrets,
     state = $state, updated_at = $updatedAt, error = null, error_at = null
   where workspace_id = $workspaceId and id = $id`,
)
const noteStatement = statement<
  never,
  ConnectionAddress & { error: string | null; errorAt: number | null; seenAt: number | null }
>(
  'chatConnections.note',
  `update chat_connections set error = $error, error_at = $errorAt, seen_at = coalesce($seenAt, seen_at)
   where workspace_id = $workspaceId and id = $connectionId`,
)
const moveStatement = statement<never, ConnectionAddress & { holder: string; position: string }>(
  'chatConnections.move',
  `update chat_connections set position = $position where workspace_id = $workspaceId
     and id = $connectionId and holder = $holder`,
)
const takenStatement = statement<
  { position: string | null },
  ConnectionAddress & { position: string }
>(
  'chatConnections.takeUpdate',
  `update chat_connections set position = $position where workspace_id = $workspaceId and id = $connectionId
   and (position is null or length(position) < length($position) or (length(position) = length($position)
     and position < $position))
   returning position`,
)
const removeStatement = statement<never, { workspaceId: string; id: string }>(
  'chatConnections.remove',
  'delete from chat_connections where workspace_id = $workspaceId and id = $id',
)
export function list(reader: Reader, workspaceId: string): Promise<ConnectionRow[]> {
  return reader.all(listStatement, { workspaceId })
}

export function get(
  reader: Reader,
  { workspaceId, connectionId }: ConnectionAddress,
): Promise<ConnectionRow | undefined> {
  return reader.get(getStatement, { workspaceId, connectionId })
}

/** Bots with this identity at the service, oldest first. */
export function byAccount(
  reader: Reader,
  service: string,
  account: string,
): Promise<ConnectionAddress[]> {
  return reader.all(byAccountStatement, { account, service })
}

export async function insert(transaction: Transaction, row: NewConnection): Promise<void> {
  await transaction.run(insertStatement, row)
  await transaction.run(insertAccountStatement, row)
}

/** Clears the last error. */
export async function update(
  transaction: Transaction,
  before: ConnectionRow,
  change: ConnectionChange,
): Promise<void> {
  const { workspaceId, id, service } = before
  const { account } = change
  await transaction.run(updateStatement, { workspaceId, id, ...change })
  if (account === before.account) return
  await transaction.run(removeAccountStatement, { account: before.account, service, id })
  await transaction.run(insertAccountStatement, { account, service, id, workspaceId })
}

/** Records the last error of the service; null clears it. */
export async function note(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  { error, at }: { error: string | null; at: number },
): Promise<void> {
  const errorAt = error === null ? null : at
  const seenAt = error === null ? at : null
  await transaction.run(noteStatement, { workspaceId, connectionId, error, errorAt, seenAt })
}

/** Records the position in the message stream; false when another process holds the bot. */
export async function move(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  holder: string,
  position: string,
): Promise<boolean> {
  return (await transaction.run(moveStatement, { workspaceId, connectionId, holder, position })) > 0
}

/** Claims a numbered message once; false when it or a later one was claimed before. */
export async function takeUpdate(
  transaction: Transaction,
  { workspaceId, connectionId }: ConnectionAddress,
  position: string,
): Promise<boolean> {
  const taken = await transaction.get(takenStatement, { workspaceId, connectionId, position })
  return taken !== undefined
}

/** Rows that refer to the bot have to be removed first. */
export async function remove(
  transaction: Transaction,
  { workspaceId, id, account, service }: ConnectionRow,
): Promise<void> {
  await transaction.run(removeAccountStatement, { account, service, id })
  await transaction.run(removeStatement, { workspaceId, id })
}
