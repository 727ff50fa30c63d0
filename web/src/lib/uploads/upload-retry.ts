import type { DetailedError, HttpRequest, HttpResponse } from 'tus-js-client'
import { QuireError } from '../../../../client/errors.ts'
import { messageOf } from '../errors.ts'
import { t } from '../messages.ts'

/** Milliseconds before each attempt; the last one holds for all that follow. */
const delaysMs = [500, 1000, 2000, 4000, 8000, 15_000] as const
/** Attempts at what the server answers with an error: those of a little more than three minutes. */
const maxRefusals = 17
const temporaryClientErrors = new Set([408, 409, 423, 425, 429])

/**
 * Calls once: after a delay that grows with the attempts, or as soon as the browser reports a connection. Gives
 * a function that ends the wait.
 */
export function waitToRetry(attempt: number, then: () => void): () => void {
  const end = () => {
    clearTimeout(timer)
    window.removeEventListener('online', start)
  }
  const start = () => {
    end()
    then()
  }
  const timer = setTimeout(start, delaysMs[attempt] ?? delaysMs.at(-1))
  window.addEventListener('online', start)
  return end
}

/** A lost connection is waited for without end, an error of the server for some minutes, a refusal never. */
export function shouldRetry(error: Error | DetailedError, attempt: number): boolean {
  if (!('originalResponse' in error)) return false
  const { originalResponse } = error
  return (
    originalResponse === null ||
    (attempt < maxRefusals && isTemporary(originalResponse.getStatus()))
  )
}

/** Whether an upload cannot be reached for now: the library itself would start a new one. */
export function isUnreachable(request: HttpRequest, response: HttpResponse): boolean {
  return (
    request.getMethod() === 'HEAD' &&
    response.getStatus() >= 400 &&
    isTemporary(response.getStatus())
  )
}

function isTemporary(status: number): boolean {
  return status < 400 || status >= 500 || temporaryClientErrors.has(status)
}

/** Why an upload failed. */
export function failureMessage(error: Error | DetailedError): string {
  const refusal = refusalOf(error)
  return refusal === undefined ? t.uploadUnreachable : messageOf(refusal)
}

/** Why an upload waits, and that it continues by itself. */
export function retryMessage(error: Error | DetailedError): string {
  const refusal = refusalOf(error)
  return refusal === undefined
    ? t.uploadRetrying
    : t.uploadRetryingAfter({ reason: messageOf(refusal) })
}

/** The server's refusal; undefined where something else answered, or nothing. */
export function refusalOf(error: Error | DetailedError): QuireError | undefined {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  if (answer === null) return undefined
  const code = codeIn(answer)
  if (code === undefined) return undefined
  return new QuireError(error.message, { code, status: answer.getStatus() })
}

function codeIn(answer: Pick<HttpResponse, 'getBody'>): string | undefined {
  try {
    const body: unknown = JSON.parse(answer.getBody())
    const hasCode = typeof body === 'object' && body !== null && 'code' in body
    return hasCode && typeof body.code === 'string' ? body.code : undefined
  } catch {
    return undefined
  }
}
