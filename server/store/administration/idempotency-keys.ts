import { isVoid } from '../background/leases.ts'
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

const insertStatement = statement<never, Claim & { rowBytes: number }>(
  'idempotencyKeys.insert',
  `insert into idempotency_keys (user_id, operation, key_hash, request_hash, holder, leased_until, bytes, created_at)
   values ($userId, $operation, $keyHash, $requestHash, $holder, $leasedUntil, $rowBytes,
     $createdAt) on conflict (user_id, operation, key_hash) do nothing`,
)
const getStatement = statement<KeyState, KeyAddress>(
  'idempotencyKeys.get',
  `select request_hash as "requestHash", holder, leased_until as "leasedUntil", answer, created_at as "createdAt"
   from idempotency_keys where user_id = $userId and operation = $operation and key_hash = $keyHash`,
)
const takeOverStatement = statement<
  never,
  KeyAddress & { holder: string; leasedUntil: number; now: number }
>(
  'idempotencyKeys.takeOver',
  `update idempotency_keys set holder = $holder, leased_until = $leasedUntil
   where user_id = $userId and operation = $operation and key_hash = $keyHash
     and (leased_until <= $now or ${isVoid('leased_until')})`,
)
const renewStatement = statement<never, KeyAddress & { holder: string; leasedUntil: number }>(
  'idempotencyKeys.renew',
  `update idempotency_keys set leased_until = $leasedUntil
   where user_id = $userId and operation = $operation and key_hash = $keyHash and holder = $holder`,
)
const finishStatement = statement<
  never,
  KeyAddress & { holder: string; answer: string; bytes: number }
>(
  'idempotencyKeys.finish',
  `update idempotency_keys set holder = null, leased_until = null, answer = $answer, bytes = bytes + $bytes
   where user_id = $userId and operation = $operation and key_hash = $keyHash and holder = $holder`,
)
const releaseStatement = statement<never, KeyAddress & { holder: string }>(
  'idempotencyKeys.release',
  `delete from idempotency_keys where user_id = $userId and operation = $operation and key_hash = $keyHash
     and holder = $holder`,
)
const removeStatement = statement<never, KeyAddress & { until: number }>(
  'idempotencyKeys.remove',
  `delete from idempotency_keys
   where user_id = $userId and operation = $operation and key_hash = $keyHash and created_at <= $until`,
)
const bytesStatement = statement<{ bytes: number | null }, { userId: string }>(
  'idempotencyKeys.bytes',
  'select sum(bytes) as "bytes" from idempotency_keys where user_id = $userId',
)
const removeOldestStatement = statement<never, { userId: string; until: number; limit: number }>(
  'idempotencyKeys.removeOldest',
  `delete from idempotency_keys where user_id = $userId and (operation, key_hash) in (
     select operation, key_hash from idempotency_keys
     where user_id = $userId and created_at <= $until order by created_at limit $limit)`,
)

/** Bytes of a row without its response. */
const rowBytes = 300

/** False when the person has already used the key for this operation. */
export async function insert(transaction: Transaction, claim: Claim): Promise<boolean> {
  const { userId, operation, keyHash, requestHash, holder, leasedUntil, createdAt } = claim
  const count = await transaction.run(insertStatement, {
    userId,
    operation,
    keyHash,
    requestHash,
    holder,
    leasedUntil,
    rowBytes,
    createdAt,
  })
  return count > 0
}

export function get(
  reader: Reader,
  { userId, operation, keyHash }: KeyAddress,
): Promise<KeyState | undefined> {
  return reader.get(getStatement, { userId, operation, keyHash })
}

/** False when the request is complete or its holder has time left. */
export async function takeOver(
  transaction: Transaction,
  { userId, operation, keyHash, holder, leasedUntil }: Claim,
  now: number,
): Promise<boolean> {
  const values = { userId, operation, keyHash, holder, leasedUntil, now }
  return (await transaction.run(takeOverStatement, values)) > 0
}

/** False when another request has taken over. */
export async function renew(
  transaction: Transaction,
  { userId, operation, keyHash, holder }: Claim,
  leasedUntil: number,
): Promise<boolean> {
  return (
    (await transaction.run(renewStatement, { userId, operation, keyHash, holder, leasedUntil })) > 0
  )
}

/** False when another request has taken over. */
export async function finish(
  transaction: Transaction,
  { userId, operation, keyHash, holder }: Claim,
  answer: string,
): Promise<boolean> {
  const bytes = Buffer.byteLength(answer)
  const values = { userId, operation, keyHash, holder, answer, bytes }
  return (await transaction.run(finishStatement, values)) > 0
}

/** Releases the key of a request that changed nothing. */
export async function release(
  transaction: Transaction,
  { userId, operation, keyHash, holder }: Claim,
): Promise<void> {
  await transaction.run(releaseStatement, { userId, operation, keyHash, holder })
}

/** Removes a key created at this time or before. */
export async function remove(
  transaction: Transaction,
  { userId, operation, keyHash }: KeyAddress,
  until: number,
): Promise<void> {
  await transaction.run(removeStatement, { userId, operation, keyHash, until })
}

/** The number and size of a person's keys. */
export async function bytesOf(reader: Reader, userId: string): Promise<number> {
  return (await reader.get(bytesStatement, { userId }))?.bytes ?? 0
}

/** The oldest of a person's keys that were created at this time or before. */
export function removeOldest(
  transaction: Transaction,
  userId: string,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  return transaction.run(removeOldestStatement, { userId, until, limit })
}
