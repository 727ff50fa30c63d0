import type { Bot } from '../domain/chats/bots.ts'
import type { Block } from '../domain/chats/text.ts'

/** What somebody said to a bot, whichever the service. */
export type Incoming = {
  /** `id` never changes, whatever the person is called. */
  user: { id: string; name: string }
  /** As a subscription of it is kept. */
  chat: { id: string; name: string }
  /** Where the bot can write to this person alone. */
  privateChatId: string
  /** Without the mark of a command: `search words`. */
  text: string
  /** Whether others read what the bot answers. */
  isShared: boolean
  /** Surely said to the bot: else what it does not understand is not for it. */
  isAddressed: boolean
  /** How a command is written there: `/search`. */
  say: (command: string) => string
}

/** Undefined where the bot has nothing to say. */
export type Answer = readonly Block[] | undefined

export type Handle = (bot: Bot, incoming: Incoming) => Promise<Answer>
