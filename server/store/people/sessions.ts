import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type SessionRow = {
  id: string
  userId: string
  userAgent: string
  createdAt: number
  lastUsedAt: number
  expiresAt: number
  /** The last time that the person confirmed their identity; null means at sign-in. */
  authenticatedAt: number | null
  /** The IP address at sign-in. */
  address: string | null
  /** How the person signed in; null before this was recorded. */
  method: string | null
}

const columns = `s.id, s.user_id as "userId", s.user_agent as "userAgent", s.created_at as "createdAt",
  s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
  s.authenticated_at as "authenticatedAt", s.address, s.method`

const byHashStatement = statement<SessionRow, { hash: string }>(
  'sessions.byHash',
  `select ${columns} from sessions s join users u on u.id = s.user_id
   where s.hash = $hash and u.removed_at is null and u.disabled_at is null`,
  { cached: 'until commit' },
)
const ofUserStatement = statement<SessionRow, { userId: string; now: number }>(
  'sessions.ofUser',
  `select ${columns} from sessions s where s.user_id = $userId and s.expires_at > $now
   order by s.last_used_at desc, s.id`,
)
const insertStatement = statement<never, SessionRow & { hash: string }>(
  'sessions.insert',
  `insert into sessions (id, user_id, hash, user_agent, created_at, last_used_at, expires_at, authenticated_at, address, method)
   values ($id, $userId, $hash, $userAgent, $createdAt, $lastUsedAt, $expiresAt, $authenticatedAt, $address, $method)`,
)
const touchStatement = statement<
  never,
  { id: string; lastUsedAt: number; expiresAt: number; notSince: number }
>(
  'sessions.touch',
  `update sessions set last_used_at = $lastUsedAt, expires_at = $expiresAt where id = $id
     and last_used_at <= $notSince`,
)
const byIdStatement = statement<SessionRow, { id: string; userId: string }>(
  'sessions.byId',
  `select ${columns} from sessions s where s.id = $id and s.user_id = $userId`,
)
const authenticateStatement = statement<never, { id: string; userId: string; now: number }>(
  'sessions.authenticate',
  'update sessions set authenticated_at = $now where id = $id and user_id = $userId',
)
const removeStatement = statement<never, { id: string }>(
  'sessions.remove',
  'delete from sessions where id = $id',
)
const removeOfUserStatement = statement<never, { userId: string; exceptId: string }>(
  'sessions.removeOfUser',
  'delete from sessions where user_id = $userId and id <> $exceptId',
)
const removeOtherMethodsStatement = statement<never, { method: string; exceptId: string }>(
  'sessions.removeOtherMethods',
  'delete from sessions where (method is null or method <> $method) and id <> $exceptId',
)
const removeExpiredStatement = statement<never, { now: number }>(
  'sessions.removeExpired',
  'delete from sessions where expires_at <= $now',
)

/** An unexpired session of a person whose account exists and is enabled. */
export async function byHash(
  reader: Reader,
  hash: string,
  now: number,
): Promise<SessionRow | undefined> {
  const session = await reader.get(byHashStatement, { hash })
  return session !== undefined && session.expiresAt > now ? session : undefined
}

export function byId(reader: Reader, id: string, userId: string): Promise<SessionRow | undefined> {
  return reader.get(byIdStatement, { id, userId })
}

/** Records that the person confirmed their identity; false when the session is not theirs. */
export async function authenticate(
  transaction: Transaction,
  { id, userId }: Pick<SessionRow, 'id' | 'userId'>,
  now: number,
): Promise<boolean> {
  return (await transaction.run(authenticateStatement, { id, userId, now })) > 0
}

/** Unexpired sessions, the most recently used first. */
export function ofUser(reader: Reader, userId: string, now: number): Promise<SessionRow[]> {
  return reader.all(ofUserStatement, { userId, now })
}

export async function insert(
  transaction: Transaction,
  session: SessionRow & { hash: string },
): Promise<void> {
  await transaction.run(insertStatement, session)
}

/** Records a use and extends the session, unless a use was recorded after `notSince`. */
export async function touch(
  transaction: Transaction,
  { id, lastUsedAt, expiresAt }: Pick<SessionRow, 'id' | 'lastUsedAt' | 'expiresAt'>,
  notSince: number,
): Promise<void> {
  await transaction.run(touchStatement, { id, lastUsedAt, expiresAt, notSince })
}

export async function remove(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(removeStatement, { id })
}

/** Ends all sessions of a person except one. */
export async function removeOfUser(
  transaction: Transaction,
  userId: string,
  exceptId = '',
): Promise<void> {
  await transaction.run(removeOfUserStatement, { userId, exceptId })
}

/** Ends all sessions that did not begin with this method, except one. */
export async function removeOtherMethods(
  transaction: Transaction,
  method: string,
  exceptId: string,
): Promise<void> {
  await transaction.run(removeOtherMethodsStatement, { method, exceptId })
}

export async function removeExpired(transaction: Transaction, now: number): Promise<void> {
  await transaction.run(removeExpiredStatement, { now })
}
