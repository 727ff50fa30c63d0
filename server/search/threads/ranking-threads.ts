import { availableParallelism } from 'node:os'
import { clock } from '../../lib/clock.ts'
import type { IndexReader } from '../index/index-reader.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import type { Query } from '../ranking/query.ts'
import { rank, type Ranked } from '../ranking/rank.ts'
import { RankingThread } from './ranking-thread.ts'
import { isShareable } from './sent-parts.ts'

export type RankingLimits = {
  /** At most so many; as many as there are other cores where undefined. */
  threads?: number | undefined
  /** Smaller indexes are ranked in about the time that it takes to ask a thread. */
  minDocuments?: number
  /** After this time without a search, a thread ends. */
  idleMs?: number
  /** After a thread failed, none is started for this time. */
  retryMs?: number
}

/** Each takes about 25 MB. */
const maxThreads = 3

/** Documents that are ranked in the time that the rest of a search takes. */
const documentsPerSearch = 50_000

/**
 * Ranks on other cores while several searches are in progress, so that the main thread has time for what only
 * it can do. The results are the same everywhere.
 */
export class RankingThreads {
  readonly #limits: Required<RankingLimits> & { threads: number }
  readonly #threads = new Set<RankingThread>()
  #searches = 0
  #startsAfter = 0
  #isStarting = false
  #isStopped = false

  constructor({
    threads = Math.min(maxThreads, availableParallelism() - 1),
    minDocuments = 10_000,
    idleMs = 10_000,
    retryMs = 10_000,
  }: RankingLimits = {}) {
    this.#limits = { threads, minDocuments, idleMs, retryMs }
  }

  /** How many run. */
  get size(): number {
    return this.#threads.size
  }

  /** Counts a search as in progress, with all that it does besides ranking. */
  async during<Result>(search: () => Promise<Result>): Promise<Result> {
    this.#searches += 1
    try {
      return await search()
    } finally {
      this.#searches -= 1
    }
  }

  async rank(query: Query, snapshot: Snapshot, limit: number): Promise<Ranked> {
    const thread = this.#choose(snapshot)
    if (thread !== undefined) {
      try {
        return await thread.rank(query, snapshot, limit)
      } catch {
        // Ranking again fails for the same reason, or not at all.
      }
    }
    return rank(query, snapshot, limit)
  }

  /** Gives back the memory of parts that no later search reads. */
  close(parts: readonly IndexReader[]): void {
    for (const thread of this.#threads) for (const part of parts) thread.close(part)
  }

  /** Starts one thread more and waits until it can rank; false when there are as many as may be. */
  async start(): Promise<boolean> {
    const isFull = this.#threads.size >= this.#limits.threads
    if (isFull || this.#isStopped || clock.now() < this.#startsAfter) return false
    const thread = new RankingThread(this.#limits.idleMs)
    this.#threads.add(thread)
    void thread.ended.then((isUnasked) => {
      this.#threads.delete(thread)
      if (isUnasked) this.#startsAfter = clock.now() + this.#limits.retryMs
    })
    await thread.started
    return thread.isReady
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(Array.from(this.#threads, (thread) => thread.stop()))
  }

  /** In another turn of the event loop, because it takes milliseconds. Later searches find the thread. */
  #startLater(): void {
    if (this.#isStarting) return
    this.#isStarting = true
    setImmediate(async () => {
      await this.start()
      this.#isStarting = false
    })
  }

  /**
   * The thread with the least to rank; undefined where ranking here is as good. A thread may have as much to
   * rank as keeps it busy until the main thread has done the rest of the searches in progress.
   */
  #choose(snapshot: Snapshot): RankingThread | undefined {
    const others = this.#searches - 1
    if (others < 1 || snapshot.size < this.#limits.minDocuments) return undefined
    if (!isShareable(snapshot)) return undefined
    const ready = [...this.#threads].filter(({ isReady }) => isReady)
    const [idlest] = ready.toSorted((one, other) => one.documents - other.documents)
    if (idlest?.documents !== 0) this.#startLater()
    const isBusy = (idlest?.documents ?? 0) > others * documentsPerSearch
    return isBusy ? undefined : idlest
  }
}
