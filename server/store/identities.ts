import type { Reader, Transaction } from './connection.ts'
import { statement } from './statement.ts'

const userStatement = statement<{ userId: string }>(
  'identities.user',
  'select user_id as "userId" from identities where issuer = $1 and subject = $2',
)
const insertStatement = statement(
  'identities.insert',
  'insert into identities (issuer, subject, user_id, created_at) values ($1, $2, $3, $4)',
)
const removeOfUserStatement = statement(
  'identities.removeOfUser',
  'delete from identities where user_id = $1',
)

/** Who a person is to a provider of OpenID Connect. */
export type Identity = { issuer: string; subject: string }

export async function userOf(
  reader: Reader,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  return (await reader.get(userStatement, issuer, subject))?.userId
}

export async function insert(
  transaction: Transaction,
  { issuer, subject }: Identity,
  userId: string,
  now: number,
): Promise<void> {
  await transaction.run(insertStatement, issuer, subject, userId, now)
}

/** So that somebody who comes back after they were removed is somebody new. */
export async function removeOfUser(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(removeOfUserStatement, userId)
}
