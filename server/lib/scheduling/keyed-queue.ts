import { AppError } from '../errors.ts'

/** Work that waits for other work on the same key: one at a time and in order; other keys go on beside it. */
export class KeyedQueue {
  readonly #maxWaiting: number
  readonly #code: 'BUSY' | 'RATE_LIMITED'
  readonly #tails = new Map<string, { waiting: number; tail: Promise<unknown> }>()

  /** `most` is how many may wait for one key; more are refused, to be tried again. */
  constructor(maxWaiting: number, code: 'BUSY' | 'RATE_LIMITED' = 'BUSY') {
    this.#maxWaiting = maxWaiting
    this.#code = code
  }

  /** Tells whether work on the key runs or waits. */
  has(key: string): boolean {
    return this.#tails.has(key)
  }

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#tails.get(key) ?? { waiting: 0, tail: Promise.resolve() }
    if (line.waiting >= this.#maxWaiting) {
      const message = `${line.waiting} requests wait for their turn here already. Try again in a moment.`
      throw new AppError(this.#code, message, { retryAfter: 1 })
    }
    this.#tails.set(key, line)
    line.waiting += 1
    const mine = line.tail.then(work)
    line.tail = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) this.#tails.delete(key)
    }
  }
}
