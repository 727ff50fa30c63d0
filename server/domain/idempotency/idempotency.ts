import { hash } from 'node:crypto'
import { dayMs } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import { idempotencyKeys, type Store, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { runRecorded } from './recorded-transactions.ts'

const retentionMs = dayMs
/** After a crash, another node can take over the request after this time. */
const leaseMs = 10_000
const retryAfterSeconds = 1
export const maxStoredAnswerBytes = 16_384
/** Approximate storage per person. Beyond it, the oldest keys are removed early. */
export const maxBytesPerPerson = 8 * 1024 * 1024
/** Expired keys that each new one removes. */
const removedPerInsert = 5
/** 1 key in 64, chosen by its hash, triggers a check of the storage per person. */
const sampledHash = /^(?:0[0-3])/

export type KeyedRequest = {
  key: string
  /** The path of the operation, such as `/v1/pages/create`. */
  operation: string
  input: object
  /** The answer to store, without secrets. */
  keep: (answer: unknown) => unknown
  /** How long a repeated request returns the answer: a day if left out. */
  retentionMs?: number
}

const readAnswer = storedJson('idempotency_keys.answer', fits(Type.Unknown()))

export type KeyedAnswer = { answer: unknown; isReplayed: boolean }

/**
 * Runs a request once per key of a person; a repeated request returns the first answer. The answer is stored in
 * the transaction of the change, so that a crash cannot separate them. Throws IDEMPOTENCY_KEY_IN_USE,
 * IDEMPOTENCY_KEY_REUSED or the errors of the request.
 */
export async function answerOnce<Within extends Context>(
  context: Within,
  request: KeyedRequest,
  run: (context: Within) => Promise<unknown>,
): Promise<KeyedAnswer> {
  const { store } = context
  const claim = toClaim(context, request, await store.now())
  const known = await store.transactIn('none', (transaction) =>
    take(transaction, claim, request.retentionMs),
  )
  if (known !== undefined)
    return { answer: readAnswer(known, `a request of ${claim.userId}`), isReplayed: true }
  try {
    const answer = await runRecorded(
      store,
      (recordingStore) => run({ ...context, store: recordingStore }),
      {
        onPart: (transaction) => renew(transaction, claim),
        onEnd: (transaction, answer) => finish(transaction, claim, request.keep(answer)),
      },
    )
    return { answer, isReplayed: false }
  } catch (error) {
    await release(store, claim, error)
    throw error
  }
}

function toClaim(
  { caller }: Context,
  { key, operation, input }: KeyedRequest,
  createdAt: number,
): idempotencyKeys.Claim {
  return {
    userId: caller.userId,
    operation,
    keyHash: hash('sha256', key),
    requestHash: hash('sha256', JSON.stringify(input)),
    holder: newId(),
    leasedUntil: createdAt + leaseMs,
    createdAt,
  }
}

/** Returns the stored answer. Undefined means that the caller holds the key. */
async function take(
  transaction: Transaction,
  claim: idempotencyKeys.Claim,
  ownRetentionMs = retentionMs,
): Promise<string | undefined> {
  const now = claim.createdAt
  const outdated = now - retentionMs
  await idempotencyKeys.remove(transaction, claim, now - ownRetentionMs)
  if (await idempotencyKeys.insert(transaction, claim)) {
    await prune(transaction, claim, outdated)
    return undefined
  }
  const found = await idempotencyKeys.get(transaction, claim)
  if (found === undefined) throw inUse()
  if (found.requestHash !== claim.requestHash) throw reused()
  if (found.answer !== null) return found.answer
  if (await idempotencyKeys.takeOver(transaction, claim, now)) return undefined
  throw inUse()
}

async function prune(
  transaction: Transaction,
  { userId, keyHash, createdAt }: idempotencyKeys.Claim,
  outdated: number,
): Promise<void> {
  const old = { until: outdated, limit: removedPerInsert }
  await idempotencyKeys.removeOldest(transaction, userId, old)
  if (!sampledHash.test(keyHash)) return
  while ((await idempotencyKeys.bytesOf(transaction, userId)) > maxBytesPerPerson) {
    const oldest = { until: createdAt - 1, limit: 500 }
    if ((await idempotencyKeys.removeOldest(transaction, userId, oldest)) === 0) return
  }
}

async function renew(transaction: Transaction, claim: idempotencyKeys.Claim): Promise<void> {
  const isMine = await idempotencyKeys.renew(
    transaction,
    claim,
    (await transaction.now()) + leaseMs,
  )
  if (!isMine) throw inUse()
}

/** Throws, and so rolls back the change, if the answer cannot be stored. */
async function finish(
  transaction: Transaction,
  claim: idempotencyKeys.Claim,
  answer: unknown,
): Promise<void> {
  const json = JSON.stringify(answer)
  if (Buffer.byteLength(json) > maxStoredAnswerBytes) {
    throw new AppError('INTERNAL', 'The response is too large to store with its Idempotency-Key.')
  }
  if (!(await idempotencyKeys.finish(transaction, claim, json))) throw inUse()
}

/** Allows an immediate retry if nothing was changed. Otherwise, the lease expires. */
async function release(store: Store, claim: idempotencyKeys.Claim, cause: unknown): Promise<void> {
  if (cause instanceof AppError && cause.code === 'COMMIT_UNKNOWN') return
  await store
    .transactIn('none', (transaction) => idempotencyKeys.release(transaction, claim))
    // The caller gets the original error, not this one.
    .catch(() => undefined)
}

function inUse(): AppError {
  return new AppError(
    'IDEMPOTENCY_KEY_IN_USE',
    'The first request with this Idempotency-Key is still running. Repeat this request shortly to get its response.',
    { retryAfter: retryAfterSeconds },
  )
}

function reused(): AppError {
  return new AppError(
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was already used with a different body. Use a new key for each new request.',
  )
}
