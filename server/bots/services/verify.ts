import { hash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Seconds a signed request may be on its way, and a clock be wrong. */
export const longestDelay = 300

/** Without telling by its time how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** Remembers what came, for as long as it could come again and be believed. */
export class Replays {
  readonly #seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * longestDelay * 1000 })

  /** False when it came before. */
  take(request: string): boolean {
    if (this.#seen.has(request)) return false
    this.#seen.set(request, true)
    return true
  }
}
