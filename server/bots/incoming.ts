import type { Bot } from '../domain/chats/bots.ts'
import type { Block } from '../domain/chats/text.ts'

/** A message to a bot, from any service. */
export type Incoming = {
  /** `id` is stable, `name` is not. */
  user: { id: string; name: string }
  /** As subscriptions store it. */
  chat: { id: string; name: string }
  /** The direct chat with this person. */
  privateChatId: string
  /** Without the command prefix: `search words`. */
  text: string
  /** Whether other people read the answer. */
  isShared: boolean
  /** Whether it is clearly for the bot; otherwise the bot ignores what it does not understand. */
  isAddressed: boolean
  /** How people type a command there: `/search`. */
  formatCommand: (command: string) => string
  /**
   * For a pressed button: called with a line for everyone in the chat when what the buttons decide is decided, by this
   * press or before.
   */
  onDecided?: (line: Block) => void
}

/** Undefined when the bot stays silent. */
export type Answer = readonly Block[] | undefined

export type MessageHandler = (bot: Bot, incoming: Incoming) => Promise<Answer>
