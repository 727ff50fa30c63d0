import { availableParallelism } from 'node:os'
import type { WorkspaceIndex } from '../index/workspace-index.ts'
import type { Query } from '../ranking/query.ts'
import { rank, type Ranked } from '../ranking/rank.ts'
import { RankingThread } from './ranking-thread.ts'

/** Ranking fewer documents takes as long as asking a thread. */
const minDocuments = 10_000
/** Each thread takes memory of its own. */
const maxThreads = 3

/** Ranks here as long as one search comes at a time; others that come meanwhile are ranked on other cores. */
export class RankingThreads {
  readonly #limit: number
  readonly #minDocuments: number
  readonly #threads: RankingThread[] = []
  #here = 0

  constructor(
    limit = Math.min(maxThreads, availableParallelism() - 1),
    minimum: number = minDocuments,
  ) {
    this.#limit = limit
    this.#minDocuments = minimum
  }

  /** Threads that were started. */
  get size(): number {
    return this.#threads.length
  }

  async rank(query: Query, index: WorkspaceIndex, limit: number): Promise<Ranked> {
    const thread = this.#choose(index.snapshot().size)
    if (thread !== undefined) return thread.rank(query, index, limit)
    this.#here += 1
    try {
      return await rank(query, index.snapshot(), limit)
    } finally {
      this.#here -= 1
    }
  }

  close(index: WorkspaceIndex): void {
    for (const thread of this.#threads) thread.close(index)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()))
  }

  /** The thread with the fewest searches; undefined where ranking here is as good. */
  #choose(documents: number): RankingThread | undefined {
    if (documents < this.#minDocuments || this.#here === 0 || this.#limit < 1) return undefined
    const idle = this.#threads.find(({ load }) => load === 0)
    if (idle !== undefined) return idle
    if (this.#threads.length < this.#limit) {
      const thread = new RankingThread()
      this.#threads.push(thread)
      return thread
    }
    const [idlest] = this.#threads.toSorted((one, other) => one.load - other.load)
    return idlest !== undefined && idlest.load <= this.#here ? idlest : undefined
  }
}
