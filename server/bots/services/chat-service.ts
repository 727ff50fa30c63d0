import type { Bot, ChatService } from '../../domain/chats/bots.ts'
import type { Outgoing } from '../../lib/network/outgoing.ts'
import type { Answer, Incoming } from '../incoming.ts'

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
export type BotService = ChatService & { listen?: Listen }

/** Ends listening with words for the settings screen. */
export class ServiceRefusal extends Error {
  /** Milliseconds the service asks to wait. */
  readonly retryAfter: number | undefined

  constructor(reason: string, retryAfter?: number) {
    super(reason)
    this.retryAfter = retryAfter
  }
}
