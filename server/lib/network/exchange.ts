import type { Dispatcher } from 'undici'
import { failureText } from '../failures/failures.ts'
import { AddressBlocked } from './address-guard.ts'
import { connectTimeout } from './outbound-http.ts'

export type Sent = {
  url: string
  /** POST when left out; with GET nothing is sent. */
  method?: 'GET' | 'PUT' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  /** Milliseconds for the whole exchange. */
  timeout: number
  /** Bytes of an answer that are read; what is beyond is left. */
  maxStoredAnswerBytes: number
  signal: AbortSignal | undefined
}

export type FailureCode =
  | 'timeout'
  | 'dns'
  | 'connection_refused'
  | 'tls'
  | 'address_blocked'
  | 'network'
  | 'stopped'

export type HttpResult =
  | {
      kind: 'answer'
      status: number
      headers: Record<string, string>
      body: Buffer
      isTruncated: boolean
    }
  | HttpFailure

export type HttpFailure = { kind: 'failure'; code: FailureCode; message: string }

/** Asks once. Redirects are not followed: they would carry what is sent elsewhere. */
export async function exchange(dispatcher: Dispatcher, sent: Sent): Promise<HttpResult> {
  const url = new URL(sent.url)
  const { method = 'POST' } = sent
  const ending = new AbortController()
  const stop = () => ending.abort()
  sent.signal?.addEventListener('abort', stop, { once: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    ending.abort()
  }, sent.timeout)
  try {
    if (sent.signal?.aborted === true) return stopped
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: sent.headers,
      body: method === 'GET' ? null : sent.body,
      signal: ending.signal,
    })
    const read = await readSome(answer.body, sent.maxStoredAnswerBytes)
    return { kind: 'answer', status: answer.statusCode, headers: flat(answer.headers), ...read }
  } catch (error) {
    if (isLate) {
      return {
        kind: 'failure',
        code: 'timeout',
        message: failureText('requestTimeout', { seconds: sent.timeout / 1000 }),
      }
    }
    return sent.signal?.aborted === true ? stopped : failureOf(error)
  } finally {
    clearTimeout(timer)
    sent.signal?.removeEventListener('abort', stop)
  }
}

const stopped: HttpResult = { kind: 'failure', code: 'stopped', message: failureText('cancelled') }

async function readSome(
  body: Dispatcher.ResponseData['body'],
  limit: number,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early ends the connection, which has more to say.
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    chunks.push(bytes)
    size += bytes.length
    if (size > limit) return { body: Buffer.concat(chunks).subarray(0, limit), isTruncated: true }
  }
  return { body: Buffer.concat(chunks), isTruncated: false }
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value),
    ]),
  )
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/

/** What is told of a failed connection: the system's word for it, not the address with what it may hold. */
export function failureOf(error: unknown): HttpFailure {
  if (error instanceof AddressBlocked) {
    return { kind: 'failure', code: 'address_blocked', message: error.message }
  }
  const code = codeOf(error)
  const message = failureText('connectionFailed', { detail: code })
  if (/^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/.test(code))
    return { kind: 'failure', code: 'dns', message }
  if (code === 'ECONNREFUSED') return { kind: 'failure', code: 'connection_refused', message }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    const late = failureText('connectTimeout', { seconds: connectTimeout / 1000 })
    return { kind: 'failure', code: 'timeout', message: late }
  }
  if (certificate.test(code)) return { kind: 'failure', code: 'tls', message }
  return { kind: 'failure', code: 'network', message }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error.cause === undefined ? error.message : codeOf(error.cause)
}

/** Retry-After is a number of seconds or a date (RFC 9110); gives milliseconds. */
export function waitTime(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}
