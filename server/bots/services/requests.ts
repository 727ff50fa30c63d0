import { exchange, type Sent, waitTime } from '../../lib/network/exchange.ts'
import type { Outgoing } from '../../lib/network/outgoing.ts'

/** What a service answered, as far as a bot wants to know. */
export type ServiceAnswer = {
  /** 0 when there was no answer. */
  status: number
  /** Undefined when it is no JSON. */
  body: Record<string, unknown> | undefined
  text: string
  /** For a person; empty when all is well. */
  reason: string
  /** Milliseconds. */
  retryAfter: number | undefined
}

type Question = {
  url: string
  method?: NonNullable<Sent['method']>
  token?: string | undefined
  body?: object
  /** Milliseconds; long polls wait longer. */
  timeout?: number
  signal?: AbortSignal | undefined
}

const patience = 15_000
const largestAnswer = 8 * 1024 * 1024

/** Asks a chat service, only where the address guard lets calls go. */
export async function askService(outgoing: Outgoing, question: Question): Promise<ServiceAnswer> {
  const { url, method = 'POST', token, body, timeout = patience, signal } = question
  const outcome = await exchange(outgoing.guarded, {
    url,
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? '' : JSON.stringify(body),
    timeout,
    largestAnswer,
    signal,
  })
  if (outcome.kind === 'failure') {
    const reason = outcome.message
    return { status: 0, body: undefined, text: '', reason, retryAfter: undefined }
  }
  const { status, headers } = outcome
  const text = outcome.body.toString('utf8')
  const isGood = status >= 200 && status < 300
  return {
    status,
    body: parse(text),
    text,
    reason: isGood ? '' : `it answered ${status}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`,
    retryAfter: waitTime(headers['retry-after']),
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // SAFETY: an object that is no list has names and values.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** A text in an answer that nobody has checked; empty where there is none. */
export function textOf(body: Record<string, unknown> | undefined, name: string): string {
  const value = body?.[name]
  return typeof value === 'string' ? value : ''
}
