import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../../../lib/clock.ts'
import type { ServiceAnswer } from '../requests.ts'

export type MatrixMessage = {
  room: string
  /** A message unless given. */
  type?: 'm.room.message' | 'm.reaction'
  content: object
  /** Ends all waits. */
  signal: AbortSignal
  /** Idempotency: a homeserver posts a transaction once. */
  transaction: string
}

type Put = (message: MatrixMessage) => Promise<ServiceAnswer>
type QueuedMessage = { message: MatrixMessage; put: Put; done: (answer: ServiceAnswer) => void }

const maxQueuedPerRoom = 20
/** When a homeserver asks for a longer wait, the message fails. */
const maxWaitMs = 30_000
const minWaitMs = 100

/**
 * Sends one message at a time, round-robin over the rooms. Homeservers limit the rate of an account over all
 * rooms, so every room waits when one is rate-limited.
 */
export class SendQueue {
  readonly #rooms = new Map<string, QueuedMessage[]>()
  #openAt = 0
  #isSending = false
  /** The last response, when the homeserver did not answer. */
  #unanswered: ServiceAnswer | undefined

  /** Undefined when the queue of the room is full. After `signal` it sends without waits. */
  enqueue(message: MatrixMessage, put: Put): Promise<ServiceAnswer> | undefined {
    const waiting = this.#rooms.get(message.room) ?? []
    if (waiting.length >= maxQueuedPerRoom) return undefined
    const { promise, resolve: done } = Promise.withResolvers<ServiceAnswer>()
    waiting.push({ message, put, done })
    this.#rooms.set(message.room, waiting)
    if (!this.#isSending) void this.#sendAll()
    return promise
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    for (let queued = this.#next(); queued !== undefined; queued = this.#next()) {
      const { message, put, done } = queued
      await this.#pause(message.signal)
      // When a stop finds the homeserver down, one timeout is enough for the whole queue.
      const failed = message.signal.aborted ? this.#unanswered : undefined
      const answer = failed ?? (await put(message))
      this.#unanswered = answer.status === 0 ? answer : undefined
      const wait = retryDelay(answer)
      if (wait !== undefined) this.#openAt = clock.now() + Math.max(wait, minWaitMs)
      if (wait !== undefined && wait <= maxWaitMs && !message.signal.aborted) continue
      this.#rotate(message.room)
      done(answer)
    }
    this.#isSending = false
  }

  #next(): QueuedMessage | undefined {
    const [first] = this.#rooms.values()
    return first?.[0]
  }

  /** Removes the first message of a room, and moves the room to the end. */
  #rotate(room: string): void {
    const [, ...others] = this.#rooms.get(room) ?? []
    this.#rooms.delete(room)
    if (others.length > 0) this.#rooms.set(room, others)
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const wait = Math.min(this.#openAt - clock.now(), maxWaitMs)
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined)
  }
}

/** Whether the message may have arrived in spite of the failure. */
export function isUncertain({ status }: ServiceAnswer): boolean {
  return status === 0 || status >= 500
}

/** Whether the same request may succeed later. */
export function isTemporary(answer: ServiceAnswer): boolean {
  return isUncertain(answer) || answer.status === 429
}

/** Milliseconds. Older homeservers send the wait in the body, not in a header. */
export function retryDelay({
  status,
  reason,
  body,
  retryAfter,
}: ServiceAnswer): number | undefined {
  if (reason === '') return undefined
  const wait = body?.['retry_after_ms']
  if (typeof wait === 'number') return wait
  return retryAfter ?? (status === 429 ? 1000 : undefined)
}
