import type { SearchIndexes } from '../domain/search/index-cache.ts'
import { mergeable, mergeWorkspace } from '../domain/search/merge.ts'
import { type Indexing, indexPending, reindexWorkspace } from '../domain/search/reindex.ts'
import { versions } from '../search/index/versions.ts'
import { reindexing, searchPending } from '../store/index.ts'
import { Worker } from './worker.ts'

/** How often to look for changes worth a segment, made by this process or another. */
const pollInterval = 250
/** With 100,000 workspaces a look takes a tenth of a second: then it is rarer, so as to stay a small part. */
const restAfterLook = 50
/** Looks for pages read by an older analyser, or by none: after a start, and where a check found faults. */
const reindexInterval = 60_000
/** Batches of pending pages that one task indexes: then the changes are merged, and other workspaces have their turn. */
const batchesPerTask = 32

type Task = { task: 'merge' | 'reindex' | 'complete'; workspaceId: string }

/** Keeps the indexes of all workspaces small and current. */
export function openSearchIndexer(
  indexing: Indexing,
  indexes: SearchIndexes,
  report: (error: unknown) => void,
): Worker<Task> {
  const { store } = indexing
  let nextLook = 0
  let nextReindex = 0
  /** Workspaces with pending pages that no request waits for. */
  const pending = new Set<string>()

  async function findDue(): Promise<Task[]> {
    const due = await findInStore()
    for (const workspaceId of pending) due.push({ task: 'complete', workspaceId })
    return due
  }

  async function findInStore(): Promise<Task[]> {
    const started = performance.now()
    if (started < nextLook) return []
    const merging = await mergeable(store)
    const now = performance.now()
    nextLook = now + (now - started) * restAfterLook
    const due = merging.map((workspaceId): Task => ({ task: 'merge', workspaceId }))
    if (now < nextReindex) return due
    for (const workspaceId of await reindexing.outdated(store, versions)) {
      due.push({ task: 'reindex', workspaceId })
    }
    for (const workspaceId of await searchPending.workspaces(store)) pending.add(workspaceId)
    nextReindex = now + reindexInterval
    return due
  }

  const worker = new Worker<Task>({
    pollIntervalMs: pollInterval,
    findDue,
    concurrency: 1,
    run: async ({ task, workspaceId }, { signal }) => {
      const isStopping = () => signal.aborted
      if (task === 'merge') return mergeWorkspace(store, indexes, workspaceId, isStopping)
      if (task === 'reindex') return reindexWorkspace(indexing, workspaceId, isStopping)
      pending.delete(workspaceId)
      if (await indexSome(indexing, workspaceId, isStopping)) pending.add(workspaceId)
    },
    report,
  })
  indexes.onPending = (workspaceId) => {
    pending.add(workspaceId)
    worker.poll()
  }
  return worker
}

/** Indexes `batchesPerTask` of the pending pages of a workspace. Returns whether there may be more. */
async function indexSome(
  indexing: Indexing,
  workspaceId: string,
  isStopping: () => boolean,
): Promise<boolean> {
  let batches = 0
  await indexPending(indexing, workspaceId, () => {
    batches += 1
    return batches > batchesPerTask || isStopping()
  })
  return batches > batchesPerTask
}
