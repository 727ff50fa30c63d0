import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** The key of a person for one operation. */
export type KeyAddress = { userId: string; operation: string; keyHash: string }

export type KeyState = {
  requestHash: string
  /** Who runs the request; null once it is done. */
  holder: string | null
  leasedUntil: number | null
  /** JSON, once it is done. */
  answer: string | null
  createdAt: number
}

export type Claim = KeyAddress & {
  requestHash: string
  holder: string
  leasedUntil: number
  createdAt: number
}

const insertStatement = statement(
  'idempotencyKeys.insert',
  `insert into idempotency_keys (user_id, operation, key_hash, request_hash, holder, leased_until, bytes, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_id, operation, key_hash) do nothing`,
)
const getStatement = statement<KeyState>(
  'idempotencyKeys.get',
  `select request_hash as "requestHash", holder, leased_until as "leasedUntil", answer, created_at as "createdAt"
   from idempotency_keys where user_id = $1 and operation = $2 and key_hash = $3`,
)
const takeOverStatement = statement(
  'idempotencyKeys.takeOver',
  `update idempotency_keys set holder = $4, leased_until = $5
   where user_id = $1 and operation = $2 and key_hash = $3 and leased_until <= $6`,
)
const renewStatement = statement(
  'idempotencyKeys.renew',
  `update idempotency_keys set leased_until = $5
   where user_id = $1 and operation = $2 and key_hash = $3 and holder = $4`,
)
const finishStatement = statement(
  'idempotencyKeys.finish',
  `update idempotency_keys set holder = null, leased_until = null, answer = $5, bytes = bytes + $6
   where user_id = $1 and operation = $2 and key_hash = $3 and holder = $4`,
)
const releaseStatement = statement(
  'idempotencyKeys.release',
  `delete from idempotency_keys where user_id = $1 and operation = $2 and key_hash = $3 and holder = $4`,
)
const removeStatement = statement(
  'idempotencyKeys.remove',
  `delete from idempotency_keys
   where user_id = $1 and operation = $2 and key_hash = $3 and created_at <= $4`,
)
const bytesStatement = statement<{ bytes: number | null }>(
  'idempotencyKeys.bytes',
  'select sum(bytes) as "bytes" from idempotency_keys where user_id = $1',
)
const removeOldestStatement = statement(
  'idempotencyKeys.removeOldest',
  `delete from idempotency_keys where user_id = $1 and (operation, key_hash) in (
     select operation, key_hash from idempotency_keys
     where user_id = $1 and created_at <= $2 order by created_at limit $3)`,
)

/** Bytes of a row beside its answer. */
const rowBytes = 300

/** False when the person has used the key for this operation already. */
export async function insert(transaction: Transaction, claim: Claim): Promise<boolean> {
  const { userId, operation, keyHash, requestHash, holder, leasedUntil, createdAt } = claim
  const count = await transaction.run(
    insertStatement,
    userId,
    operation,
    keyHash,
    requestHash,
    holder,
    leasedUntil,
    rowBytes,
    createdAt,
  )
  return count > 0
}

export function get(
  reader: Reader,
  { userId, operation, keyHash }: KeyAddress,
): Promise<KeyState | undefined> {
  return reader.get(getStatement, userId, operation, keyHash)
}

/** False when its holder has finished, or has more time. */
export async function takeOver(
  transaction: Transaction,
  { userId, operation, keyHash, holder, leasedUntil }: Claim,
  now: number,
): Promise<boolean> {
  const values = [userId, operation, keyHash, holder, leasedUntil, now] as const
  return (await transaction.run(takeOverStatement, ...values)) > 0
}

/** False when another one has taken over. */
export async function renew(
  transaction: Transaction,
  { userId, operation, keyHash, holder }: Claim,
  leasedUntil: number,
): Promise<boolean> {
  return (
    (await transaction.run(renewStatement, userId, operation, keyHash, holder, leasedUntil)) > 0
  )
}

/** False when another one has taken over. */
export async function finish(
  transaction: Transaction,
  { userId, operation, keyHash, holder }: Claim,
  answer: string,
): Promise<boolean> {
  const values = [userId, operation, keyHash, holder, answer, Buffer.byteLength(answer)] as const
  return (await transaction.run(finishStatement, ...values)) > 0
}

/** Frees a key whose request has changed nothing. */
export async function release(
  transaction: Transaction,
  { userId, operation, keyHash, holder }: Claim,
): Promise<void> {
  await transaction.run(releaseStatement, userId, operation, keyHash, holder)
}

/** Forgets a key that is as old as this or older. */
export async function remove(
  transaction: Transaction,
  { userId, operation, keyHash }: KeyAddress,
  until: number,
): Promise<void> {
  await transaction.run(removeStatement, userId, operation, keyHash, until)
}

/** What the keys of a person take. */
export async function bytesOf(reader: Reader, userId: string): Promise<number> {
  return (await reader.get(bytesStatement, userId))?.bytes ?? 0
}

/** Of a person's keys that are as old as this or older, the oldest. */
export function removeOldest(
  transaction: Transaction,
  userId: string,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  return transaction.run(removeOldestStatement, userId, until, limit)
}
