import type { BatchMessage } from '../../../server/lib/live-messages.ts'

/** A change that the server has confirmed: someone's batch, or our own as we sent it. */
export type Confirmed =
  | BatchMessage
  /** `batches`: none missed before it, such as those of an answer to `open`. */
  | { type: 'accepted'; version: number; id: string }

/** Confirmed changes in the order of their versions, until they are applied. */
export class Incoming {
  #waiting: Confirmed[] = []

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  add(...confirmed: readonly Confirmed[]): void {
    this.#waiting.push(...confirmed)
  }

  clear(): void {
    this.#waiting = []
  }

  /** What follows a version, without a gap; `isGap` if something between is missing. */
  after(version: number): { next: readonly Confirmed[]; isGap: boolean } {
    const next: Confirmed[] = []
    let expected = version + 1
    for (const confirmed of this.#waiting) {
      // Sent again after a reconnect, and answered twice.
      if (confirmed.version < expected) continue
      if (confirmed.version > expected) return { next, isGap: true }
      next.push(confirmed)
      expected += 1
    }
    return { next, isGap: false }
  }
}
