import { clock } from '../lib/clock.ts'
import {
  type Store,
  type Transaction,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from '../store/index.ts'
import type { Attempt, Delivery } from './webhook-attempt.ts'

/** An endpoint is disabled when nothing got through for so long, and so many attempts failed in a row. */
const longestFailing = 5 * 86_400_000
const fewestFailures = 10
/** What Retry-After can ask for. */
const longestWait = 86_400_000
/** Waits differ by a tenth, so that what failed together is not tried again together. */
const jitter = 0.1

export type Outcome = {
  /** Set when the endpoint was disabled by this. */
  disabled: string | undefined
  isSuccess: boolean
}

export type OutcomeOptions = {
  retrySchedule: readonly number[]
  /** No success was noted since the last failure, or for long. */
  notesSuccess: boolean
}

/** Writes down what became of an attempt, and when the next one is due. */
export async function recordAttempt(
  store: Store,
  delivery: Delivery,
  made: Attempt,
  { retrySchedule, notesSuccess }: OutcomeOptions,
): Promise<Outcome> {
  const { workspaceId, webhookId, id: deliveryId } = delivery
  const now = clock.now()
  const next = nextState(delivery, made, retrySchedule, now)
  return store.transactIn('nothing', async (transaction) => {
    const address = { workspaceId, webhookId, deliveryId }
    const { answer, isSuccess, isGone } = made
    const number = delivery.attempts + 1
    await Promise.all([
      webhookDeliveries.settle(transaction, address, next),
      webhookAttempts.insert(transaction, address, { ...made, number }),
      answer === ''
        ? undefined
        : webhookDeliveries.insertAnswer(transaction, address, number, answer),
      isSuccess && notesSuccess ? webhooks.succeeded(transaction, address, now) : undefined,
    ])
    const disabled =
      isSuccess || delivery.cause === 'test'
        ? undefined
        : await disableWhenHopeless(transaction, address, { isGone, now })
    return { disabled, isSuccess }
  })
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
