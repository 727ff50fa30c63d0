import { Worker } from '../background/worker.ts'
import { type ConnectionAddress, idleBots, whileHoldingBot } from '../domain/chats/bot-lease.ts'
import { type BotContext, BotSession, botTiming } from './bot-session.ts'
import { openChatDispatcher, type ChatDispatcher } from './dispatcher.ts'

/** How often to look for bots that no node runs. */
const pollIntervalMs = 1000

/** Runs each enabled bot on one of the servers that share the store. */
export class BotRunner {
  readonly #dispatcher: ChatDispatcher
  readonly #worker: Worker<ConnectionAddress>

  /** `report` receives unexpected errors. */
  constructor(context: BotContext, report: (error: unknown) => void, timing = botTiming) {
    const dispatcher = openChatDispatcher(context, report)
    this.#dispatcher = dispatcher
    this.#worker = new Worker({
      pollIntervalMs: Math.min(pollIntervalMs, timing.pollMs * 2),
      report,
      findDue: () => idleBots(context),
      run: (address, { signal }) =>
        whileHoldingBot(context, address, signal, (lease) =>
          new BotSession({ ...context, dispatcher, timing }, address, lease).run(),
        ),
    })
  }

  start(): void {
    this.#worker.start()
  }

  /** Answers what was received, then releases the bots. */
  async stop(): Promise<void> {
    await this.#worker.stop()
    await this.#dispatcher.stop()
  }
}
