import { randomBytes } from 'node:crypto'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import {
  chatConnections,
  chatLinks,
  chatNotices,
  chatSubscriptions,
  type Transaction,
} from '../../store/index.ts'
import { audienceOf } from '../administration/administrators.ts'
import { recordAudit } from '../administration/audit.ts'
import type { Context } from '../context.ts'
import {
  type Bot,
  type ChatSecrets,
  type ChatService,
  type ChatSettings,
  openBot,
  readSettings,
  sealSecrets,
  type ServiceName,
} from './bots.ts'

export type ConnectionAddress = chatConnections.ConnectionAddress

/** What a person gives to connect a bot; what a service does not know is left aside. */
export type BotFields = Partial<Omit<ChatSecrets, 'webhookSecret'>> &
  Partial<ChatSettings> & { service: ServiceName }

export type Connection = Omit<
  chatConnections.ConnectionRow,
  'settings' | 'secrets' | 'position' | 'service' | 'state'
> & {
  service: ServiceName
  settings: ChatSettings
  isEnabled: boolean
  /** Whether it can be asked, not only speak. */
  takesCommands: boolean
}

/** Each is spoken for by a loop of its own. */
const mostBots = 20

/** One bot cannot be read by two. */
const single = new Set<ServiceName>(['telegram', 'matrix'])

export async function listConnections(
  context: Context,
  workspaceId: string,
): Promise<Connection[]> {
  const rows = await chatConnections.list(context.store, workspaceId)
  return rows.map((row) => toConnection(context, row))
}

export async function requireConnection(
  { store }: Pick<Context, 'store'>,
  address: ConnectionAddress,
): Promise<chatConnections.ConnectionRow> {
  const row = await chatConnections.get(store, address)
  if (row !== undefined) return row
  throw new AppError(
    'BOT_NOT_FOUND',
    `There is no bot ${address.connectionId} in this workspace. List its bots first.`,
  )
}

/** The bot with its secrets open. */
export async function requireBot(
  context: Pick<Context, 'store' | 'webhooks'>,
  address: ConnectionAddress,
): Promise<Bot> {
  const bot = openBot(context.webhooks.secrets, await requireConnection(context, address))
  if (bot !== undefined) return bot
  throw new AppError(
    'BOT_UNREACHABLE',
    'The secrets of the bot were sealed with another QUIRE_SECRET. Give them again.',
  )
}

export async function requireService(
  { webhooks }: Pick<Context, 'webhooks'>,
  name: ServiceName,
): Promise<ChatService> {
  const service = await webhooks.chats.get(name)
  if (service !== undefined) return service
  throw new AppError('BOT_UNREACHABLE', 'This process has no chats. Ask one that serves the web.')
}

export async function connectBot(
  context: Context,
  workspaceId: string,
  fields: BotFields,
): Promise<Connection> {
  const { store, webhooks, caller } = context
  const connectionId = newId()
  const { service } = fields
  const settings: ChatSettings = {
    baseUrl: trimSlash(fields.baseUrl ?? null),
    trigger: fields.trigger ?? 'quire',
    delivery: fields.delivery ?? 'polling',
  }
  const secrets = withoutEmpty({ ...fields, webhookSecret: newWebhookSecret() })
  const identity = await identify(context, service, { connectionId, settings, secrets })
  await store.transactIn({ workspaceId }, async (transaction) => {
    const others = await chatConnections.list(transaction, workspaceId)
    if (others.length >= mostBots) throw wrong('', `must not make more than ${mostBots} bots`)
    if (single.has(service) && (await isConnected(transaction, service, identity, settings))) {
      throw new AppError(
        'ALREADY_EXISTS',
        'This bot is connected to a workspace of this server already. Make another one for this workspace.',
      )
    }
    await chatConnections.insert(transaction, {
      workspaceId,
      id: connectionId,
      service,
      ...identity,
      settings: JSON.stringify(settings),
      secrets: sealSecrets(webhooks.secrets, connectionId, secrets),
      createdAt: clock.now(),
      createdBy: caller.userId,
    })
    await recordAudit(transaction, caller, {
      action: 'bot.create',
      workspaceId,
      subject: connectionId,
      details: { service, name: identity.name },
    })
  })
  return read(context, { workspaceId, connectionId })
}

/**
 * Whether the bot of that account at that server is connected already. What stands behind an address of
 * somebody's own may give itself any account: it takes none from the bots of the service itself.
 */
async function isConnected(
  transaction: Transaction,
  service: ServiceName,
  { account }: { account: string },
  { baseUrl }: ChatSettings,
): Promise<boolean> {
  for (const address of await chatConnections.byAccount(transaction, service, account)) {
    const row = await chatConnections.get(transaction, address)
    if (row !== undefined && readSettings(row).baseUrl === baseUrl) return true
  }
  return false
}

export type BotChange = ConnectionAddress &
  Partial<Omit<BotFields, 'service'>> & { enabled?: boolean }

/** Changes what is given; a secret that is left out stays. */
export async function updateBot(
  context: Context,
  { workspaceId, connectionId, enabled, ...change }: BotChange,
): Promise<Connection> {
  const address = { workspaceId, connectionId }
  const { store, webhooks, caller } = context
  const before = await requireConnection(context, address)
  const opened = openBot(webhooks.secrets, before)
  const known = opened?.secrets ?? { webhookSecret: newWebhookSecret() }
  const settings = { ...readSettings(before), ...settingsOf(change) }
  const secrets = { ...known, ...withoutEmpty(change) }
  const isSame =
    opened !== undefined &&
    JSON.stringify([settings, secrets]) === JSON.stringify([readSettings(before), known])
  // SAFETY: only connectBot writes this column.
  const service = before.service as ServiceName
  const { account, name } = isSame
    ? before
    : await identify(context, service, { connectionId, settings, secrets })
  await store.transactIn({ workspaceId }, async (transaction) => {
    const state = (enabled ?? before.state === 'enabled') ? 'enabled' : 'disabled'
    await chatConnections.update(transaction, before, {
      account,
      name,
      settings: JSON.stringify(settings),
      secrets: sealSecrets(webhooks.secrets, connectionId, secrets),
      state,
      updatedAt: Math.max(clock.now(), before.updatedAt + 1),
    })
    await recordAudit(transaction, caller, {
      action: 'bot.update',
      workspaceId,
      subject: connectionId,
      // The names of what was given, never the tokens themselves.
      details: { service, name, state, changed: Object.keys(change) },
    })
  })
  return read(context, address)
}

/** With everybody linked and all that is told. */
export async function disconnectBot(context: Context, address: ConnectionAddress): Promise<void> {
  const row = await requireConnection(context, address)
  const { store, webhooks, caller } = context
  const bot = openBot(webhooks.secrets, row)
  await store.transactIn({ workspaceId: address.workspaceId }, async (transaction) => {
    await chatNotices.dropOfConnection(transaction, address)
    await chatSubscriptions.removeOfConnection(transaction, address)
    await chatLinks.removeOfConnection(transaction, address)
    await chatConnections.remove(transaction, row)
    await recordAudit(transaction, caller, {
      action: 'bot.remove',
      workspaceId: address.workspaceId,
      subject: address.connectionId,
      details: { service: row.service, name: row.name },
    })
  })
  if (bot === undefined) return
  const service = await webhooks.chats.get(bot.service)
  // Best effort: a service that is away learns it when it asks the next time.
  await service?.leave?.(webhooks.outgoing, bot).catch(() => undefined)
}

async function identify(
  context: Context,
  name: ServiceName,
  bot: { connectionId: string; settings: ChatSettings; secrets: ChatSecrets },
): Promise<{ account: string; name: string }> {
  const { outgoing, baseUrl } = context.webhooks
  const audience = await audienceOf(context)
  for (const [path, url] of [
    ['/baseUrl', bot.settings.baseUrl],
    ['/webhookUrl', bot.secrets.webhookUrl],
  ] as const) {
    const refused = url ? await outgoing.guard.refusal(url, audience) : undefined
    if (refused !== undefined) throw wrong(path, refused)
  }
  const service = await requireService(context, name)
  const found = await service.identify(outgoing, bot, baseUrl)
  if (!found.ok) throw wrong(found.path, found.reason)
  return { account: found.account, name: found.name }
}

async function read(context: Context, address: ConnectionAddress): Promise<Connection> {
  return toConnection(context, await requireConnection(context, address))
}

function toConnection(
  { webhooks }: Pick<Context, 'webhooks'>,
  { secrets: _sealed, position: _position, state, ...row }: chatConnections.ConnectionRow,
): Connection {
  const bot = openBot(webhooks.secrets, { ...row, state, secrets: _sealed, position: _position })
  const { signingSecret, commandToken } = bot?.secrets ?? {}
  const isLost = bot === undefined
  return {
    ...row,
    // SAFETY: only connectBot writes this column.
    service: row.service as ServiceName,
    settings: readSettings(row),
    isEnabled: state === 'enabled',
    takesCommands:
      row.service === 'telegram' ||
      row.service === 'matrix' ||
      (row.service === 'slack' ? signingSecret : commandToken) !== undefined,
    error: isLost
      ? 'Its secrets were sealed with another QUIRE_SECRET: give them again.'
      : row.error,
  }
}

function settingsOf({ baseUrl, trigger, delivery }: Partial<ChatSettings>): Partial<ChatSettings> {
  return {
    ...(baseUrl === undefined ? {} : { baseUrl: trimSlash(baseUrl) }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(delivery === undefined ? {} : { delivery }),
  }
}

function withoutEmpty(fields: ChatSecrets): ChatSecrets {
  const { token, signingSecret, commandToken, webhookUrl, webhookSecret } = fields
  const all = { token, signingSecret, commandToken, webhookUrl, webhookSecret }
  return Object.fromEntries(
    Object.entries(all)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Of letters that Telegram takes as a secret. */
function newWebhookSecret(): string {
  return randomBytes(24).toString('base64url')
}

function trimSlash(url: string | null): string | null {
  return url === null || url.trim() === '' ? null : url.trim().replace(/\/+$/, '')
}

function wrong(path: string, message: string): AppError {
  return invalidInput([{ path, rule: 'bot', message }])
}
