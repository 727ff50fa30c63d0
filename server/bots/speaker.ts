import type { App } from '../app.ts'
import type { Bot, ServiceName } from '../domain/chat-bots.ts'
import { findBots } from '../domain/chat-lane.ts'
import type { Outgoing } from '../lib/outgoing.ts'
import { ChatQueues } from './chat-queues.ts'
import { createEngine } from './engine.ts'
import type { Answer, Incoming } from './incoming.ts'

/** What hears all that is said to bots of this process. */
export type Speaker = {
  outgoing: Outgoing
  /** Bots that are switched on and that a service calls so. */
  botsOf: (service: ServiceName, account: string) => Promise<Bot[]>
  /** Undefined when the chat has said too much already. */
  hear: (bot: Bot, incoming: Incoming) => Promise<Answer> | undefined
  /** Answers what was heard, and hears no more pauses. */
  stop: () => Promise<void>
}

/** `report` hears of faults that nobody expects. */
export function openSpeaker(
  app: Pick<App, 'store' | 'contextFor' | 'webhooks'>,
  report: (error: unknown) => void,
): Speaker {
  const ending = new AbortController()
  const queues = new ChatQueues(ending.signal)
  const handle = createEngine(app, report)
  return {
    outgoing: app.webhooks.outgoing,
    botsOf: (service, account) => findBots(app, service, account),
    hear: (bot, incoming) =>
      queues.run(`${bot.connectionId} ${incoming.chat.id} ${incoming.user.id}`, () =>
        handle(bot, incoming),
      ),
    stop: () => {
      ending.abort()
      return queues.drain()
    },
  }
}
