/** Where the draft of one open page or text is stored. */
export type DraftSlot<Draft> = {
  set: (draft: Draft) => Promise<void>
  remove: () => Promise<void>
}

type Options<Draft> = {
  slot: DraftSlot<Draft>
  /** The draft to store; undefined when the server has everything. */
  read: () => Draft | undefined
  /** Milliseconds after which a change is stored at the latest. */
  maxDelayMs: number
}

/** Keeps a draft as it is written, also while someone types without a pause. */
export class DraftKeeper<Draft> {
  readonly #options: Options<Draft>
  #timer: ReturnType<typeof setTimeout> | undefined
  #isStored = true

  constructor(options: Options<Draft>) {
    this.#options = options
  }

  /** False if nothing is kept now. An earlier page in the same place may have kept something. */
  get isStored(): boolean {
    return this.#isStored
  }

  soon(): void {
    this.#timer ??= setTimeout(() => void this.keep(), this.#options.maxDelayMs)
  }

  /** Whether the draft is kept now: a browser may have no room, or keep nothing at all. */
  async keep(): Promise<boolean> {
    this.stop()
    const draft = this.#options.read()
    if (draft === undefined) return true
    this.#isStored = true
    try {
      await this.#options.slot.set(draft)
      return true
    } catch {
      return false
    }
  }

  drop(): void {
    this.stop()
    this.#isStored = false
    void this.#options.slot.remove().catch(() => undefined)
  }

  /** Leaves what is kept as it is. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
