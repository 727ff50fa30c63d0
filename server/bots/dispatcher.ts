import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { findBots } from '../domain/chats/bot-lease.ts'
import type { Bot } from '../domain/chats/bots.ts'
import type { Outgoing } from '../lib/network/outgoing.ts'
import { ChatQueues } from './chat-queues.ts'
import { createEngine } from './engine.ts'
import type { Answer, Incoming } from './incoming.ts'

/** Milliseconds that a stop waits until answers are said. */
const patience = 10_000

/** Runs the commands of all chats of this process, each chat in order. */
export type ChatDispatcher = {
  outgoing: Outgoing
  /** Bots that are switched on and that a service calls so. */
  botsOf: (service: string, account: string) => Promise<Bot[]>
  /** Undefined when the chat has said too much already. */
  hear: (bot: Bot, incoming: Incoming) => Promise<Answer> | undefined
  /** As `hear`, and says the answer; a stop waits for that too. */
  answer: (
    bot: Bot,
    incoming: Incoming,
    reply: (answer: NonNullable<Answer>) => Promise<void>,
  ) => void
  /** Answers what was received, and ends the pauses of slowed chats. */
  stop: () => Promise<void>
}

/** `report` hears of faults that nobody expects. */
export function openChatDispatcher(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  report: (error: unknown) => void,
): ChatDispatcher {
  const ending = new AbortController()
  const queues = new ChatQueues(ending.signal)
  const handle = createEngine(app, report)
  const replies = new Set<Promise<void>>()

  const hear: ChatDispatcher['hear'] = (bot, incoming) =>
    queues.run(`${bot.connectionId} ${incoming.chat.id} ${incoming.user.id}`, () =>
      handle(bot, incoming),
    )
  return {
    outgoing: app.integrations.outgoing,
    botsOf: (service, account) => findBots(app, service, account),
    hear,
    answer: (bot, incoming, reply) => {
      const replied = hear(bot, incoming)?.then(async (answer) => {
        if (answer !== undefined) await reply(answer)
      })
      if (replied === undefined) return
      replies.add(replied)
      void replied.finally(() => replies.delete(replied))
    },
    stop: async () => {
      ending.abort()
      await queues.drain()
      const waiting = new AbortController()
      const { signal } = waiting
      const late = sleep(patience, undefined, { signal }).catch(() => undefined)
      await Promise.race([Promise.all(replies), late])
      waiting.abort()
    },
  }
}
