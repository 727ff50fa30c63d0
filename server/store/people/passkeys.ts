import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type PasskeyRow = {
  /** The id that the device uses, in base64url, as is the public key. */
  id: string
  userId: string
  name: string
  publicKey: string
  counter: number
  /** JSON list of transports. */
  transports: string
  createdAt: number
  lastUsedAt: number | null
}

export type NewPasskey = Omit<PasskeyRow, 'lastUsedAt'>

const columns = `id, user_id as "userId", name, public_key as "publicKey", counter, transports,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

const byIdStatement = statement<PasskeyRow, { id: string }>(
  'passkeys.byId',
  `select ${columns} from passkeys where id = $id`,
)
const ofUserStatement = statement<PasskeyRow, { userId: string }>(
  'passkeys.ofUser',
  `select ${columns} from passkeys where user_id = $userId order by created_at, id`,
)
const insertStatement = statement<never, NewPasskey>(
  'passkeys.insert',
  `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
   values ($id, $userId, $name, $publicKey, $counter, $transports, $createdAt)`,
)
const touchStatement = statement<never, { id: string; counter: number; now: number }>(
  'passkeys.touch',
  'update passkeys set counter = $counter, last_used_at = $now where id = $id',
)
const removeStatement = statement<never, { userId: string; id: string }>(
  'passkeys.remove',
  'delete from passkeys where user_id = $userId and id = $id',
)

const removeOfUserStatement = statement<never, { userId: string }>(
  'passkeys.removeOfUser',
  'delete from passkeys where user_id = $userId',
)

export function byId(reader: Reader, id: string): Promise<PasskeyRow | undefined> {
  return reader.get(byIdStatement, { id })
}

export function ofUser(reader: Reader, userId: string): Promise<PasskeyRow[]> {
  return reader.all(ofUserStatement, { userId })
}

export async function insert(transaction: Transaction, passkey: NewPasskey): Promise<void> {
  await transaction.run(insertStatement, passkey)
}

/** False when the passkey no longer exists. */
export async function touch(
  transaction: Transaction,
  id: string,
  counter: number,
  now: number,
): Promise<boolean> {
  return (await transaction.run(touchStatement, { id, counter, now })) > 0
}

/** False when the person has no such passkey. */
export async function remove(
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<boolean> {
  return (await transaction.run(removeStatement, { userId, id })) > 0
}

/** Returns the number of removed passkeys. */
export function removeOfUser(transaction: Transaction, userId: string): Promise<number> {
  return transaction.run(removeOfUserStatement, { userId })
}
