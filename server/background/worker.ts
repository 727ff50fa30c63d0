import { withoutRequest } from '../lib/scheduling/current-request.ts'

/** A run of one item. */
export type Run = {
  /** Aborted when the worker stops. */
  signal: AbortSignal
  /** More work became due since the run began: another run follows, unless this one clears it. */
  hasMore: boolean
  /** Called when more work becomes due. */
  onMore: () => void
}

export type WorkerOptions<Item> = {
  /** Polling finds work of other nodes, and work that becomes due with time. */
  pollIntervalMs?: number
  findDue?: () => Promise<readonly Item[]>
  run: (item: Item, run: Run) => Promise<void>
  concurrency?: number
  /** Receives unexpected errors. */
  report: (error: unknown) => void
}

/** Runs due items, each once at a time. `whileHolding` excludes other processes. */
export class Worker<Item extends Readonly<Record<string, string>>> {
  readonly #options: WorkerOptions<Item>
  readonly #runs = new Map<string, Run>()
  readonly #pending = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #waiting: Item[] = []
  #timer: NodeJS.Timeout | undefined
  #isPolling = false

  constructor(options: WorkerOptions<Item>) {
    this.#options = options
  }

  start(): void {
    this.#timer ??= setInterval(() => this.poll(), this.#options.pollIntervalMs).unref()
    this.poll()
  }

  /** Starts nothing new, and waits for the runs in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /** Looks for due work now. */
  poll(): void {
    const { findDue } = this.#options
    if (findDue === undefined || this.#isPolling || this.#isFull || this.#isStopping) return
    this.#isPolling = true
    const taking = withoutRequest(() => this.#takeDue(findDue))
    this.#track(taking.finally(() => (this.#isPolling = false)))
  }

  /** Runs a due item; a run in progress learns that there is more. */
  add(item: Item): void {
    const id = idOf(item)
    const run = this.#runs.get(id)
    if (run !== undefined) {
      run.hasMore = true
      run.onMore()
    } else if (this.#isFull) this.#waiting.push(item)
    else if (!this.#isStopping) this.#track(withoutRequest(() => this.#run(id, item)))
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  get #isFull(): boolean {
    return this.#runs.size >= (this.#options.concurrency ?? Infinity)
  }

  async #takeDue(findDue: () => Promise<readonly Item[]>): Promise<void> {
    const due = await findDue()
    this.#waiting = []
    for (const item of due) this.add(item)
  }

  async #run(id: string, item: Item): Promise<void> {
    const run: Run = { signal: this.#stopping.signal, hasMore: false, onMore: () => undefined }
    this.#runs.set(id, run)
    try {
      do {
        run.hasMore = false
        await this.#options.run(item, run)
      } while (run.hasMore && !this.#isStopping)
    } finally {
      // In the same tick as the last check: an item added in between would be lost.
      this.#runs.delete(id)
      const next = this.#waiting.shift()
      if (next !== undefined) this.add(next)
    }
  }

  #track(work: Promise<void>): void {
    const pending = work.catch(this.#options.report).finally(() => this.#pending.delete(pending))
    this.#pending.add(pending)
  }
}

/** Equal for objects with equal values, in any order. */
function idOf(item: Readonly<Record<string, string>>): string {
  const parts = Object.entries(item).map((part) => JSON.stringify(part))
  return parts.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')
}
