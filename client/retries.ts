import { QuireError } from './errors.ts'

const firstPauseMs = 500
const maxPauseMs = 10_000
/**
 * A server that ends while it works on a request with a key leaves it to others after 10 seconds: one that says so for
 * longer is still at work, such as on a large import.
 */
const maxInUseMs = 15 * 60_000

/** Answers after which the same request may be sent again, if it is one that is carried out once. */
const passing = new Set([
  'UNREACHABLE',
  'BUSY',
  'COMMIT_UNKNOWN',
  'RATE_LIMITED',
  'IDEMPOTENCY_KEY_IN_USE',
])
const passingStatuses = new Set([502, 503, 504])

/**
 * Sends a request again after a failure that may pass, up to so many times. While the server says that it still works on
 * the same request, that is no failure.
 */
export async function withRetries<Result>(
  send: () => Promise<Result>,
  { retries, signal }: { retries: number; signal?: AbortSignal | undefined },
): Promise<Result> {
  const inUseUntil = performance.now() + maxInUseMs
  for (let attempt = 0; ;) {
    try {
      return await send()
    } catch (error) {
      if (!mayPass(error)) throw error
      const isInUse = error.code === 'IDEMPOTENCY_KEY_IN_USE' && performance.now() < inUseUntil
      if (retries === 0 || (attempt >= retries && !isInUse)) throw error
      await pause(error, attempt, signal)
      if (!isInUse) attempt += 1
    }
  }
}

function mayPass(error: unknown): error is QuireError {
  return (
    error instanceof QuireError && (passing.has(error.code) || passingStatuses.has(error.status))
  )
}

/** As long as the server says, else longer from time to time; never the same for all who wait. */
async function pause(
  { retryAfter }: QuireError,
  attempt: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const delayMs = Math.min(firstPauseMs * 2 ** attempt, maxPauseMs)
  const pauseMs = retryAfter === undefined ? delayMs * (0.5 + Math.random() / 2) : retryAfter * 1000
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, pauseMs)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
