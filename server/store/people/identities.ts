import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

const userStatement = statement<{ userId: string; createdAt: number }, Identity>(
  'identities.user',
  `select user_id as "userId", created_at as "createdAt" from identities where issuer = $issuer
     and subject = $subject`,
)
const insertStatement = statement<never, Identity & { userId: string; now: number }>(
  'identities.insert',
  'insert into identities (issuer, subject, user_id, created_at) values ($issuer, $subject, $userId, $now)',
)
const removeOfUserStatement = statement<never, { userId: string }>(
  'identities.removeOfUser',
  'delete from identities where user_id = $userId',
)

/** A person's account at an OpenID Connect provider. */
export type Identity = { issuer: string; subject: string }

/** The person of an identity, and the time since when they are linked. */
export function userOf(
  reader: Reader,
  { issuer, subject }: Identity,
): Promise<{ userId: string; createdAt: number } | undefined> {
  return reader.get(userStatement, { issuer, subject })
}

export async function insert(
  transaction: Transaction,
  { issuer, subject }: Identity,
  userId: string,
  now: number,
): Promise<void> {
  await transaction.run(insertStatement, { issuer, subject, userId, now })
}

/** A person who returns after being removed gets a new account. */
export async function removeOfUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(removeOfUserStatement, { userId })
}
