import { KeyedQueue } from '../../lib/scheduling/keyed-queue.ts'
import type { Store } from '../../store/index.ts'
import type { PageAddress } from './tree.ts'

/** Changes of one page that can wait in this process. */
const maxQueuedChanges = 1000

const queues = new WeakMap<object, KeyedQueue>()

/**
 * Runs changes of a page one after another in this process, so that they do not conflict. Other nodes may still
 * change the page meanwhile. The next change starts when this one is committed. Throws BUSY when too many wait, and the
 * errors of `work`.
 */
export async function onPage<Result>(
  store: Store,
  { workspaceId, pageId }: PageAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  let queue = queues.get(store.cacheKey)
  if (queue === undefined) {
    queue = new KeyedQueue(maxQueuedChanges)
    queues.set(store.cacheKey, queue)
  }
  const key = `${workspaceId} ${pageId}`
  // Earlier changes may wait for the transaction that a request with an idempotency key has open.
  if (store.commitOpen !== undefined && queue.has(key)) await store.commitOpen()
  const done = Promise.withResolvers<Result>()
  const turn = queue.run(key, async () => {
    await work().then(done.resolve, done.reject)
    await store.untilCommitted?.()
  })
  turn.catch(done.reject)
  return done.promise
}
