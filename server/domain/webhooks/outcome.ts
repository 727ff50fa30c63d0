import { clock, dayMs } from '../../lib/clock.ts'
import { failureText } from '../../lib/failures/failures.ts'
import {
  type Store,
  type Transaction,
  webhookAttempts,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import type { Attempt, Delivery } from './attempt.ts'

/** An endpoint is disabled when it has failed for this long, with at least this many attempts. */
const maxFailingMs = 5 * dayMs
const minFailures = 10
/** A longer Retry-After is cut to this. */
const maxRetryAfterMs = dayMs
/** Spreads retries of deliveries that failed together. */
const jitter = 0.1

export type CompletedAttempt = { delivery: Delivery; result: Attempt }

/** Why an endpoint is disabled. */
export type DisableReason = { kind: 'gone' | 'failing'; attempts: number }

export type OutcomeOptions = {
  retrySchedule: readonly number[]
  /** Whether to record a success at the endpoint: it was failing, or the last record is old. */
  notesSuccess: boolean
}

/** Records attempts at one endpoint and schedules retries. Returns the reason when this disables the endpoint. */
export async function recordAttempts(
  store: Store,
  address: webhooks.WebhookAddress,
  attempts: readonly CompletedAttempt[],
  { retrySchedule, notesSuccess }: OutcomeOptions,
): Promise<DisableReason | undefined> {
  const now = clock.now()
  return store.transactIn('none', async (transaction) => {
    await Promise.all(attempts.map((one) => record(transaction, one, { retrySchedule, now })))
    let reason: DisableReason | undefined
    for (const { delivery, result } of attempts) {
      if (result.isSuccess) continue
      if (delivery.cause === 'test') continue
      reason ??= await disableIfFailing(transaction, address, { isGone: result.isGone, now })
    }
    // In the order in which they ended: the last result counts.
    if (notesSuccess && attempts.at(-1)?.result.isSuccess === true) {
      await webhooks.succeeded(transaction, address, now)
    }
    return reason
  })
}

async function record(
  transaction: Transaction,
  { delivery, result }: CompletedAttempt,
  { retrySchedule, now }: { retrySchedule: readonly number[]; now: number },
): Promise<void> {
  const { workspaceId, webhookId, id: deliveryId } = delivery
  const address = { workspaceId, webhookId, deliveryId }
  const number = delivery.attempts + 1
  await Promise.all([
    webhookDeliveries.recordOutcome(
      transaction,
      address,
      nextState(delivery, result, retrySchedule, now),
    ),
    webhookAttempts.insert(transaction, address, { ...result, number }),
    result.answer === ''
      ? undefined
      : webhookDeliveries.insertAnswer(transaction, address, number, result.answer),
  ])
}

function nextState(
  { attempts, tries, cause }: Delivery,
  { isSuccess, isGone, retryAfter, errorCode }: Attempt,
  schedule: readonly number[],
  now: number,
): Parameters<typeof webhookDeliveries.recordOutcome>[2] {
  const counted = { attempts: attempts + 1, tries: tries + 1 }
  if (isSuccess) return { ...counted, status: 'succeeded', dueAt: null, completedAt: now }
  const planned = schedule[tries + 1]
  const isLast = planned === undefined || isGone || cause === 'test' || errorCode === 'body_cleared'
  if (isLast) return { ...counted, status: 'failed', dueAt: null, completedAt: now }
  const varied = planned * (1 - jitter + 2 * jitter * Math.random())
  const asked = Math.min(retryAfter ?? 0, maxRetryAfterMs)
  const dueAt = now + Math.round(Math.max(varied, asked))
  return { ...counted, status: 'retrying', dueAt, completedAt: null }
}

async function disableIfFailing(
  transaction: Transaction,
  address: webhooks.WebhookAddress,
  { isGone, now }: { isGone: boolean; now: number },
): Promise<DisableReason | undefined> {
  const row = await webhooks.failed(transaction, address, now)
  const { failingSince = now, failures = 0 } = row ?? {}
  const hasFailedTooLong = failures >= minFailures && now - failingSince >= maxFailingMs
  if (!isGone && !hasFailedTooLong) return undefined
  const reason = isGone
    ? failureText('receiverGone')
    : failureText('receiverFailing', { attempts: failures })
  const isNew = await webhooks.setState(transaction, address, {
    state: 'disabled',
    reason,
    at: now,
  })
  await webhookDeliveries.cancel(transaction, address, now)
  return isNew ? { kind: isGone ? 'gone' : 'failing', attempts: failures } : undefined
}
