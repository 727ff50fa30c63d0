import type { SearchIndexes } from '../domain/search/index-cache.ts'
import { leastChanges, mergeWorkspace, retiredTime } from '../domain/search/merge.ts'
import { type Indexing, indexPending, reindexWorkspace } from '../domain/search/reindex.ts'
import { clock } from '../lib/clock.ts'
import { versions } from '../search/index/versions.ts'
import { reindexing, search, searchPending, type Store } from '../store/index.ts'

/** How often to look for changes worth a segment, made by this process or another. */
const interval = 250
/** With 100,000 workspaces a look takes a tenth of a second: then it is rarer, so as to stay a small part. */
const restAfterLook = 50
/** Looks for pages read by an older analyser, or by none: after a start, and where a check found faults. */
const reindexInterval = 60_000

/** Keeps the indexes of all workspaces small and current, in the background. */
export class SearchIndexer {
  readonly #indexing: Indexing
  readonly #store: Store
  readonly #indexes: SearchIndexes
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #nextReindex = 0
  #nextLook = 0
  #isStopping = false

  constructor(indexing: Indexing, indexes: SearchIndexes) {
    this.#indexing = indexing
    this.#store = indexing.store
    this.#indexes = indexes
  }

  /** `report` hears of failures; the work is tried again. */
  start(report: (error: unknown) => void): void {
    this.#timer ??= setInterval(() => this.#look(report), interval).unref()
    this.#look(report)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#running
  }

  #look(report: (error: unknown) => void): void {
    if (this.#isStopping || this.#running !== undefined) return
    if (performance.now() < this.#nextLook) return
    this.#running = this.#work()
      .catch(report)
      .finally(() => {
        this.#running = undefined
      })
  }

  async #work(): Promise<void> {
    const isStopping = () => this.#isStopping
    const now = clock.now()
    const least = { changes: leastChanges, now, retiredBefore: now - retiredTime }
    const started = performance.now()
    const waiting = await search.mergeable(this.#store, least)
    this.#nextLook = performance.now() + (performance.now() - started) * restAfterLook
    for (const workspaceId of waiting) {
      if (isStopping()) return
      await mergeWorkspace(this.#store, this.#indexes, workspaceId, isStopping)
    }
    if (performance.now() < this.#nextReindex) return
    for (const workspaceId of await reindexing.outdated(this.#store, versions)) {
      if (isStopping()) return
      await reindexWorkspace(this.#indexing, workspaceId, isStopping)
    }
    for (const workspaceId of await searchPending.workspaces(this.#store)) {
      if (isStopping()) return
      await indexPending(this.#indexing, workspaceId, isStopping)
    }
    this.#nextReindex = performance.now() + reindexInterval
  }
}
