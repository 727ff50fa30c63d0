import type { Dispatcher } from 'undici'
import { failureText } from '../failures/failures.ts'
import { exchange, waitTime } from './exchange.ts'

/** What became of a call to another server. */
export type OutboundResult =
  | { ok: true; body: unknown }
  | {
      ok: false
      /** Absent when there was no answer, or one that could not be read. */
      status: number | undefined
      reason: string
      /** Milliseconds the other side asks to wait. */
      retryAfter: number | undefined
    }

export type OutboundCall = {
  url: string
  headers: Readonly<Record<string, string>>
  body: object
  /** Milliseconds for the whole exchange. */
  timeout: number
  /** Bytes of an answer; a longer one is not read to its end. */
  maxStoredAnswerBytes: number
  signal: AbortSignal | undefined
}

/** Texts of an answer that is a refusal: enough to understand it. */
const shownCharacters = 300

export async function postJson(
  dispatcher: Dispatcher,
  { body, headers, ...call }: OutboundCall,
): Promise<OutboundResult> {
  const outcome = await exchange(dispatcher, {
    ...call,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (outcome.kind === 'failure') return failure(outcome.message)
  if (outcome.isTruncated)
    return failure(failureText('answerTooLarge', { bytes: call.maxStoredAnswerBytes }))
  const text = outcome.body.toString('utf8')
  const { status } = outcome
  if (status >= 200 && status < 300) return parse(text)
  return {
    ok: false,
    status,
    reason: failureText('answered', { status, detail: excerpt(text) }),
    retryAfter: waitTime(outcome.headers['retry-after']),
  }
}

function failure(reason: string): OutboundResult {
  return { ok: false, status: undefined, reason, retryAfter: undefined }
}

function parse(text: string): OutboundResult {
  try {
    return { ok: true, body: JSON.parse(text) }
  } catch {
    return failure(failureText('answerNotJson', { detail: excerpt(text) }))
  }
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > shownCharacters ? `${line.slice(0, shownCharacters)} …` : line
}
