import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** Tokens for one use within a short time. */
export type OneTimeTokenRow = {
  kind: string
  userId: string | null
  /** The action that it authorises. */
  data: string
  createdAt: number
  expiresAt: number
}

const columns =
  'kind, user_id as "userId", data, created_at as "createdAt", expires_at as "expiresAt"'

const getStatement = statement<OneTimeTokenRow, { hash: string; kind: string; now: number }>(
  'tickets.get',
  `select ${columns} from tickets where hash = $hash and kind = $kind and expires_at > $now`,
)
const ofUserStatement = statement<OneTimeTokenRow, { kind: string; userId: string; now: number }>(
  'tickets.ofUser',
  `select ${columns} from tickets where kind = $kind and user_id = $userId and expires_at > $now
   order by created_at desc limit 1`,
)
const insertStatement = statement<never, OneTimeTokenRow & { hash: string }>(
  'tickets.insert',
  `insert into tickets (hash, kind, user_id, data, created_at, expires_at)
   values ($hash, $kind, $userId, $data, $createdAt, $expiresAt)`,
)
const removeStatement = statement<never, { hash: string }>(
  'tickets.remove',
  'delete from tickets where hash = $hash',
)
const removeKindStatement = statement<never, { kind: string }>(
  'tickets.removeKind',
  'delete from tickets where kind = $kind',
)
const removeOfUserStatement = statement<never, { kind: string; userId: string }>(
  'tickets.removeOfUser',
  'delete from tickets where kind = $kind and user_id = $userId',
)
const removeAllOfUserStatement = statement<never, { userId: string }>(
  'tickets.removeAllOfUser',
  'delete from tickets where user_id = $userId',
)
const removeExpiredStatement = statement<never, { now: number }>(
  'tickets.removeExpired',
  'delete from tickets where expires_at <= $now',
)

/** An unexpired token. */
export function get(
  reader: Reader,
  hash: string,
  kind: string,
  now: number,
): Promise<OneTimeTokenRow | undefined> {
  return reader.get(getStatement, { hash, kind, now })
}

/** The newest unexpired token of a person. */
export function ofUser(
  reader: Reader,
  kind: string,
  userId: string,
  now: number,
): Promise<OneTimeTokenRow | undefined> {
  return reader.get(ofUserStatement, { kind, userId, now })
}

export async function insert(
  transaction: Transaction,
  ticket: OneTimeTokenRow & { hash: string },
): Promise<void> {
  const { hash, kind, userId, data, createdAt, expiresAt } = ticket
  await transaction.run(insertStatement, { hash, kind, userId, data, createdAt, expiresAt })
}

/** False when it was already used, so that only one of two concurrent requests continues. */
export async function remove(transaction: Transaction, hash: string): Promise<boolean> {
  return (await transaction.run(removeStatement, { hash })) > 0
}

export async function removeKind(transaction: Transaction, kind: string): Promise<void> {
  await transaction.run(removeKindStatement, { kind })
}

export async function removeOfUser(
  transaction: Transaction,
  kind: string,
  userId: string,
): Promise<void> {
  await transaction.run(removeOfUserStatement, { kind, userId })
}

export async function removeAllOfUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(removeAllOfUserStatement, { userId })
}

export async function removeExpired(transaction: Transaction, now: number): Promise<void> {
  await transaction.run(removeExpiredStatement, { now })
}
