import type { Outgoing } from '../../lib/network/outgoing.ts'
import type { Secrets } from '../../lib/secrets/secrets.ts'
import type { chatConnections } from '../../store/index.ts'
import type { Block } from './text.ts'

/** Where bots can be. */
export const chatServices = ['telegram', 'slack', 'mattermost', 'matrix'] as const
export type ServiceName = (typeof chatServices)[number]

/** How messages reach Telegram's bot: asked for all the time, or brought by Telegram to an address of ours. */
export const deliveryModes = ['polling', 'webhook'] as const

export type ChatSettings = {
  /** The service's server, without a slash at the end; null is the public one. */
  baseUrl: string | null
  /** The slash command, without the slash. */
  trigger: string
  delivery: (typeof deliveryModes)[number]
}

/** What lets us speak for the bot, and what shows that a request is the service's. */
export type ChatSecrets = {
  token?: string
  signingSecret?: string
  commandToken?: string
  /** An incoming webhook, which writes into one channel. */
  webhookUrl?: string
  /** Ours: what Telegram has to show with every request. */
  webhookSecret?: string
}

/** A connection with its secrets open. */
export type Bot = {
  workspaceId: string
  connectionId: string
  service: ServiceName
  account: string
  name: string
  settings: ChatSettings
  secrets: ChatSecrets
}

export type NewBot = Pick<Bot, 'settings' | 'secrets'> & { connectionId: string }

export type Identity =
  | { ok: true; account: string; name: string }
  /** In words that follow the name of the field (a JSON Pointer). */
  | { ok: false; path: string; reason: string }

export type Sending =
  | { ok: true }
  | {
      ok: false
      reason: string
      /** Milliseconds the service asks to wait. */
      retryAfter: number | undefined
      /** The chat takes nothing from the bot any more: it is gone, or the bot is not in it. */
      isLost: boolean
    }

/** What a service does for us, whichever it is. */
export type ChatService = {
  /** Asks who the bot is; a wrong token is told. */
  identify: (outgoing: Outgoing, bot: NewBot, baseUrl: string) => Promise<Identity>
  /** `signal` gives it up. */
  send: (
    outgoing: Outgoing,
    bot: Bot,
    /** `id` stays when it is tried again: a service that keeps it in mind says it once. */
    message: { chatId: string; blocks: readonly Block[]; id?: string },
    signal?: AbortSignal,
  ) => Promise<Sending>
  /** Milliseconds between two messages to one chat, at least. */
  pace: number
  /** Called when a bot is disconnected, as far as the service wants to know. */
  leave?: (outgoing: Outgoing, bot: Bot) => Promise<void>
}

/** The services by name, each loaded when it is first wanted: an idle server holds none of them. */
export class ChatServices {
  readonly #loaders = new Map<ServiceName, () => Promise<ChatService>>()

  provide(name: ServiceName, load: () => Promise<ChatService>): void {
    this.#loaders.set(name, load)
  }

  async get(name: ServiceName): Promise<ChatService | undefined> {
    return this.#loaders.get(name)?.()
  }
}

/** The only channel of an incoming webhook. */
export const webhookChat = { id: 'webhook', name: 'the channel of the incoming webhook' }

/** Secrets open only for the connection they were made for. */
export function chatPurpose(connectionId: string): string {
  return `chat secrets of ${connectionId}`
}

export function sealSecrets(secrets: Secrets, connectionId: string, value: ChatSecrets): string {
  return secrets.seal(JSON.stringify(value), chatPurpose(connectionId))
}

/** Undefined when they were sealed with another QUIRE_SECRET. */
export function openBot(secrets: Secrets, row: chatConnections.ConnectionRow): Bot | undefined {
  const opened = secrets.open(row.secrets, chatPurpose(row.id))
  if (opened === undefined) return undefined
  return {
    workspaceId: row.workspaceId,
    connectionId: row.id,
    // SAFETY: only connectBot writes these columns, and seals such an object.
    service: row.service as ServiceName,
    account: row.account,
    name: row.name,
    settings: readSettings(row),
    secrets: JSON.parse(opened),
  }
}

export function readSettings({ settings }: Pick<chatConnections.ConnectionRow, 'settings'>) {
  // SAFETY: only chats.ts writes this column.
  return JSON.parse(settings) as ChatSettings
}
