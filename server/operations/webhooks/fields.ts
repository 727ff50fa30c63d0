import type { LoggedAttempt, LoggedDelivery } from '../../domain/webhooks/delivery-log.ts'
import { toIso } from '../../lib/clock.ts'
import { type Failure } from '../../lib/failures/failures.ts'
import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import { failure, id, instant, oneOf, textOrNull, toFailure } from '../fields.ts'

/** Fields that webhook operations share. */

export const statuses = ['pending', 'retrying', 'succeeded', 'failed', 'cancelled'] as const

export const webhookId = id('The webhook.')
export const deliveryId = id('The delivery: one event for one webhook.')

const summary = {
  id: deliveryId,
  eventId: id('Value of the `webhook-id` header.'),
  type: Type.String(),
  sequence: Type.Integer(),
  cause: oneOf(['event', 'test', 'redeliver', 'recover'], 'What triggered the last attempts.'),
  status: oneOf(
    statuses,
    '`retrying`: an attempt failed and another follows. `cancelled`: not sent because the webhook was disabled.',
  ),
  attempts: Type.Integer({ description: 'Number of attempts so far.' }),
  nextAttemptAt: textOrNull('Null when no attempt is scheduled.'),
  createdAt: instant,
  completedAt: textOrNull('Null until the delivery has succeeded, failed or been cancelled.'),
}

export const deliverySummary = Type.Object(summary)

const headers = Type.Record(Type.String(), Type.String())
const readHeaders = storedJson('webhook_attempts.headers', fits(headers))
const readAnswerHeaders = storedJson('webhook_attempts.answer_headers', fits(headers))
const attempt = Type.Object({
  number: Type.Integer({ description: 'Starts at 1.' }),
  startedAt: instant,
  durationMs: Type.Integer(),
  request: Type.Object({ url: Type.String(), headers }),
  remoteAddress: textOrNull('IP address of the receiver.'),
  response: Type.Unsafe<ReturnType<typeof toResponse>>({
    anyOf: [
      Type.Object({
        status: Type.Integer(),
        headers,
        body: textOrNull('First 16 KiB; null when empty or past the retention time.'),
        isTruncated: Type.Boolean(),
      }),
      { type: 'null' },
    ],
    description: 'Null without a response.',
  }),
  error: Type.Unsafe<{ code: string; message: string; failure: Failure | null } | null>({
    anyOf: [
      Type.Object({ code: Type.String(), message: Type.String(), failure }),
      { type: 'null' },
    ],
    description:
      'Codes: `timeout`, `dns`, `connection_refused`, `tls`, `redirect`, `address_blocked`, `http_status`, `network`, `secret_lost`, `body_cleared`.',
  }),
})

export const delivery = Type.Object({
  ...summary,
  body: textOrNull('Exact request body; null after the retention time.'),
  log: Type.Array(attempt, { description: 'All attempts, oldest first.' }),
})

type Row = Omit<LoggedDelivery, 'body' | 'log'>

export function toDelivery(row: Row) {
  const { id, eventId, type, sequence, cause, status, attempts } = row
  return {
    id,
    eventId,
    type,
    sequence: row.number ?? sequence,
    cause,
    status,
    attempts,
    nextAttemptAt: row.dueAt === null ? null : toIso(row.dueAt),
    createdAt: toIso(row.createdAt),
    completedAt: row.completedAt === null ? null : toIso(row.completedAt),
  }
}

export function toLoggedDelivery({ body, log, ...row }: LoggedDelivery) {
  return { ...toDelivery(row), body, log: log.map((attempt) => toAttempt(row.id, attempt)) }
}

function toAttempt(deliveryId: string, row: LoggedAttempt) {
  const source = `attempt ${row.number} of the delivery ${deliveryId}`
  return {
    number: row.number,
    startedAt: toIso(row.startedAt),
    durationMs: row.duration,
    request: { url: row.url, headers: readHeaders(row.headers, source) },
    remoteAddress: row.address,
    response: toResponse(row, source),
    error: toError(row),
  }
}

function toError({ errorCode: code, errorMessage: message }: LoggedAttempt) {
  if (code === null) return null
  return { code, message: message ?? '', failure: toFailure(message) }
}

function toResponse({ status, answerHeaders, answer, isTruncated }: LoggedAttempt, source: string) {
  if (status === null) return null
  return {
    status,
    headers: readAnswerHeaders(answerHeaders ?? '{}', source),
    body: answer,
    isTruncated: isTruncated === 1,
  }
}
