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

  async function findDue(): Promise<Task[]> {
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
    for (const workspaceId of await searchPending.workspaces(store)) {
      due.push({ task: 'complete', workspaceId })
    }
    nextReindex = now + reindexInterval
    return due
  }

  return new Worker<Task>({
    pollIntervalMs: pollInterval,
    findDue,
    concurrency: 1,
    run: ({ task, workspaceId }, { signal }) => {
      const isStopping = () => signal.aborted
      if (task === 'merge') return mergeWorkspace(store, indexes, workspaceId, isStopping)
      const index = task === 'reindex' ? reindexWorkspace : indexPending
      return index(indexing, workspaceId, isStopping)
    },
    report,
  })
}
