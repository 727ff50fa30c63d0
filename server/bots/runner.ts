import { type ConnectionAddress, idleBots } from '../domain/chats/bot-lease.ts'
import { newId } from '../lib/ids.ts'
import { BotLane, type LaneContext, lanePace } from './bot-worker.ts'
import { openSpeaker, type Speaker } from './dispatcher.ts'

/** How often to look for bots that nobody speaks for. */
const interval = 1000
/** A lane that failed leaves its bot alone for so long. */
const waitAfterFault = 10_000

/** Speaks for bots, on as many servers as share the store: for each bot one of them. */
export class BotRunner {
  readonly #context: LaneContext
  readonly #report: (error: unknown) => void
  readonly #speaker: Speaker
  readonly #pace: typeof lanePace
  readonly #holder = newId()
  readonly #lanes = new Map<string, { lane: BotLane; done: Promise<void> }>()
  readonly #resting = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isStopping = false

  /** `report` hears of faults that nobody expects. */
  constructor(context: LaneContext, report: (error: unknown) => void, pace = lanePace) {
    this.#context = context
    this.#report = report
    this.#pace = pace
    this.#speaker = openSpeaker(context, report)
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), Math.min(interval, this.#pace.look * 2)).unref()
    this.#look()
  }

  /** Gives the bots back, when all that was heard is answered. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#looking
    for (const { lane } of this.#lanes.values()) lane.stop()
    await Promise.all([...this.#lanes.values()].map(({ done }) => done))
    await this.#speaker.stop()
  }

  #look(): void {
    if (this.#looking !== undefined || this.#isStopping) return
    this.#looking = this.#takeIdle()
      .catch(this.#report)
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #takeIdle(): Promise<void> {
    for (const address of await idleBots(this.#context)) {
      const { connectionId } = address
      if (this.#lanes.has(connectionId) || this.#isStopping) continue
      if ((this.#resting.get(connectionId) ?? 0) > performance.now()) continue
      this.#open(address)
    }
  }

  #open(address: ConnectionAddress): void {
    const { connectionId } = address
    const context = { ...this.#context, speaker: this.#speaker, pace: this.#pace }
    const lane = new BotLane(context, address, this.#holder)
    const done = lane
      .run()
      .catch((error: unknown) => {
        this.#resting.set(connectionId, performance.now() + waitAfterFault)
        this.#report(error)
      })
      .finally(() => this.#lanes.delete(connectionId))
    this.#lanes.set(connectionId, { lane, done })
  }
}
