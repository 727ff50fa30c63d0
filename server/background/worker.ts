/** One piece of work that is under way. */
export type Run = {
  /** Aborted when the worker stops. */
  signal: AbortSignal
  /** More became due since the run began: without a word from the run, it is followed by another. */
  hasMore: boolean
  /** Called when more becomes due. */
  onMore: () => void
}

export type WorkerOptions<Item> = {
  /** Milliseconds between two looks for work, which find what other nodes left and what time makes due. */
  pollInterval?: number
  findDue?: () => Promise<readonly Item[]>
  run: (item: Item, run: Run) => Promise<void>
  concurrency?: number
  /** Hears of faults that nobody expects. */
  report: (error: unknown) => void
}

/** Runs due work: each item once at a time, what another process holds not at all (see `whileHolding`). */
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
    this.#timer ??= setInterval(() => this.poll(), this.#options.pollInterval).unref()
    this.poll()
  }

  /** Takes up no more, and waits until nothing is being written. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping.abort()
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /** Looks for due work at once. */
  poll(): void {
    const { findDue } = this.#options
    if (findDue === undefined || this.#isPolling || this.#isFull || this.#isStopping) return
    this.#isPolling = true
    this.#track(this.#takeDue(findDue).finally(() => (this.#isPolling = false)))
  }

  /** Runs an item that is due; what runs already hears that there is more. */
  add(item: Item): void {
    const id = idOf(item)
    const run = this.#runs.get(id)
    if (run !== undefined) {
      run.hasMore = true
      run.onMore()
    } else if (this.#isFull) this.#waiting.push(item)
    else if (!this.#isStopping) this.#track(this.#run(id, item))
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
      // At once after the last look: what is added in between would be lost.
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

/** The same for each object with the same values, whatever their order. */
function idOf(item: Readonly<Record<string, string>>): string {
  const parts = Object.entries(item).map((part) => JSON.stringify(part))
  return parts.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')
}
