import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type PasskeyRow = {
  /** As the device knows it, in base64url; so is the public key. */
  id: string
  userId: string
  name: string
  publicKey: string
  counter: number
  /** JSON list of ways to reach the device. */
  transports: string
  createdAt: number
  lastUsedAt: number | null
}

const columns = `id, user_id as "userId", name, public_key as "publicKey", counter, transports,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

const byIdStatement = statement<PasskeyRow>(
  'passkeys.byId',
  `select ${columns} from passkeys where id = $1`,
)
const ofUserStatement = statement<PasskeyRow>(
  'passkeys.ofUser',
  `select ${columns} from passkeys where user_id = $1 order by created_at, id`,
)
const insertStatement = statement(
  'passkeys.insert',
  `insert into passkeys (id, user_id, name, public_key, counter, transports, created_at)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
const touchStatement = statement(
  'passkeys.touch',
  'update passkeys set counter = $2, last_used_at = $3 where id = $1',
)
const removeStatement = statement(
  'passkeys.remove',
  'delete from passkeys where user_id = $1 and id = $2',
)

const removeOfUserStatement = statement(
  'passkeys.removeOfUser',
  'delete from passkeys where user_id = $1',
)

export function byId(reader: Reader, id: string): Promise<PasskeyRow | undefined> {
  return reader.get(byIdStatement, id)
}

export function ofUser(reader: Reader, userId: string): Promise<PasskeyRow[]> {
  return reader.all(ofUserStatement, userId)
}

export async function insert(
  transaction: Transaction,
  passkey: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<void> {
  const { id, userId, name, publicKey, counter, transports, createdAt } = passkey
  await transaction.run(
    insertStatement,
    id,
    userId,
    name,
    publicKey,
    counter,
    transports,
    createdAt,
  )
}

/** Gives whether it is still there. */
export async function touch(
  transaction: Transaction,
  id: string,
  counter: number,
  now: number,
): Promise<boolean> {
  return (await transaction.run(touchStatement, id, counter, now)) > 0
}

/** Gives whether the person had it. */
export async function remove(
  transaction: Transaction,
  userId: string,
  id: string,
): Promise<boolean> {
  return (await transaction.run(removeStatement, userId, id)) > 0
}

/** Gives how many there were. */
export function removeOfUser(transaction: Transaction, userId: string): Promise<number> {
  return transaction.run(removeOfUserStatement, userId)
}
