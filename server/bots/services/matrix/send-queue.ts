import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../../../lib/clock.ts'
import type { ServiceAnswer } from '../requests.ts'

export type Words = {
  room: string
  content: object
  /** Ends all waiting. */
  signal: AbortSignal
  /** By this a homeserver knows what it has taken already. */
  transaction: string
}

type Put = (words: Words) => Promise<ServiceAnswer>
type Saying = { words: Words; put: Put; done: (answer: ServiceAnswer) => void }

/** What may wait to be said in one room. */
const mostWaiting = 20
/** Milliseconds; a homeserver that wants more is left alone until somebody tries again. */
const longestWait = 30_000
const shortestWait = 100

/**
 * Says one thing after the other, the rooms in turn: homeservers count what an account sends, whatever the
 * room, so that all wait when they ask to.
 */
export class SendQueue {
  readonly #rooms = new Map<string, Saying[]>()
  #openAt = 0
  #isSpeaking = false
  /** What came of the last try, when nothing came. */
  #silence: ServiceAnswer | undefined

  /** Undefined when too much waits for that room already. After the signal nothing waits. */
  say(words: Words, put: Put): Promise<ServiceAnswer> | undefined {
    const waiting = this.#rooms.get(words.room) ?? []
    if (waiting.length >= mostWaiting) return undefined
    const { promise, resolve: done } = Promise.withResolvers<ServiceAnswer>()
    waiting.push({ words, put, done })
    this.#rooms.set(words.room, waiting)
    if (!this.#isSpeaking) void this.#speak()
    return promise
  }

  async #speak(): Promise<void> {
    this.#isSpeaking = true
    for (let saying = this.#next(); saying !== undefined; saying = this.#next()) {
      const { words, put, done } = saying
      await this.#pause(words.signal)
      // A stop does not wait for each of them where there is no answer to the first.
      const vain = words.signal.aborted ? this.#silence : undefined
      const answer = vain ?? (await put(words))
      this.#silence = answer.status === 0 ? answer : undefined
      const wait = waitOf(answer)
      if (wait !== undefined) this.#openAt = clock.now() + Math.max(wait, shortestWait)
      if (wait !== undefined && wait <= longestWait && !words.signal.aborted) continue
      this.#turn(words.room)
      done(answer)
    }
    this.#isSpeaking = false
  }

  #next(): Saying | undefined {
    const [first] = this.#rooms.values()
    return first?.[0]
  }

  /** The first of a room is done, and the room is last from now on. */
  #turn(room: string): void {
    const [, ...others] = this.#rooms.get(room) ?? []
    this.#rooms.delete(room)
    if (others.length > 0) this.#rooms.set(room, others)
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const wait = Math.min(this.#openAt - clock.now(), longestWait)
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined)
  }
}

/** Whether it may have got there all the same. */
export function isUnsure({ status }: ServiceAnswer): boolean {
  return status === 0 || status >= 500
}

/** Milliseconds; homeservers said so in the body before they had the header. */
export function waitOf({ status, reason, body, retryAfter }: ServiceAnswer): number | undefined {
  if (reason === '') return undefined
  const wait = body?.['retry_after_ms']
  if (typeof wait === 'number') return wait
  return retryAfter ?? (status === 429 ? 1000 : undefined)
}
