import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type KeyRow = {
  id: string
  userId: string
  name: string
  firstCharacters: string
  lastCharacters: string
  readOnly: 0 | 1
  /** JSON list of workspace ids; null is all of its owner's. */
  workspaceIds: string | null
  activeWorkspaceId: string | null
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
}

const columns = `id, user_id as "userId", name, first_characters as "firstCharacters",
  last_characters as "lastCharacters", read_only as "readOnly", workspace_ids as "workspaceIds", active_workspace_id as "activeWorkspaceId",
  created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"`

const byHashStatement = statement<KeyRow>(
  'keys.byHash',
  `select ${columns} from api_keys where hash = $1`,
)
const byIdStatement = statement<KeyRow>(
  'keys.byId',
  `select ${columns} from api_keys where id = $1`,
)
const ofUserStatement = statement<KeyRow>(
  'keys.ofUser',
  `select ${columns} from api_keys where user_id = $1 order by created_at, id`,
)
const ofWorkspaceStatement = statement<KeyRow>(
  'keys.ofWorkspace',
  `select ${columns} from api_keys
   where user_id in (select m.user_id from members m where m.workspace_id = $1)
   order by created_at, id`,
)
const insertStatement = statement(
  'keys.insert',
  `insert into api_keys (id, user_id, name, hash, first_characters, last_characters, read_only, workspace_ids, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const revokeStatement = statement(
  'keys.revoke',
  'update api_keys set revoked_at = $2 where id = $1 and revoked_at is null',
)
const revokeOfUserStatement = statement(
  'keys.revokeOfUser',
  'update api_keys set revoked_at = $2 where user_id = $1 and revoked_at is null',
)
const limitStatement = statement(
  'keys.limit',
  'update api_keys set workspace_ids = $2 where id = $1',
)
const selectStatement = statement(
  'keys.select',
  'update api_keys set active_workspace_id = $2 where id = $1',
)
const touchStatement = statement(
  'keys.touch',
  'update api_keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)',
)

export function byHash(reader: Reader, hash: string): Promise<KeyRow | undefined> {
  return reader.get(byHashStatement, hash)
}

export function byId(reader: Reader, id: string): Promise<KeyRow | undefined> {
  return reader.get(byIdStatement, id)
}

export function ofUser(reader: Reader, userId: string): Promise<KeyRow[]> {
  return reader.all(ofUserStatement, userId)
}

/** All keys of those who are members. */
export function ofWorkspace(reader: Reader, workspaceId: string): Promise<KeyRow[]> {
  return reader.all(ofWorkspaceStatement, workspaceId)
}

export async function insert(
  transaction: Transaction,
  key: Omit<KeyRow, 'revokedAt' | 'lastUsedAt' | 'activeWorkspaceId'> & { hash: string },
): Promise<void> {
  await transaction.run(
    insertStatement,
    key.id,
    key.userId,
    key.name,
    key.hash,
    key.firstCharacters,
    key.lastCharacters,
    key.readOnly,
    key.workspaceIds,
    key.createdAt,
    key.expiresAt,
  )
}

export async function revoke(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction.run(revokeStatement, id, now)
}

/** Gives how many there were. */
export function revokeOfUser(
  transaction: Transaction,
  userId: string,
  now: number,
): Promise<number> {
  return transaction.run(revokeOfUserStatement, userId, now)
}

/** Sets the only workspaces that a key opens, as JSON. */
export async function limit(
  transaction: Transaction,
  id: string,
  workspaceIds: string,
): Promise<void> {
  await transaction.run(limitStatement, id, workspaceIds)
}

/** Sets the workspace the key works in while it names none. */
export async function select(
  transaction: Transaction,
  id: string,
  workspaceId: string,
): Promise<void> {
  await transaction.run(selectStatement, id, workspaceId)
}

/** Notes a use, unless one was noted at or after `since`. */
export async function touch(
  transaction: Transaction,
  id: string,
  now: number,
  notSince: number,
): Promise<void> {
  await transaction.run(touchStatement, id, now, notSince)
}
