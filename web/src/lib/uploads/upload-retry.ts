import type { DetailedError, HttpRequest, HttpResponse } from 'tus-js-client'

/** Milliseconds before each attempt; the last one holds for all that follow. */
const delays = [500, 1000, 2000, 4000, 8000, 15_000] as const
/** Attempts at what the server answers with an error: those of a little more than three minutes. */
const mostRefused = 17
const clientErrorsThatPass = new Set([408, 409, 423, 425, 429])

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
  const timer = setTimeout(start, delays[attempt] ?? delays.at(-1))
  window.addEventListener('online', start)
  return end
}

/** A lost connection is waited for without end, an error of the server for some minutes, a refusal never. */
export function shouldRetry(error: Error | DetailedError, attempt: number): boolean {
  if (!('originalResponse' in error)) return false
  const { originalResponse } = error
  return (
    originalResponse === null || (attempt < mostRefused && mayPass(originalResponse.getStatus()))
  )
}

/** Whether an upload is out of reach for now: the library itself would begin a new one from the start. */
export function isOutOfReach(request: HttpRequest, response: HttpResponse): boolean {
  return (
    request.getMethod() === 'HEAD' && response.getStatus() >= 400 && mayPass(response.getStatus())
  )
}

function mayPass(status: number): boolean {
  return status < 400 || status >= 500 || clientErrorsThatPass.has(status)
}

/** The server's own words, where it said any. */
export function sayWhy(error: Error | DetailedError): string {
  return (
    messageOf(error) ??
    'The server does not answer. The upload goes on where it was as soon as you resume it.'
  )
}

export function sayWait(error: Error | DetailedError): string {
  const message = messageOf(error)
  return message === undefined
    ? 'No connection to the server. The upload resumes when the connection is back.'
    : `${message} Quire tries the upload again.`
}

function messageOf(error: Error | DetailedError): string | undefined {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  return answer === null ? undefined : messageIn(answer)
}

function messageIn(answer: Pick<HttpResponse, 'getBody'>): string | undefined {
  try {
    const body: unknown = JSON.parse(answer.getBody())
    const hasMessage = typeof body === 'object' && body !== null && 'message' in body
    return hasMessage && typeof body.message === 'string' ? body.message : undefined
  } catch {
    return undefined
  }
}
