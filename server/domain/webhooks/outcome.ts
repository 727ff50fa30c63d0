import { clock } from '../../lib/clock.ts'
import {
  type Store,
  type Transaction,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import type { Attempt, Delivery } from './attempt.ts'

/** An endpoint is disabled when nothing got through for so long, and so many attempts failed in a row. */
const longestFailing = 5 * 86_400_000
const fewestFailures = 10
/** What Retry-After can ask for. */
const longestWait = 86_400_000
/** Waits differ by a tenth, so that what failed together is not tried again together. */
const jitter = 0.1

export type MadeAttempt = { delivery: Delivery; made: Attempt }

export type OutcomeOptions = {
  retrySchedule: readonly number[]
  /** Whether a success is worth noting at the endpoint: it was failing, or none was noted for long. */
  notesSuccess: boolean
}

/**
 * Writes down what became of attempts at one endpoint, and when the next ones are due. Gives why the endpoint
 * is disabled, when it is by this.
 */
export async function recordAttempts(
  store: Store,
  address: webhooks.WebhookAddress,
  attempts: readonly MadeAttempt[],
  { retrySchedule, notesSuccess }: OutcomeOptions,
): Promise<string | undefined> {
  const now = clock.now()
  return store.transactIn('nothing', async (transaction) => {
    await Promise.all(attempts.map((one) => record(transaction, one, { retrySchedule, now })))
    let reason: string | undefined
    for (const { delivery, made } of attempts) {
      if (made.isSuccess) continue
      if (delivery.cause === 'test') continue
      reason ??= await disableWhenHopeless(transaction, address, { isGone: made.isGone, now })
    }
    // In the order in which they ended: a success behind a failure is the last word.
    if (notesSuccess && attempts.at(-1)?.made.isSuccess === true) {
      await webhooks.succeeded(transaction, address, now)
    }
    return reason
  })
}

async function record(
  transaction: Transaction,
  { delivery, made }: MadeAttempt,
  { retrySchedule, now }: { retrySchedule: readonly number[]; now: number },
): Promise<void> {
  const { workspaceId, webhookId, id: deliveryId } = delivery
  const address = { workspaceId, webhookId, deliveryId }
  const number = delivery.attempts + 1
  await Promise.all([
    webhookDeliveries.settle(transaction, address, nextState(delivery, made, retrySchedule, now)),
    webhookAttempts.insert(transaction, address, { ...made, number }),
    made.answer === ''
      ? undefined
      : webhookDeliveries.insertAnswer(transaction, address, number, made.answer),
  ])
}

function nextState(
  { attempts, tries, cause }: Delivery,
  { isSuccess, isGone, retryAfter, errorCode }: Attempt,
  schedule: readonly number[],
  now: number,
): Parameters<typeof webhookDeliveries.settle>[2] {
  const counted = { attempts: attempts + 1, tries: tries + 1 }
  if (isSuccess) return { ...counted, status: 'succeeded', dueAt: null, completedAt: now }
  const planned = schedule[tries + 1]
  const isLast = planned === undefined || isGone || cause === 'test' || errorCode === 'body_cleared'
  if (isLast) return { ...counted, status: 'failed', dueAt: null, completedAt: now }
  const varied = planned * (1 - jitter + 2 * jitter * Math.random())
  const asked = Math.min(retryAfter ?? 0, longestWait)
  const dueAt = now + Math.round(Math.max(varied, asked))
  return { ...counted, status: 'retrying', dueAt, completedAt: null }
}

async function disableWhenHopeless(
  transaction: Transaction,
  address: webhooks.WebhookAddress,
  { isGone, now }: { isGone: boolean; now: number },
): Promise<string | undefined> {
  const row = await webhooks.failed(transaction, address, now)
  const { failingSince = now, failures = 0 } = row ?? {}
  const isHopeless = failures >= fewestFailures && now - failingSince >= longestFailing
  if (!isGone && !isHopeless) return undefined
  const reason = isGone
    ? 'The receiver answered 410: it wants no more.'
    : `Nothing got through for 5 days, in ${failures} attempts.`
  const isNew = await webhooks.setState(transaction, address, {
    state: 'disabled',
    reason,
    at: now,
  })
  await webhookDeliveries.cancel(transaction, address, now)
  return isNew ? reason : undefined
}
