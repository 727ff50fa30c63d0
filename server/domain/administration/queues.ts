import { clock } from '../../lib/clock.ts'
import { queues, type Reader } from '../../store/index.ts'

/** Work that waits in a queue of the server. */
export type QueueState = { queue: string; waiting: number; failed: number; delaySeconds: number }

/** Reads every queue of the server, also the empty ones. */
export async function readQueues(store: Reader): Promise<QueueState[]> {
  const now = clock.now()
  const rows = await queues.depths(store, now)
  return rows.map(({ queue, waiting, failed, dueSince }) => {
    const delaySeconds = Math.max(0, now - (dueSince ?? now)) / 1000
    return { queue, waiting, failed, delaySeconds }
  })
}

/** Counts the jobs whose last attempt failed, by kind. */
export async function countFailedJobs(store: Reader): Promise<Map<string, number>> {
  return new Map((await queues.failedJobs(store)).map(({ kind, failed }) => [kind, failed]))
}
