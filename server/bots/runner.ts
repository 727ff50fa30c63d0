import { Worker } from '../background/worker.ts'
import { type ConnectionAddress, idleBots, whileHoldingBot } from '../domain/chats/bot-lease.ts'
import { type BotContext, BotSession, botTiming } from './bot-session.ts'
import { openChatDispatcher, type ChatDispatcher } from './dispatcher.ts'

/** How often to look for bots that no node holds. */
const pollInterval = 1000

/** Connects bots, on as many servers as share the store: each bot on one of them. */
export class BotRunner {
  readonly #dispatcher: ChatDispatcher
  readonly #worker: Worker<ConnectionAddress>

  /** `report` hears of faults that nobody expects. */
  constructor(context: BotContext, report: (error: unknown) => void, timing = botTiming) {
    const dispatcher = openChatDispatcher(context, report)
    this.#dispatcher = dispatcher
    this.#worker = new Worker({
      pollInterval: Math.min(pollInterval, timing.poll * 2),
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

  /** Gives the bots back, when all that was heard is answered. */
  async stop(): Promise<void> {
    await this.#worker.stop()
    await this.#dispatcher.stop()
  }
}
