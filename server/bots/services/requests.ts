import { failureText } from '../../lib/failures/failures.ts'
import { exchange, type FailureCode, type Sent, waitTime } from '../../lib/network/exchange.ts'
import type { OutboundHttp } from '../../lib/network/outbound-http.ts'

/** The response of a service. */
export type ServiceAnswer = {
  /** 0 without a response. */
  status: number
  /** Undefined when it is not JSON. */
  body: Record<string, unknown> | undefined
  text: string
  /** Shown to people; empty on success. */
  reason: string
  /** Milliseconds. */
  retryAfter: number | undefined
  /** Whether the service may have done what it was asked in spite of the failure. */
  isUncertain: boolean
}

type RequestOptions = {
  url: string
  method?: NonNullable<Sent['method']>
  token?: string | undefined
  body?: object
  /** Milliseconds; long polls wait longer. */
  timeout?: number
  signal?: AbortSignal | undefined
}

const timeoutMs = 15_000
/** Failures before there is a connection. */
export const neverSent: ReadonlySet<FailureCode> = new Set([
  'dns',
  'connection_refused',
  'tls',
  'address_blocked',
])
const maxAnswerBytes = 8 * 1024 * 1024

/** Calls a chat service through the address guard. */
export async function callService(
  outboundHttp: OutboundHttp,
  options: RequestOptions,
): Promise<ServiceAnswer> {
  const { url, method = 'POST', token, body, timeout = timeoutMs, signal } = options
  const outcome = await exchange(outboundHttp.guarded, {
    url,
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? '' : JSON.stringify(body),
    timeout,
    maxStoredAnswerBytes: maxAnswerBytes,
    signal,
  })
  if (outcome.kind === 'failure') {
    const { message: reason, code } = outcome
    const isUncertain = !neverSent.has(code)
    return { status: 0, body: undefined, text: '', reason, retryAfter: undefined, isUncertain }
  }
  const { status, headers } = outcome
  const text = outcome.body.toString('utf8')
  const isGood = status >= 200 && status < 300
  return {
    status,
    body: parse(text),
    text,
    reason: isGood
      ? ''
      : failureText('answered', { status, detail: text.replaceAll(/\s+/g, ' ').slice(0, 300) }),
    retryAfter: waitTime(headers['retry-after']),
    isUncertain: status >= 500,
  }
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // SAFETY: an object that is not a list has keys and values.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** A text field of an unchecked response; empty when missing. */
export function textOf(body: Record<string, unknown> | undefined, name: string): string {
  const value = body?.[name]
  return typeof value === 'string' ? value : ''
}
