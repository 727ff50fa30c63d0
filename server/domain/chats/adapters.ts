import type { TSchema } from 'typebox'
import type { Outgoing } from '../../lib/network/outgoing.ts'
import type { Bot, ChatSecrets, ChatSettings, NewBot } from './bots.ts'
import type { Block } from './text.ts'

/** What connects a bot: a field of the form on the settings screen, and of the input of `chats.connect`. */
export type ConnectionField = {
  /** Services that name a field alike mean the same by it: its schema is the same. */
  name: string
  schema: TSchema
  kind: 'text' | 'address' | 'switch'
  /** Sealed, and never shown again. */
  isSecret: boolean
  isRequired: boolean
  /** The API takes it, the settings screen does not ask for it. */
  isHidden: boolean
  label: string
  description: string
  placeholder: string | null
  /** What the form holds at first; of a switch, what it means when it is on. */
  value: string | null
  /** Characters that the form takes. */
  maxLength: number | null
}

export type Identity =
  | { ok: true; account: string; name: string }
  /** In words that follow the name of the field (a JSON Pointer). */
  | { ok: false; path: string; reason: string }

export type SendResult =
  | { ok: true }
  | {
      ok: false
      reason: string
      /** Milliseconds the service asks to wait. */
      retryAfter: number | undefined
      /** The chat takes nothing from the bot any more: it is gone, or the bot is not in it. */
      isUnreachable: boolean
    }

/** What a service does for a bot. */
export type ChatAdapter = {
  /** Asks who the bot is, and says what is wrong with a token. */
  identify: (outgoing: Outgoing, bot: NewBot, baseUrl: string) => Promise<Identity>
  /** `signal` gives it up. */
  send: (
    outgoing: Outgoing,
    bot: Bot,
    /** `id` stays when it is tried again: a service that remembers it posts the message once. */
    message: { chatId: string; blocks: readonly Block[]; id?: string },
    signal?: AbortSignal,
  ) => Promise<SendResult>
  /** Called when a bot is disconnected, where the service wants to know. */
  leave?: (outgoing: Outgoing, bot: Bot) => Promise<void>
}

/** Everything that is true of one service. */
export type ChatService = {
  /** As connections keep it: it never changes. */
  name: string
  /** As people know it. */
  label: string
  /** In the order in which the form asks. */
  fields: readonly ConnectionField[]
  /** One bot of it can be connected once on this server, since only one can read its messages. */
  isExclusive: boolean
  /** `account` is made of a secret, and shown to nobody. */
  hidesAccount: boolean
  /** Whether the bot can be asked; else it only sends messages. */
  takesCommands: (secrets: ChatSecrets) => boolean
  /** Where the service sends commands; undefined where it is asked for them. */
  commandPath: (bot: Pick<Bot, 'account' | 'settings'>) => string | undefined
  /** How people write a command there. */
  writeCommand: (command: string, settings: ChatSettings) => string
  /** Opens the chat with a code that links a person, where the service can do that. */
  linkUrl?: (bot: Pick<Bot, 'name'>, code: string) => string
  /** Milliseconds between two messages to one chat, at least. */
  sendInterval: number
  /** Loads its code when it is first wanted: an idle server holds none of it. */
  open: () => Promise<ChatAdapter>
}

/** The services that this process knows, in the order in which people choose from them. */
export class ChatServices {
  #list: readonly ChatService[] = []

  provide(services: readonly ChatService[]): void {
    this.#list = services
  }

  get list(): readonly ChatService[] {
    return this.#list
  }

  find(name: string): ChatService | undefined {
    return this.#list.find((service) => service.name === name)
  }

  /** Each field that some service asks for, once. */
  get fields(): readonly ConnectionField[] {
    const all = this.#list.flatMap(({ fields }) => fields)
    return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
  }
}
