import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { idempotencyKeys, type Store, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { runRecorded } from './held-transactions.ts'

const keptForMs = 86_400_000
/** A node that died leaves its request behind; another one takes it up after this. */
const leaseMs = 10_000
const retryAfterSeconds = 1
/** Bytes of the largest answer that is kept. */
export const largestAnswer = 16_384
/** Bytes that the keys of one person take, more or less: beyond that the oldest are forgotten before their time. */
export const mostBytes = 8 * 1024 * 1024
/** Old keys that are forgotten with each new one. */
const forgottenAtOnce = 5
/** A person's keys are counted with every so many: 1 key in 64, by its hash. */
const countedHash = /^(?:0[0-3])/

export type KeyedRequest = {
  key: string
  /** What is asked, such as `/v1/pages/create`. */
  operation: string
  input: object
  /** The answer as it may be kept: without what only the first caller may see. */
  keep: (answer: unknown) => unknown
}

const readAnswer = storedJson('idempotency_keys.answer', fits(Type.Unknown()))

export type KeyedAnswer = { answer: unknown; isReplayed: boolean }

/**
 * Runs a request once for each key of a person: whoever repeats it is given the answer of the first one. The
 * answer is kept in the transaction that made the change, so that a crash between the two cannot part them.
 */
export async function answerOnce(
  context: Context,
  request: KeyedRequest,
  run: (context: Context) => Promise<unknown>,
): Promise<KeyedAnswer> {
  const { store } = context
  const claim = toClaim(context, request)
  const known = await store.transactIn('nothing', (transaction) => take(transaction, claim))
  if (known !== undefined)
    return { answer: readAnswer(known, `a request of ${claim.userId}`), isReplayed: true }
  try {
    const answer = await runRecorded(store, (held) => run({ ...context, store: held }), {
      onPart: (transaction) => renew(transaction, claim),
      onEnd: (transaction, made) => finish(transaction, claim, request.keep(made)),
    })
    return { answer, isReplayed: false }
  } catch (error) {
    await release(store, claim, error)
    throw error
  }
}

function toClaim({ caller }: Context, { key, operation, input }: KeyedRequest) {
  const createdAt = clock.now()
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

/** Gives the answer of the one who was first; undefined is the caller's turn. */
async function take(
  transaction: Transaction,
  claim: idempotencyKeys.Claim,
): Promise<string | undefined> {
  const now = claim.createdAt
  const outdated = now - keptForMs
  await idempotencyKeys.remove(transaction, claim, outdated)
  if (await idempotencyKeys.insert(transaction, claim)) {
    await forget(transaction, claim, outdated)
    return undefined
  }
  const found = await idempotencyKeys.get(transaction, claim)
  if (found === undefined) throw inUse()
  if (found.requestHash !== claim.requestHash) throw reused()
  if (found.answer !== null) return found.answer
  if (await idempotencyKeys.takeOver(transaction, claim, now)) return undefined
  throw inUse()
}

async function forget(
  transaction: Transaction,
  { userId, keyHash, createdAt }: idempotencyKeys.Claim,
  outdated: number,
): Promise<void> {
  const old = { until: outdated, limit: forgottenAtOnce }
  await idempotencyKeys.removeOldest(transaction, userId, old)
  if (!countedHash.test(keyHash)) return
  while ((await idempotencyKeys.bytesOf(transaction, userId)) > mostBytes) {
    const oldest = { until: createdAt - 1, limit: 500 }
    if ((await idempotencyKeys.removeOldest(transaction, userId, oldest)) === 0) return
  }
}

async function renew(transaction: Transaction, claim: idempotencyKeys.Claim): Promise<void> {
  const isMine = await idempotencyKeys.renew(transaction, claim, clock.now() + leaseMs)
  if (!isMine) throw inUse()
}

/** Undoes the change when it cannot be told to whoever repeats it. */
async function finish(
  transaction: Transaction,
  claim: idempotencyKeys.Claim,
  answer: unknown,
): Promise<void> {
  const json = JSON.stringify(answer)
  if (Buffer.byteLength(json) > largestAnswer) {
    throw new AppError('INTERNAL', 'The response is too large to store with its Idempotency-Key.')
  }
  if (!(await idempotencyKeys.finish(transaction, claim, json))) throw inUse()
}

/** A request that changed nothing may be repeated at once; where that is not certain, the lease runs out. */
async function release(store: Store, claim: idempotencyKeys.Claim, cause: unknown): Promise<void> {
  if (cause instanceof AppError && cause.code === 'COMMIT_UNKNOWN') return
  await store
    .transactIn('nothing', (transaction) => idempotencyKeys.release(transaction, claim))
    // Whoever repeats it has to hear why it failed, not that.
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
