import { randomBytes } from 'node:crypto'
import { clock } from '../../lib/clock.ts'
import { AppError, failedField, invalidInput } from '../../lib/errors.ts'
import { failureText } from '../../lib/failures/failures.ts'
import { newId } from '../../lib/ids.ts'
import {
  chatConnections,
  chatLinks,
  chatNotices,
  chatSubscriptions,
  inboxChats,
  type Transaction,
} from '../../store/index.ts'
import { audienceOf } from '../administration/administrators.ts'
import { recordAudit } from '../administration/audit.ts'
import type { Context } from '../context.ts'
import type { ChatAdapter, ChatService, ConnectionField } from './adapters.ts'
import {
  type Bot,
  type ChatSecrets,
  type ChatSettings,
  type NewBot,
  openBot,
  readSettings,
  sealSecrets,
  toSettings,
} from './bots.ts'

export type ConnectionAddress = chatConnections.ConnectionAddress

/** Input values by field name. */
type Given = Readonly<Record<string, unknown>>

export type Connection = Omit<
  chatConnections.ConnectionRow,
  'settings' | 'secrets' | 'position' | 'state'
> & {
  settings: ChatSettings
  isEnabled: boolean
  /** Whether the bot answers commands. */
  takesCommands: boolean
  /** The path that the service sends commands to; undefined when the service is polled. */
  commandPath: string | undefined
}

/** Each runs in a loop of its own. */
const maxBots = 20

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
    `Bot ${address.connectionId} is not in this workspace. List the bots first.`,
  )
}

/** The bot with opened secrets. Throws BOT_NOT_FOUND, BOT_UNREACHABLE. */
export async function requireBot(
  context: Pick<Context, 'store' | 'integrations'>,
  address: ConnectionAddress,
): Promise<Bot> {
  const bot = openBot(context.integrations.secrets, await requireConnection(context, address))
  if (bot !== undefined) return bot
  throw new AppError(
    'BOT_UNREACHABLE',
    `The bot cannot be used: ${failureText('botSecretsLost')}.`,
    { reason: failureText('botSecretsLost') },
  )
}

function requireService(
  { integrations }: Pick<Context, 'integrations'>,
  name: string,
): ChatService {
  const service = integrations.chatServices.find(name)
  if (service !== undefined) return service
  throw new AppError('BOT_UNREACHABLE', `The bot cannot be used: ${failureText('botsNotHere')}.`, {
    reason: failureText('botsNotHere'),
  })
}

/** The adapter of a service. Throws BOT_UNREACHABLE. */
export async function requireAdapter(
  context: Pick<Context, 'integrations'>,
  name: string,
): Promise<ChatAdapter> {
  return requireService(context, name).open()
}

export async function connectBot(
  context: Context,
  { workspaceId, service: name, ...given }: { workspaceId: string; service: string } & Given,
): Promise<Connection> {
  const { store, integrations, caller } = context
  const connectionId = newId()
  const service = requireService(context, name)
  const { fields } = integrations.chatServices
  const settings = toSettings(settingsOf(fields, given))
  const secrets = { ...secretsOf(fields, given), webhookSecret: newWebhookSecret() }
  const identity = await identify(context, service, { connectionId, settings, secrets })
  await store.transactIn({ workspaceId }, async (transaction) => {
    const others = await chatConnections.list(transaction, workspaceId)
    if (others.length >= maxBots)
      throw invalidField('', failureText('botLimit', { limit: maxBots }))
    if (service.isExclusive && (await isConnected(transaction, name, identity, settings))) {
      throw new AppError(
        'ALREADY_EXISTS',
        'This bot is already connected to a workspace on this server. Create another bot for this workspace.',
      )
    }
    await chatConnections.insert(transaction, {
      workspaceId,
      id: connectionId,
      service: name,
      ...identity,
      settings: JSON.stringify(settings),
      secrets: sealSecrets(integrations.secrets, connectionId, secrets),
      createdAt: clock.now(),
      createdBy: caller.userId,
    })
    await recordAudit(transaction, caller, {
      action: 'bot.create',
      workspaceId,
      subject: connectionId,
      details: { service: name, name: identity.name },
    })
  })
  return read(context, { workspaceId, connectionId })
}

/**
 * Whether the account is connected already, at the same server: a self-hosted server can claim any account name,
 * and must not block bots of the public service.
 */
async function isConnected(
  transaction: Transaction,
  service: string,
  { account }: { account: string },
  { baseUrl }: ChatSettings,
): Promise<boolean> {
  for (const address of await chatConnections.byAccount(transaction, service, account)) {
    const row = await chatConnections.get(transaction, address)
    if (row !== undefined && readSettings(row).baseUrl === baseUrl) return true
  }
  return false
}

export type BotChange = ConnectionAddress & { enabled?: boolean } & Given

/** Changes the given fields; secrets that are left out stay. Throws BOT_NOT_FOUND, BOT_UNREACHABLE. */
export async function updateBot(
  context: Context,
  { workspaceId, connectionId, enabled, ...change }: BotChange,
): Promise<Connection> {
  const address = { workspaceId, connectionId }
  const { store, integrations, caller } = context
  const before = await requireConnection(context, address)
  const opened = openBot(integrations.secrets, before)
  const known = opened?.secrets ?? { webhookSecret: newWebhookSecret() }
  const { fields } = integrations.chatServices
  const settings = toSettings({ ...readSettings(before), ...settingsOf(fields, change) })
  const secrets = { ...known, ...secretsOf(fields, change) }
  const isSame =
    opened !== undefined &&
    JSON.stringify([settings, secrets]) === JSON.stringify([readSettings(before), known])
  const { service } = before
  const { account, name } = isSame
    ? before
    : await identify(context, requireService(context, service), {
        connectionId,
        settings,
        secrets,
      })
  await store.transactIn({ workspaceId }, async (transaction) => {
    const state = (enabled ?? before.state === 'enabled') ? 'enabled' : 'disabled'
    await chatConnections.update(transaction, before, {
      account,
      name,
      settings: JSON.stringify(settings),
      secrets: sealSecrets(integrations.secrets, connectionId, secrets),
      state,
      updatedAt: Math.max(clock.now(), before.updatedAt + 1),
    })
    await recordAudit(transaction, caller, {
      action: 'bot.update',
      workspaceId,
      subject: connectionId,
      // The names of the fields, never their values.
      details: { service, name, state, changed: Object.keys(change) },
    })
  })
  return read(context, address)
}

/** Removes the bot with its links and subscriptions. Throws BOT_NOT_FOUND. */
export async function disconnectBot(context: Context, address: ConnectionAddress): Promise<void> {
  const row = await requireConnection(context, address)
  const { store, integrations, caller } = context
  const bot = openBot(integrations.secrets, row)
  await store.transactIn({ workspaceId: address.workspaceId }, async (transaction) => {
    await chatNotices.dropOfConnection(transaction, address)
    await chatSubscriptions.removeOfConnection(transaction, address)
    await chatLinks.removeOfConnection(transaction, address)
    await inboxChats.endUnlinked(transaction, address.workspaceId)
    await chatConnections.remove(transaction, row)
    await recordAudit(transaction, caller, {
      action: 'bot.remove',
      workspaceId: address.workspaceId,
      subject: address.connectionId,
      details: { service: row.service, name: row.name },
    })
  })
  if (bot === undefined) return
  const adapter = await integrations.chatServices.find(bot.service)?.open()
  // Best effort: the service may be down.
  await adapter?.leave?.(integrations.outboundHttp, bot).catch(() => undefined)
}

async function identify(
  context: Context,
  service: ChatService,
  bot: NewBot,
): Promise<{ account: string; name: string }> {
  const { outboundHttp, baseUrl, chatServices: chats } = context.integrations
  const audience = await audienceOf(context)
  for (const { name, isSecret } of chats.fields.filter(({ kind }) => kind === 'address')) {
    const url = (isSecret ? bot.secrets : bot.settings)[name]
    const refused = url ? await outboundHttp.guard.refusal(url, audience) : undefined
    if (refused !== undefined) throw invalidField(`/${name}`, refused)
  }
  const adapter = await service.open()
  const found = await adapter.identify(outboundHttp, bot, baseUrl)
  if (!found.ok) throw invalidField(found.path, found.reason)
  return { account: found.account, name: found.name }
}

async function read(context: Context, address: ConnectionAddress): Promise<Connection> {
  return toConnection(context, await requireConnection(context, address))
}

function toConnection(
  { integrations }: Pick<Context, 'integrations'>,
  { secrets: sealed, position, state, ...row }: chatConnections.ConnectionRow,
): Connection {
  const bot = openBot(integrations.secrets, { ...row, state, secrets: sealed, position })
  const service = integrations.chatServices.find(row.service)
  const settings = readSettings(row)
  const { account } = row
  return {
    ...row,
    account: service?.hidesAccount === true ? row.id : account,
    settings,
    isEnabled: state === 'enabled',
    takesCommands: service?.takesCommands(bot?.secrets ?? {}) ?? false,
    commandPath: service?.commandPath({ account, settings }),
    error: bot === undefined ? failureText('botSecretsLost') : row.error,
  }
}

/** The values of public fields. An empty address selects the public server. */
function settingsOf(fields: readonly ConnectionField[], given: Given) {
  const entries = fields
    .filter(({ isSecret }) => !isSecret)
    .flatMap(({ name, kind }): [string, string | null][] => {
      const value = given[name]
      if (typeof value !== 'string' && value !== null) return []
      return [[name, kind === 'address' ? trimSlash(value) : value]]
    })
  return Object.fromEntries(entries)
}

/** The values of secret fields that are not empty. */
function secretsOf(fields: readonly ConnectionField[], given: Given): ChatSecrets {
  const entries = fields
    .filter(({ isSecret }) => isSecret)
    .flatMap(({ name }): [string, string][] => {
      const value = given[name]
      const text = typeof value === 'string' ? value.trim() : ''
      return text === '' ? [] : [[name, text]]
    })
  return Object.fromEntries(entries)
}

/** In characters that every service accepts in a header. */
function newWebhookSecret(): string {
  return randomBytes(24).toString('base64url')
}

function trimSlash(url: string | null): string | null {
  return url === null || url.trim() === '' ? null : url.trim().replace(/\/+$/, '')
}

function invalidField(path: string, message: string): AppError {
  return invalidInput([failedField(path, 'bot', message)])
}
