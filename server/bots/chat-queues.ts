import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../lib/clock.ts'

/** Commands of one chat that may wait behind the one that is answered. */
const mostWaiting = 10
/** Beyond so many in a minute, a chat's commands are answered one in so many milliseconds. */
const perMinute = 30
const slowly = 2500

type Queue = { waiting: number; tail: Promise<void>; recent: number[] }

/** Answers the commands of each chat one after the other, so that a flood holds up only its own chat. */
export class ChatQueues {
  readonly #queues = new Map<string, Queue>()
  readonly #signal: AbortSignal

  /** `signal` ends the waiting of slowed chats. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Undefined when too much waits already: then nothing is done. */
  run<Result>(chat: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const queue = this.#queues.get(chat) ?? { waiting: 0, tail: Promise.resolve(), recent: [] }
    if (queue.waiting > mostWaiting) return undefined
    this.#queues.set(chat, queue)
    queue.waiting += 1
    const result = queue.tail.then(async () => {
      await this.#pace(queue)
      return work()
    })
    queue.tail = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        queue.waiting -= 1
        this.#forgetQuiet()
      })
    return result
  }

  get size(): number {
    return this.#queues.size
  }

  /** Until all that waits is answered. */
  async drain(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ tail }) => tail))
  }

  async #pace(queue: Queue): Promise<void> {
    const now = clock.now()
    queue.recent = queue.recent.filter((at) => at > now - 60_000)
    if (queue.recent.length >= perMinute) {
      await sleep(slowly, undefined, { signal: this.#signal }).catch(() => undefined)
    }
    queue.recent.push(clock.now())
  }

  /** Which chats were noisy is remembered for a minute, of many chats only while they wait. */
  #forgetQuiet(): void {
    if (this.#queues.size < 1000) return
    const before = clock.now() - 60_000
    for (const [chat, { waiting, recent }] of this.#queues) {
      if (waiting === 0 && (recent.at(-1) ?? 0) < before) this.#queues.delete(chat)
    }
  }
}
