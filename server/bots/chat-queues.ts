import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../lib/clock.ts'

/** Of one chat; further commands are dropped. */
const maxQueuedCommands = 10
/** Beyond this rate, each command of the chat waits. */
const maxCommandsPerMinute = 30
const throttleDelayMs = 2500

type Queue = { waiting: number; tail: Promise<void>; recent: number[] }

/** Runs the commands of each chat in order, so that a flood delays its own chat only. */
export class ChatQueues {
  readonly #queues = new Map<string, Queue>()
  readonly #signal: AbortSignal

  /** `signal` ends the delay of throttled chats. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Undefined when the queue of the chat is full. */
  run<Result>(chat: string, work: () => Promise<Result>): Promise<Result> | undefined {
    const queue = this.#queues.get(chat) ?? { waiting: 0, tail: Promise.resolve(), recent: [] }
    if (queue.waiting > maxQueuedCommands) return undefined
    this.#queues.set(chat, queue)
    queue.waiting += 1
    const result = queue.tail.then(async () => {
      await this.#throttle(queue)
      return work()
    })
    queue.tail = result
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        queue.waiting -= 1
        this.#forgetIdle()
      })
    return result
  }

  get size(): number {
    return this.#queues.size
  }

  /** Resolves when every queue is empty. */
  async drain(): Promise<void> {
    await Promise.all([...this.#queues.values()].map(({ tail }) => tail))
  }

  async #throttle(queue: Queue): Promise<void> {
    const now = clock.now()
    queue.recent = queue.recent.filter((at) => at > now - 60_000)
    if (queue.recent.length >= maxCommandsPerMinute) {
      await sleep(throttleDelayMs, undefined, { signal: this.#signal }).catch(() => undefined)
    }
    queue.recent.push(clock.now())
  }

  /** Beyond 1,000 chats, forgets those that were idle for a minute. */
  #forgetIdle(): void {
    if (this.#queues.size < 1000) return
    const before = clock.now() - 60_000
    for (const [chat, { waiting, recent }] of this.#queues) {
      if (waiting === 0 && (recent.at(-1) ?? 0) < before) this.#queues.delete(chat)
    }
  }
}
