import { clock } from '../../lib/clock.ts'
import { failureText } from '../../lib/failures/failures.ts'
import { exchange, type FailureCode, waitTime } from '../../lib/network/exchange.ts'
import { sign } from '../../lib/secrets/webhook-signature.ts'
import { version } from '../../lib/version.ts'
import type { webhookAttempts, webhookDeliveries, webhooks } from '../../store/index.ts'
import type { Integrations } from '../context.ts'
import { secretPurpose } from './signing-secret.ts'

/** For the complete request, of which connecting may take 5 s. */
const timeoutMs = 15_000
const maxAnswerBytes = 16_384
const maxHeadersLength = 4096

export type ErrorCode = FailureCode | 'redirect' | 'http_status' | 'secret_lost' | 'body_cleared'

export type Attempt = Omit<webhookAttempts.AttemptRow, 'number'> & {
  answer: string
  isSuccess: boolean
  /** The receiver answered 410 Gone. */
  isGone: boolean
  /** Milliseconds, from Retry-After. */
  retryAfter: number | undefined
}

export type Delivery = webhookDeliveries.DeliveryRow & { body: string | null }

/** Sends a delivery once; undefined when interrupted before the outcome was known. */
export async function attempt(
  integrations: Integrations,
  endpoint: webhooks.WebhookRow,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<Attempt | undefined> {
  const startedAt = clock.now()
  const secrets = secretsOf(integrations, endpoint, startedAt)
  const { url } = endpoint
  const begun = { startedAt, duration: 0, url, headers: '{}' }
  if (secrets === undefined) {
    return failure(begun, 'secret_lost', failureText('webhookSecretLost'))
  }
  const { body } = delivery
  if (body === null) return failure(begun, 'body_cleared', failureText('webhookBodyCleared'))
  const headers = headersOf(delivery, { secrets, body, timestamp: Math.floor(startedAt / 1000) })
  const startedAtMs = performance.now()
  const outcome = await exchange(integrations.outboundHttp.guarded, {
    url,
    headers,
    body,
    timeout: timeoutMs,
    maxStoredAnswerBytes: maxAnswerBytes,
    signal,
  })
  const duration = Math.round(performance.now() - startedAtMs)
  const sent = { startedAt, duration, url, headers: JSON.stringify(headers) }
  if (outcome.kind === 'failure') {
    if (outcome.code === 'stopped') return undefined
    return failure(sent, outcome.code, outcome.message)
  }
  return answered(sent, outcome, integrations.outboundHttp.addressOf(new URL(url).origin) ?? null)
}

type AttemptStart = Pick<Attempt, 'startedAt' | 'duration' | 'url' | 'headers'>

function answered(
  begun: AttemptStart,
  outcome: Extract<Awaited<ReturnType<typeof exchange>>, { kind: 'answer' }>,
  address: string | null,
): Attempt {
  const { status, headers, body, isTruncated } = outcome
  const isSuccess = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  const answerHeaders = JSON.stringify(headers)
  return {
    ...begun,
    address,
    status,
    answerHeaders: answerHeaders.length > maxHeadersLength ? '{}' : answerHeaders,
    // PostgreSQL text cannot hold NUL.
    answer: body.toString('utf8').replaceAll('\0', '\ufffd'),
    isTruncated: isTruncated ? 1 : 0,
    errorCode: isSuccess ? null : isRedirect ? 'redirect' : 'http_status',
    errorMessage: isSuccess
      ? null
      : isRedirect
        ? failureText('redirected', { status })
        : failureText('status', { status }),
    isSuccess,
    isGone: status === 410,
    retryAfter: isSuccess ? undefined : waitTime(headers['retry-after']),
  }
}

function failure(begun: AttemptStart, errorCode: ErrorCode, errorMessage: string): Attempt {
  return {
    ...begun,
    address: null,
    status: null,
    answerHeaders: null,
    answer: '',
    isTruncated: 0,
    errorCode,
    errorMessage,
    isSuccess: false,
    isGone: false,
    retryAfter: undefined,
  }
}

function headersOf(
  { id, eventId, type, attempts }: Delivery,
  { secrets, body, timestamp }: { secrets: readonly string[]; body: string; timestamp: number },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': `Quire-Webhooks/1 (${version})`,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(secrets, { id: eventId, timestamp, body }),
    'x-quire-event': type,
    'x-quire-delivery': id,
    'x-quire-attempt': String(attempts + 1),
  }
}

/** The valid secrets, newest first; undefined when they cannot be opened. */
function secretsOf(
  { secrets }: Integrations,
  { id, secret, previousSecret, previousUntil }: webhooks.WebhookRow,
  now: number,
): string[] | undefined {
  const isInGrace = previousSecret !== null && (previousUntil ?? 0) > now
  const opened = [secret, ...(isInGrace ? [previousSecret] : [])].map((sealed) =>
    secrets.open(sealed, secretPurpose(id)),
  )
  const known = opened.filter((one) => one !== undefined)
  return known.length < opened.length ? undefined : known
}
