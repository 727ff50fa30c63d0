import { setTimeout as sleep } from 'node:timers/promises'
import { isGone, unreachable } from './errors.ts'

/** How long a request waits for a database that restarts before the client is asked to retry. */
export const awayTimeoutMs = 5000

/** Retries while the database is unreachable; the work must be safe to repeat. */
export async function whileAway<Result>(
  attempt: () => Promise<Result>,
  deadline = performance.now() + awayTimeoutMs,
  onWait: (error: unknown) => void = () => undefined,
): Promise<Result> {
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      return await attempt()
    } catch (error) {
      if (!isGone(error)) throw error
      if (performance.now() + pauseMs > deadline) throw unreachable(error)
      onWait(error)
      await sleep(pauseMs)
    }
  }
}
