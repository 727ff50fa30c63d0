import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { ChatAdapter, ChatService } from '../../domain/chats/adapters.ts'
import type { Bot } from '../../domain/chats/bots.ts'
import type { ChatStyle } from '../../domain/chats/text.ts'
import type { JsonLimits } from '../../lib/json/scan-json.ts'
import type { Outgoing } from '../../lib/network/outgoing.ts'
import type { ChatDispatcher } from '../dispatcher.ts'
import type { Answer, Incoming } from '../incoming.ts'
import type { Replays } from './verify.ts'

export type Ear = {
  outgoing: Outgoing
  /** Base of this server's own addresses. */
  baseUrl: string
  /** How far was read; undefined for a new bot. */
  position: string | undefined
  /** Keeps how far was read; throws when another node listens now. */
  move: (position: string) => Promise<void>
  /** Takes what was said, to be answered by `reply`; comes back at once. */
  hear: (incoming: Incoming, reply: (answer: NonNullable<Answer>) => Promise<void>) => void
  /** The service was reached. */
  isWell: () => void
  signal: AbortSignal
}

/** Listens until the signal, or until it throws: then it is called again after a while. */
export type Listen = (bot: Bot, ear: Ear) => Promise<void>

/** A service that is asked for messages has a way to listen. */
export type BotAdapter = ChatAdapter & { listen?: Listen }

/** What receives a request needs beside it. */
export type Receiver = {
  app: Pick<App, 'store' | 'integrations'>
  dispatcher: ChatDispatcher
  replays: Replays
}

/** A request of a service; `account` is what the path names the bot by. */
export type ServiceRequest = Pick<FastifyRequest, 'headers' | 'body'> & {
  params: { account?: string }
}

/** Where a service sends what people say. */
export type Webhook = {
  /** `:account` stands for the bot, where each has an address of its own. */
  path: string
  /** Bytes. */
  bodyLimit: number
  json?: JsonLimits
  /** Gives the answer, or throws for a request that is not from a bot that is connected. */
  receive: (request: ServiceRequest, receiver: Receiver) => Promise<object>
}

/** A service as its adapter describes it. */
export type BotService = ChatService & {
  /** How messages are written there. */
  style: ChatStyle
  webhook?: Webhook
  open: () => Promise<BotAdapter>
}

/** What speaks for a bot. */
export type OpenService = BotAdapter & Pick<BotService, 'sendInterval'>

/** Ends listening with words for the settings screen. */
export class ServiceRefusal extends Error {
  /** Milliseconds the service asks to wait. */
  readonly retryAfter: number | undefined

  constructor(reason: string, retryAfter?: number) {
    super(reason)
    this.retryAfter = retryAfter
  }
}
