import { QuireError } from './errors.ts'

const firstPauseMs = 500
const maxPauseMs = 10_000

/** Answers after which the same request may be sent again, if it is one that is carried out once. */
const passing = new Set([
  'UNREACHABLE',
  'BUSY',
  'COMMIT_UNKNOWN',
  'RATE_LIMITED',
  'IDEMPOTENCY_KEY_IN_USE',
])
const passingStatuses = new Set([502, 503, 504])

/** Sends a request again after a failure that may pass, up to so many times. */
export async function withRetries<Result>(
  send: () => Promise<Result>,
  { retries, signal }: { retries: number; signal?: AbortSignal | undefined },
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      if (attempt >= retries || !mayPass(error)) throw error
      await pause(error, attempt, signal)
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
