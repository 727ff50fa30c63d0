import type { LiveSource } from '../../live/live-source.ts'

const pauseMs = 30_000

/** Whether a page can be live now: over which connection, and since when it may try. */
export class LiveEntry {
  source: LiveSource | undefined
  isConnected = false
  /** Whether the server has too many tabs open to let this page in. */
  isFull = false
  readonly #changed: (isConnected: boolean) => void
  #unwatch: () => void = () => undefined
  #pause: ReturnType<typeof setTimeout> | undefined

  /** `changed` is called when it is connected or no more, or full. */
  constructor(changed: (isConnected: boolean) => void) {
    this.#changed = changed
  }

  watch(): void {
    this.stop()
    this.isConnected = false
    this.#unwatch =
      this.source?.watch((isConnected, isFull) => {
        this.isConnected = isConnected
        this.isFull = isFull
        this.#changed(isConnected)
      }) ?? (() => undefined)
  }

  /** The server closed the page: it is tried again after a while. */
  pause(isFull: boolean, milliseconds = pauseMs): void {
    this.stop()
    this.isConnected = false
    this.isFull = isFull
    this.#pause = setTimeout(() => this.watch(), milliseconds)
  }

  stop(): void {
    clearTimeout(this.#pause)
    this.#unwatch()
    this.#unwatch = () => undefined
  }
}
