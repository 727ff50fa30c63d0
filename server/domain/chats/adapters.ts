import type { TSchema } from 'typebox'
import type { Language } from '../../../messages/language.ts'
import type { OutboundHttp } from '../../lib/network/outbound-http.ts'
import type { Bot, ChatSecrets, ChatSettings, NewBot } from './bots.ts'
import type { Block } from './text.ts'

/** A field of the connect form on the settings screen, and of the input of `chats.connect`. */
export type ConnectionField = {
  /** Services share a field of the same name, with the same schema. */
  name: string
  schema: TSchema
  kind: 'text' | 'address' | 'switch'
  /** Stored sealed, never returned. */
  isSecret: boolean
  isRequired: boolean
  /** Only in the API, not on the settings screen. */
  isHidden: boolean
  /** In English, as the API reference shows it. */
  label: string
  description: string
  textIn: (language: Language) => { label: string; description: string }
  placeholder: string | null
  /** The default value; for a switch, the value when it is on. */
  value: string | null
  maxLength: number | null
}

export type Identity =
  | { ok: true; account: string; name: string }
  /** `reason` follows the name of the field, `path` is a JSON Pointer. */
  | { ok: false; path: string; reason: string }

export type SendResult = { ok: true } | SendFailure

export type SendFailure = {
  ok: false
  reason: string
  /** Milliseconds. */
  retryAfter: number | undefined
  /** The chat is gone, or the bot was removed from it. */
  isUnreachable: boolean
  /** The service may have accepted the message, as when it did not answer. */
  mayHaveArrived: boolean
}

/** A chat account that a person linked: its ID, and the chat in which they linked it. */
export type LinkedAccount = { chatUserId: string; chatId: string }

/** The chat of a bot with one person, or when to try again. */
export type DirectChat = { ok: true; chatId: string } | SendFailure

/** A button below a message: pressing it is the same as sending the command. */
export type MessageButton = { name: 'accept' | 'decline'; label: string; command: string }

/** Services without buttons leave them out. `baseUrl` is that of this server, for services that call it. */
export type MessageButtons = { baseUrl: string; list: readonly MessageButton[] }

/** The API of a service. */
export type ChatAdapter = {
  /** Asks the service for the bot's identity; refuses a bad token. */
  identify: (outboundHttp: OutboundHttp, bot: NewBot, baseUrl: string) => Promise<Identity>
  /** `signal` interrupts it. */
  send: (
    outboundHttp: OutboundHttp,
    bot: Bot,
    /** A retry has the same `id`, so that the service can drop duplicates. */
    message: { chatId: string; blocks: readonly Block[]; id?: string; buttons?: MessageButtons },
    signal?: AbortSignal,
  ) => Promise<SendResult>
  /** Finds the chat that only a person reads. Without it, that is the chat in which they linked their account. */
  findDirectChat?: (
    outboundHttp: OutboundHttp,
    bot: Bot,
    account: LinkedAccount,
    signal?: AbortSignal,
  ) => Promise<DirectChat>
  /** Called when a bot is disconnected. */
  leave?: (outboundHttp: OutboundHttp, bot: Bot) => Promise<void>
}

/** The description of a service. */
export type ChatService = {
  /** Stored with each connection; it never changes. */
  name: string
  /** Display name. */
  label: string
  /** In the order of the form. */
  fields: readonly ConnectionField[]
  /** Each bot can be connected once per server, since only one reader gets its messages. */
  isExclusive: boolean
  /** `account` is derived from a secret and never shown. */
  hidesAccount: boolean
  /** Whether the bot answers commands; otherwise it only sends notices. */
  takesCommands: (secrets: ChatSecrets) => boolean
  /** Whether the service posts a message that is sent again with the same `id` only once. */
  dropsDuplicates: boolean
  /** Whether the bot can send messages to one person. */
  messagesPeople: (secrets: ChatSecrets) => boolean
  /** The path that the service sends commands to; undefined when the service is polled. */
  commandPath: (bot: Pick<Bot, 'account' | 'settings'>) => string | undefined
  /** How people type a command there. */
  writeCommand: (command: string, settings: ChatSettings) => string
  /** A link that opens the chat with a link code, if the service supports it. */
  linkUrl?: (bot: Pick<Bot, 'name'>, code: string) => string
  /** Minimum milliseconds between two messages to one chat. */
  sendInterval: number
  /** Loads the adapter on first use. */
  open: () => Promise<ChatAdapter>
}

/** The supported services, in the order of the settings screen. */
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

  /** The fields of all services, without duplicates. */
  get fields(): readonly ConnectionField[] {
    const all = this.#list.flatMap(({ fields }) => fields)
    return all.filter(({ name }, index) => all.findIndex((one) => one.name === name) === index)
  }
}
