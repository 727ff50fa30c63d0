import { KeyedQueue } from '../../lib/keyed-queue.ts'
import type { Store } from '../../store/index.ts'
import type { PageAddress } from './tree.ts'

/** Changes of one page that can wait in this process. */
const maxQueuedChanges = 1000

const queues = new WeakMap<Store, KeyedQueue>()

/**
 * Runs changes of a page one after another in this process, so that they do not conflict. Other nodes may still
 * change the page meanwhile. Throws BUSY when too many wait, and the errors of `work`.
 */
export function onPage<Result>(
  store: Store,
  { workspaceId, pageId }: PageAddress,
  work: () => Promise<Result>,
): Promise<Result> {
  let queue = queues.get(store)
  if (queue === undefined) {
    queue = new KeyedQueue(maxQueuedChanges)
    queues.set(store, queue)
  }
  return queue.run(`${workspaceId} ${pageId}`, work)
}
