import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { findLinkedUser } from '../domain/chats/account-links.ts'
import { findBots } from '../domain/chats/bot-lease.ts'
import type { Bot } from '../domain/chats/bots.ts'
import type { OutboundHttp } from '../lib/network/outbound-http.ts'
import { ChatQueues } from './chat-queues.ts'
import { createMessageHandler, textsFor } from './engine.ts'
import type { Answer, Incoming } from './incoming.ts'
import type { BotTexts } from './messages.ts'

/** A stop waits this long for replies to be sent. */
const stopTimeoutMs = 10_000

/** Runs the commands that reach this process, those of each chat in order. */
export type ChatDispatcher = {
  outboundHttp: OutboundHttp
  /** Enabled bots of an account of a service. */
  botsOf: (service: string, account: string) => Promise<Bot[]>
  /** Undefined when the queue of the chat is full. */
  dispatch: (bot: Bot, incoming: Incoming) => Promise<Answer> | undefined
  /** As `dispatch`, and sends the answer; a stop waits for that too. */
  dispatchAndReply: (
    bot: Bot,
    incoming: Incoming,
    reply: (answer: NonNullable<Answer>) => Promise<void>,
  ) => void
  /** The texts for a chat account; see `textsFor` of the engine. */
  textsFor: (bot: Bot, chatUserId: string) => Promise<BotTexts>
  /** Answers what was received, without throttling. */
  stop: () => Promise<void>
}

/** `report` receives unexpected errors. */
export function openChatDispatcher(
  app: Pick<App, 'store' | 'contextFor' | 'integrations'>,
  report: (error: unknown) => void,
): ChatDispatcher {
  const ending = new AbortController()
  const queues = new ChatQueues(ending.signal)
  const handle = createMessageHandler(app, report)
  const replies = new Set<Promise<void>>()

  const dispatch: ChatDispatcher['dispatch'] = (bot, incoming) =>
    queues.run(`${bot.connectionId} ${incoming.chat.id} ${incoming.user.id}`, () =>
      handle(bot, incoming),
    )
  return {
    outboundHttp: app.integrations.outboundHttp,
    botsOf: (service, account) => findBots(app, service, account),
    dispatch,
    textsFor: async (bot, chatUserId) =>
      textsFor(app.store, bot, await findLinkedUser(app.store, bot, chatUserId)),
    dispatchAndReply: (bot, incoming, reply) => {
      const replied = dispatch(bot, incoming)?.then(async (answer) => {
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
      const late = sleep(stopTimeoutMs, undefined, { signal }).catch(() => undefined)
      await Promise.race([Promise.all(replies), late])
      waiting.abort()
    },
  }
}
