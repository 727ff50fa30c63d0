export type SaveDelays = {
  /** Milliseconds without a change before a save, and the longest while somebody keeps typing. */
  delayMs: number
  maxDelayMs: number
  /** Milliseconds until what failed is tried again. */
  retryDelayMs: number
}

const maxRetryDelayMs = 30_000

/** When a page is saved next. */
export class SaveTimer {
  readonly #delays: SaveDelays
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #retries = 0
  /** Since when there are unsaved changes. */
  changedAt: number | undefined
  /** Whether the page is saved by other means for now. */
  isPaused = false

  #isRetrying = false

  constructor(delays: SaveDelays, save: () => void) {
    this.#delays = delays
    this.#save = save
  }

  /** Whether it waits to repeat a save that failed. */
  get isRetrying(): boolean {
    return this.#isRetrying
  }

  start(afterMs: number): void {
    this.stop()
    if (!this.isPaused) this.#timer = setTimeout(this.#save, afterMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#isRetrying = false
  }

  changed(): void {
    this.changedAt ??= Date.now()
  }

  /** When the person pauses. */
  startAfterChange(): void {
    const { delayMs, maxDelayMs } = this.#delays
    const latest = (this.changedAt ?? Date.now()) + maxDelayMs
    this.start(Math.max(0, Math.min(delayMs, latest - Date.now())))
  }

  /** The save failed: each new attempt waits longer. */
  startLater(): void {
    this.start(Math.min(maxRetryDelayMs, this.#delays.retryDelayMs * 2 ** this.#retries))
    this.#retries += 1
    this.#isRetrying = true
  }

  succeeded(): void {
    this.#retries = 0
  }
}
