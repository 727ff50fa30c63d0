import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { ChatAdapter, ChatService } from '../../domain/chats/adapters.ts'
import type { Bot } from '../../domain/chats/bots.ts'
import type { ChatStyle } from '../../domain/chats/text.ts'
import type { JsonLimits } from '../../lib/json/scan-json.ts'
import type { OutboundHttp } from '../../lib/network/outbound-http.ts'
import type { ChatDispatcher } from '../dispatcher.ts'
import type { Answer, Incoming } from '../incoming.ts'
import { type BotTexts } from '../messages.ts'
import type { Replays } from './verify.ts'

export type ListenContext = {
  outboundHttp: OutboundHttp
  /** Base of this server's own addresses. */
  baseUrl: string
  /** Where to continue; undefined for a new bot. */
  position: string | undefined
  /** Stores where to continue; throws when another node took over. */
  savePosition: (position: string) => Promise<void>
  /** Queues a message; `reply` sends the answer. Returns at once. */
  receive: (incoming: Incoming, reply: (answer: NonNullable<Answer>) => Promise<void>) => void
  /** The texts for a chat account. */
  textsFor: (chatUserId: string) => Promise<BotTexts>
  /** The private chat in which someone linked their account; others may be in it since. */
  privateChatOf: (chatUserId: string) => Promise<string | undefined>
  /** Called when the service responds. */
  onConnected: () => void
  signal: AbortSignal
}

/** Listens until the signal. After an error it is called again with a delay. */
export type Listen = (bot: Bot, context: ListenContext) => Promise<void>

/** Services that are polled have `listen`. */
export type BotAdapter = ChatAdapter & { listen?: Listen }

/** What a webhook needs beside the request. */
export type Receiver = {
  app: Pick<App, 'store' | 'integrations'>
  dispatcher: ChatDispatcher
  replays: Replays
}

/** A request of a service; `account` identifies the bot in the path. */
export type ServiceRequest = Pick<FastifyRequest, 'headers' | 'body'> & {
  params: { account?: string }
}

/** The endpoint that a service sends messages to. */
export type Webhook = {
  /** `:account` stands for the bot, where each bot has its own address. */
  path: string
  /** Bytes. */
  bodyLimit: number
  json?: JsonLimits
  /** Returns the response body. Throws FORBIDDEN for a request that no connected bot sent. */
  receive: (request: ServiceRequest, receiver: Receiver) => Promise<object>
}

/** A service as its adapter describes it. */
export type BotService = ChatService & {
  /** The markup of messages there. */
  style: ChatStyle
  webhook?: Webhook
  open: () => Promise<BotAdapter>
}

/** A loaded adapter. */
export type OpenService = BotAdapter & Pick<BotService, 'sendInterval'>

/** Ends listening; the settings screen shows the message. */
export class ServiceRefusal extends Error {
  /** Milliseconds the service asks to wait. */
  readonly retryAfter: number | undefined

  constructor(reason: string, retryAfter?: number) {
    super(reason)
    this.retryAfter = retryAfter
  }
}
