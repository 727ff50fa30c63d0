import type { Secrets } from '../../lib/secrets/secrets.ts'
import type { chatConnections } from '../../store/index.ts'

/** How messages reach a bot: the server polls the service, or the service calls a webhook. */
export const deliveryModes = ['polling', 'webhook'] as const

/** The public fields of a connection by name; every bot has the first three. */
export type ChatSettings = {
  /** The service's server, without a slash at the end; null is the public one. */
  baseUrl: string | null
  /** The slash command, without the slash. */
  trigger: string
  delivery: (typeof deliveryModes)[number]
  [field: string]: string | null
}

/** The secret fields of a connection by name. */
export type ChatSecrets = {
  /** Generated here; the service sends it with every message. */
  webhookSecret?: string
  [field: string]: string | undefined
}

/** A connection with opened secrets. */
export type Bot = {
  workspaceId: string
  connectionId: string
  service: string
  account: string
  name: string
  /** Who connected it. */
  createdBy: string
  settings: ChatSettings
  secrets: ChatSecrets
}

export type NewBot = Pick<Bot, 'settings' | 'secrets'> & { connectionId: string }

/** The only channel of an incoming webhook. */
export const webhookChat = { id: 'webhook', name: 'the channel of the incoming webhook' }

/** What sealed secrets are bound to: they open for their own connection only. */
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
    service: row.service,
    account: row.account,
    name: row.name,
    createdBy: row.createdBy,
    settings: readSettings(row),
    secrets: Object.fromEntries(textsOf(opened).filter(isGiven)),
  }
}

export function readSettings({
  settings,
}: Pick<chatConnections.ConnectionRow, 'settings'>): ChatSettings {
  return toSettings(Object.fromEntries(textsOf(settings)))
}

/** Adds default values. */
export function toSettings(given: Readonly<Record<string, string | null>>): ChatSettings {
  const { baseUrl = null, trigger, delivery, ...others } = given
  return {
    baseUrl,
    trigger: trigger ?? 'quire',
    delivery: deliveryModes.find((mode) => mode === delivery) ?? 'polling',
    ...others,
  }
}

type Entry<Value> = [name: string, value: Value]

/** The text values of a JSON column, by key. */
function textsOf(json: string): Entry<string | null>[] {
  const value: unknown = JSON.parse(json)
  return Object.entries(value ?? {}).filter(isText)
}

function isText(entry: Entry<unknown>): entry is Entry<string | null> {
  return typeof entry[1] === 'string' || entry[1] === null
}

function isGiven(entry: Entry<string | null>): entry is Entry<string> {
  return entry[1] !== null
}
