import { LRUCache } from 'lru-cache'
import type { Caller } from '../../domain/context.ts'
import { linkLimits, maxSenders, personLimits, RateLimit } from '../limits.ts'

/** What a person, or all visitors of a share link, may still send. */
export type SenderLimits = { batches: RateLimit; work: RateLimit }

/** The limits of whoever has sent something a short while ago, whatever connections they use. */
export class AllSenderLimits {
  readonly #limits = new LRUCache<string, SenderLimits>({ max: maxSenders })

  of({ userId, visitor }: Caller): SenderLimits {
    const key = visitor === undefined ? userId : `link ${visitor.linkId}`
    const known = this.#limits.get(key)
    if (known !== undefined) return known
    const { batches, work } = visitor === undefined ? personLimits : linkLimits
    const limits = { batches: new RateLimit(batches), work: new RateLimit(work) }
    this.#limits.set(key, limits)
    return limits
  }
}
