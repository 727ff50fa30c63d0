import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { PauseReason } from './agent-accounts.ts'

export type KeyRow = {
  id: string
  userId: string
  name: string
  firstCharacters: string
  lastCharacters: string
  readOnly: 0 | 1
  /** It proposes changes instead of writing. */
  proposeOnly: 0 | 1
  /** A person made it for an agent. */
  forAgent: 0 | 1
  /** JSON list of workspace ids; null means all workspaces of its owner. */
  workspaceIds: string | null
  activeWorkspaceId: string | null
  createdAt: number
  expiresAt: number | null
  revokedAt: number | null
  lastUsedAt: number | null
  /** Set while the key belongs to a paused agent. */
  pauseReason: PauseReason | null
}

export type NewKey = Omit<
  KeyRow,
  'revokedAt' | 'lastUsedAt' | 'activeWorkspaceId' | 'pauseReason' | 'proposeOnly' | 'forAgent'
> & {
  hash: string
  proposeOnly?: 0 | 1
  forAgent?: 0 | 1
}

export const columns = `k.id, k.user_id as "userId", k.name, k.first_characters as "firstCharacters",
  k.last_characters as "lastCharacters", k.read_only as "readOnly", k.propose_only as "proposeOnly",
  case when k.propose_only = 1 then 1 else k.for_agent end as "forAgent", k.workspace_ids as "workspaceIds",
  k.active_workspace_id as "activeWorkspaceId", k.created_at as "createdAt", k.expires_at as "expiresAt",
  k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  (select g.pause_reason from agent_accounts g where g.user_id = k.user_id) as "pauseReason"`

export const byHashStatement = statement<KeyRow, { hash: string }>(
  'keys.byHash',
  `select ${columns} from api_keys k where k.hash = $hash`,
  { cached: 'until commit' },
)
const byIdStatement = statement<KeyRow, { id: string }>(
  'keys.byId',
  `select ${columns} from api_keys k where k.id = $id`,
)
const ofUserStatement = statement<KeyRow, { userId: string }>(
  'keys.ofUser',
  `select ${columns} from api_keys k where k.user_id = $userId order by k.created_at, k.id`,
)
const ofWorkspaceStatement = statement<KeyRow, { workspaceId: string }>(
  'keys.ofWorkspace',
  `select ${columns} from api_keys k
   where k.user_id in (select m.user_id from members m where m.workspace_id = $workspaceId)
   order by k.created_at, k.id`,
)
const insertStatement = statement<never, NewKey & { proposeOnly: 0 | 1; forAgent: 0 | 1 }>(
  'keys.insert',
  `insert into api_keys (id, user_id, name, hash, first_characters, last_characters, read_only, propose_only, for_agent, workspace_ids, created_at, expires_at)
   values ($id, $userId, $name, $hash, $firstCharacters, $lastCharacters, $readOnly, $proposeOnly, $forAgent, $workspaceIds,
     $createdAt, $expiresAt)`,
)
const revokeStatement = statement<never, { id: string; now: number }>(
  'keys.revoke',
  'update api_keys set revoked_at = $now where id = $id and revoked_at is null',
)
const revokeOfUserStatement = statement<never, { userId: string; now: number }>(
  'keys.revokeOfUser',
  'update api_keys set revoked_at = $now where user_id = $userId and revoked_at is null',
)
const shortenStatement = statement<never, { maxMs: number }>(
  'keys.shorten',
  `update api_keys set expires_at = created_at + $maxMs
   where revoked_at is null and (expires_at is null or expires_at > created_at + $maxMs)`,
)
const limitStatement = statement<never, { id: string; workspaceIds: string }>(
  'keys.limit',
  'update api_keys set workspace_ids = $workspaceIds where id = $id',
)
const selectStatement = statement<never, { id: string; workspaceId: string }>(
  'keys.select',
  'update api_keys set active_workspace_id = $workspaceId where id = $id',
)
const touchStatement = statement<never, { id: string; now: number; notSince: number }>(
  'keys.touch',
  `update api_keys set last_used_at = $now where id = $id
     and (last_used_at is null or last_used_at <= $notSince)`,
)

export function byHash(reader: Reader, hash: string): Promise<KeyRow | undefined> {
  return reader.get(byHashStatement, { hash })
}

export function byId(reader: Reader, id: string): Promise<KeyRow | undefined> {
  return reader.get(byIdStatement, { id })
}

export function ofUser(reader: Reader, userId: string): Promise<KeyRow[]> {
  return reader.all(ofUserStatement, { userId })
}

/** The API keys of all members. */
export function ofWorkspace(reader: Reader, workspaceId: string): Promise<KeyRow[]> {
  return reader.all(ofWorkspaceStatement, { workspaceId })
}

export async function insert(transaction: Transaction, key: NewKey): Promise<void> {
  const { proposeOnly = 0, forAgent = 0 } = key
  await transaction.run(insertStatement, { ...key, proposeOnly, forAgent })
}

export async function revoke(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction.run(revokeStatement, { id, now })
}

/** Returns the number of keys. */
export function revokeOfUser(
  transaction: Transaction,
  userId: string,
  now: number,
): Promise<number> {
  return transaction.run(revokeOfUserStatement, { userId, now })
}

/** Keys that are valid for longer end that many milliseconds after they were created. Returns their number. */
export function shorten(transaction: Transaction, maxMs: number): Promise<number> {
  return transaction.run(shortenStatement, { maxMs })
}

/** Limits a key to workspaces, as JSON. */
export async function limit(
  transaction: Transaction,
  id: string,
  workspaceIds: string,
): Promise<void> {
  await transaction.run(limitStatement, { id, workspaceIds })
}

/** Sets the default workspace of a key. */
export async function select(
  transaction: Transaction,
  id: string,
  workspaceId: string,
): Promise<void> {
  await transaction.run(selectStatement, { id, workspaceId })
}

/** Records a use, unless one was recorded at or after `since`. */
export async function touch(
  transaction: Transaction,
  id: string,
  now: number,
  notSince: number,
): Promise<void> {
  await transaction.run(touchStatement, { id, now, notSince })
}
