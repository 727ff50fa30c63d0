import type { PageAddress } from '../../domain/pages/tree.ts'

export type Intervals = {
  /** After the last batch of a page. */
  afterLastMs: number
  /** After the first one that is only in the journal, however much is typed. */
  maxMs: number
}

type Pending = { address: PageAddress; first: number; timer: NodeJS.Timeout }

const retryMs = 2000

/** Stores what was typed as document, version, search entry and event, when a page comes to rest. */
export class Checkpoints {
  readonly #checkpoint: (address: PageAddress) => Promise<void>
  readonly #intervals: Intervals
  readonly #report: (error: unknown) => void
  readonly #pending = new Map<string, Pending>()
  readonly #running = new Set<Promise<void>>()

  constructor(
    checkpoint: (address: PageAddress) => Promise<void>,
    intervals: Intervals,
    report: (error: unknown) => void,
  ) {
    this.#checkpoint = checkpoint
    this.#intervals = intervals
    this.#report = report
  }

  /** After batches were written. */
  schedule(address: PageAddress): void {
    const now = performance.now()
    const before = this.#pending.get(address.pageId)
    if (before !== undefined) clearTimeout(before.timer)
    const first = before?.first ?? now
    const { afterLastMs, maxMs } = this.#intervals
    this.#set(address, first, Math.min(afterLastMs, first + maxMs - now))
  }

  /** At once, if anything is pending. */
  async now({ pageId }: PageAddress): Promise<void> {
    const pending = this.#pending.get(pageId)
    if (pending !== undefined) await this.#run(pending)
  }

  /** Everything that is pending, and what is under way. */
  async all(): Promise<void> {
    await Promise.all([...this.#pending.values()].map((pending) => this.#run(pending)))
    await Promise.all(this.#running)
  }

  stop(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer)
    this.#pending.clear()
  }

  #set(address: PageAddress, first: number, inMs: number): void {
    const timer = setTimeout(() => void this.#run(pending), Math.max(0, inMs))
    const pending: Pending = { address, first, timer }
    timer.unref()
    this.#pending.set(address.pageId, pending)
  }

  #run({ address, first, timer }: Pending): Promise<void> {
    clearTimeout(timer)
    this.#pending.delete(address.pageId)
    const running = this.#checkpoint(address)
      .catch((error: unknown) => {
        // The page may have been purged; whatever else failed is repeated, here or by the background work.
        this.#report(error)
        if (!this.#pending.has(address.pageId)) this.#set(address, first, retryMs)
      })
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
    return running
  }
}
