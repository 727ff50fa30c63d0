import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { clock } from '../../lib/clock.ts'

/** Seconds a signed request may be on its way, and a clock be wrong. */
const window = 300

/** Without telling by its time how much of it is right. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))
}

export type SlackProof = { signature: string; timestamp: string; body: Buffer }

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export function isFromSlack(
  signingSecret: string,
  { signature, timestamp, body }: SlackProof,
): boolean {
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(clock.now() / 1000 - Number(timestamp)) <= window
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body)
  return isSame(signature, `v0=${mac.digest('hex')}`) && isRecent
}

/** Remembers what came, for as long as it could come again and be believed. */
export class Replays {
  readonly #seen = new LRUCache<string, true>({ max: 10_000, ttl: 2 * window * 1000 })

  /** False when it came before. */
  take(request: string): boolean {
    if (this.#seen.has(request)) return false
    this.#seen.set(request, true)
    return true
  }
}
