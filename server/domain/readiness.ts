import { setTimeout as sleep } from 'node:timers/promises'
import type { FileStore } from '../files/file-store.ts'
import { AppError } from '../lib/errors.ts'
import type { DiskFaults } from '../lib/failures/disk-faults.ts'
import { dump, type Store } from '../store/index.ts'

/** Shorter than the check interval of a load balancer, so that it learns in time that a store hangs. */
const answerWithinMs = 2000

type Probed = { store: Store; files: FileStore; diskFaults: DiskFaults }

/**
 * Creates a check that throws unless the store answers a read in time and each disk accepts a few bytes
 * and reported no error in the last minute. While a
 * check hangs, later calls share it.
 */
export function createStoreProbe(probed: Probed): () => Promise<void> {
  let reading: Promise<unknown> | undefined
  return async () => {
    reading ??= look(probed).finally(() => (reading = undefined))
    const ended = new AbortController()
    const { signal } = ended
    const late = sleep(answerWithinMs, 'late' as const, { signal }).catch(() => undefined)
    try {
      if ((await Promise.race([reading, late])) !== 'late') return
    } finally {
      ended.abort()
    }
    throw new AppError(
      'BUSY',
      `The store has not answered for ${answerWithinMs / 1000} s. Ask another node.`,
    )
  }
}

async function look({ store, files, diskFaults }: Probed): Promise<void> {
  diskFaults.requireNone()
  await dump.migration(store)
  await store.requireReady()
  await files.requireReady()
}
