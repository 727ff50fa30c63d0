import { hash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** How old a signed request may be, clock skew included. */
export const maxClockSkewSeconds = 300

/** In constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

/** Remembers signed requests for as long as their signature is valid: an id and a signature each, at most 10,000. */
export class Replays {
  readonly #seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * maxClockSkewSeconds * 1000 })

  /** False for a replay. */
  take(request: string): boolean {
    if (this.#seen.has(request)) return false
    this.#seen.set(request, true)
    return true
  }
}
