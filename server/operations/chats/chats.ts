import type { TObject } from 'typebox'
import type { Language } from '../../../messages/language.ts'
import { listLinks, makeLinkCode, removeLink } from '../../domain/chats/account-links.ts'
import type { ChatService, ChatServices, ConnectionField } from '../../domain/chats/adapters.ts'
import { deliveryModes, readSettings } from '../../domain/chats/bots.ts'
import {
  connectBot,
  type Connection,
  disconnectBot,
  listConnections,
  requireConnection,
  updateBot,
} from '../../domain/chats/connections.ts'
import type { Context } from '../../domain/context.ts'
import { languageOfUser, loadLanguage } from '../../domain/people/language.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const tool = { none: 'People connect chat bots, not agents.' }

const connectionId = fields.id('The bot.')
const serviceName = Type.String({
  maxLength: 100,
  description: 'Chat service of the bot, one of those that `/app/chats/services` lists.',
})
/** In bytes. The fields of services are not known when the route is created. */
const bodyLimit = 512 * 1024

/** An input with the fields of all chat services. */
function withFields(input: TObject): (context: Context) => TObject {
  const schemas = new WeakMap<readonly ChatService[], TObject>()
  return ({ integrations: { chatServices } }) => {
    const schema = schemas.get(chatServices.list) ?? addFields(input, chatServices)
    schemas.set(chatServices.list, schema)
    return schema
  }
}

function addFields({ properties }: TObject, { list, fields: asked }: ChatServices): TObject {
  const names = list.map(({ name }) => name)
  const isChoice = 'service' in properties && names.length > 0
  return Type.Object({
    ...properties,
    ...(isChoice ? { service: fields.oneOf(names, 'Chat service of the bot.') } : {}),
    ...Object.fromEntries(asked.map(({ name, schema }) => [name, Type.Optional(schema)])),
  })
}

const bot = Type.Object({
  id: connectionId,
  service: serviceName,
  name: Type.String({ description: 'Name of the bot in the service.' }),
  account: Type.String({ description: 'Account id of the bot in the service.' }),
  baseUrl: fields.textOrNull('Server of the service; null for the public server.'),
  trigger: Type.String(),
  delivery: fields.oneOf(deliveryModes, 'How messages reach the bot.'),
  takesCommands: Type.Boolean({ description: 'False when it only sends notifications.' }),
  enabled: Type.Boolean(),
  error: fields.textOrNull('Last error; null when the bot works.'),
  failure: fields.failure,
  errorAt: fields.textOrNull('Time of the last error.'),
  seenAt: fields.textOrNull('Time of the last response of the service.'),
  address: fields.textOrNull(
    'URL that the service sends commands to; null when the server polls the service.',
  ),
  createdAt: fields.instant,
})

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at))

function toBot({ settings, isEnabled, commandPath, ...row }: Connection, publicUrl: string) {
  const { baseUrl, trigger, delivery } = settings
  return {
    id: row.id,
    service: row.service,
    name: row.name,
    account: row.account,
    baseUrl,
    trigger,
    delivery,
    takesCommands: row.takesCommands,
    enabled: isEnabled,
    error: row.error,
    failure: fields.toFailure(row.error),
    errorAt: isoOrNull(row.errorAt),
    seenAt: isoOrNull(row.seenAt),
    address: commandPath === undefined ? null : publicUrl + commandPath,
    createdAt: toIso(row.createdAt),
  }
}

const field = Type.Object({
  name: Type.String({ description: 'Name of the field in the input of `/app/chats/connect`.' }),
  kind: fields.oneOf(['text', 'address', 'switch'], 'What is entered.'),
  isSecret: Type.Boolean({ description: 'Stored encrypted and never returned.' }),
  isRequired: Type.Boolean(),
  label: Type.String(),
  description: Type.String(),
  placeholder: fields.textOrNull('An example.'),
  value: fields.textOrNull('Initial value; for a switch, the value when it is on.'),
  maxLength: Type.Union([Type.Integer(), Type.Null()]),
})

function toField(field: ConnectionField, language: Language) {
  const { schema: _schema, isHidden: _isHidden, textIn, ...shown } = field
  return { ...shown, ...textIn(language) }
}

export const listServices = operation({
  method: 'POST',
  path: '/app/chats/services',
  summary: 'List chat services',
  description:
    'Lists every chat service that a bot can connect to, with the fields of its form in order. Labels are in `language`, or else in the language of your profile.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId, language: Type.Optional(fields.languageOrNull) }),
  output: Type.Object({
    services: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'Name of the service in bots and in `/app/chats/connect`.',
        }),
        label: Type.String({ description: 'Display name.' }),
        fields: Type.Array(field),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool,
  run: async ({ store, caller, integrations }, input) => {
    const language = input.language
      ? await loadLanguage(input.language)
      : await languageOfUser(store, caller.userId)
    const services = integrations.chatServices.list.map(({ name, label, fields: asked }) => ({
      name,
      label,
      fields: asked.filter(({ isHidden }) => !isHidden).map((one) => toField(one, language)),
    }))
    return { services }
  },
})

export const list = operation({
  method: 'POST',
  path: '/app/chats/list',
  summary: 'List the bots of a workspace',
  description: 'Lists all connected bots with their status, oldest first.',
  access: 'member',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ bots: Type.Array(bot) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool,
  run: async (context, input) => {
    const connections = await listConnections(context, input.workspaceId)
    return { bots: connections.map((one) => toBot(one, context.integrations.baseUrl)) }
  },
})

const newBot = Type.Object({ workspaceId, service: serviceName })

export const connect = operation({
  method: 'POST',
  path: '/app/chats/connect',
  summary: 'Connect a bot',
  description:
    'Verifies the token with the service and stores it encrypted. The bot then answers commands and sends notifications.',
  access: 'admin',
  audience: 'people',
  input: newBot,
  inputFor: withFields(newBot),
  bodyLimit,
  output: Type.Object({ bot }),
  errors: ['ALREADY_EXISTS', 'BOT_UNREACHABLE'],
  example: { workspaceId: exampleIds.workspace, service: 'matrix' },
  tool,
  run: async (context, input) => {
    const created = await connectBot(context, input)
    return { bot: toBot(created, context.integrations.baseUrl) }
  },
})

const changedBot = Type.Object({
  workspaceId,
  connectionId,
  enabled: Type.Optional(Type.Boolean()),
})

export const update = operation({
  method: 'POST',
  path: '/app/chats/update',
  summary: 'Change a bot',
  description: 'Fields you leave out keep their values. `enabled: false` stops the bot.',
  access: 'admin',
  audience: 'people',
  input: changedBot,
  inputFor: withFields(changedBot),
  bodyLimit,
  output: Type.Object({ bot }),
  errors: ['BOT_NOT_FOUND', 'BOT_UNREACHABLE'],
  example: { workspaceId: exampleIds.workspace, connectionId: exampleIds.bot, enabled: false },
  tool,
  run: async (context, input) => {
    return { bot: toBot(await updateBot(context, input), context.integrations.baseUrl) }
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/chats/disconnect',
  summary: 'Disconnect a bot',
  description: 'Removes the bot with its linked accounts and subscriptions.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, connectionId }),
  output: fields.ok,
  errors: ['BOT_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, connectionId: exampleIds.bot },
  tool,
  run: async (context, input) => {
    await disconnectBot(context, input)
    return { ok: true as const }
  },
})

export const linkCode = operation({
  method: 'POST',
  path: '/app/chats/link-code',
  summary: 'Create a code to link your chat account',
  description:
    'The code works once, within ten minutes. Send it to the bot in a private chat. It replaces your previous code.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId, connectionId }),
  output: Type.Object({
    code: Type.String(),
    command: Type.String({ description: 'Command to send to the bot.' }),
    url: fields.textOrNull('Link that opens the chat with the code, if the service supports it.'),
    expiresAt: fields.instant,
  }),
  errors: ['BOT_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, connectionId: exampleIds.bot },
  tool,
  run: async (context, input) => {
    const connection = await requireConnection(context, input)
    const service = context.integrations.chatServices.find(connection.service)
    const { code, expiresAt } = await makeLinkCode(context, input)
    const command = service?.writeCommand('link', readSettings(connection)) ?? '/link'
    const url = service?.linkUrl?.(connection, code) ?? null
    return { code, command: `${command} ${code}`, url, expiresAt: toIso(expiresAt) }
  },
})

export const listLinked = operation({
  method: 'POST',
  path: '/app/chats/links',
  summary: 'List linked chat accounts',
  description: 'Owners and admins see all linked accounts, others see their own.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    links: Type.Array(
      Type.Object({
        connectionId,
        chatUserId: Type.String(),
        chatName: Type.String({ description: 'Name of the person in the chat.' }),
        person: fields.person,
        isMine: Type.Boolean(),
        createdAt: fields.instant,
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool,
  run: async (context, input) => {
    const links = await listLinks(context, input.workspaceId)
    return {
      links: links.map(({ userId, firstName, lastName, ...link }) => ({
        connectionId: link.connectionId,
        chatUserId: link.chatUserId,
        chatName: link.name,
        person: { id: userId, firstName, lastName },
        isMine: userId === context.caller.userId,
        createdAt: toIso(link.createdAt),
      })),
    }
  },
})

export const unlink = operation({
  method: 'POST',
  path: '/app/chats/unlink',
  summary: 'Unlink a chat account',
  description:
    'The chat account is unlinked immediately. Owners and admins can unlink any account, others their own.',
  access: 'read',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    connectionId,
    chatUserId: Type.String({ minLength: 1, maxLength: 300 }),
  }),
  output: fields.ok,
  errors: ['LINK_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, connectionId: exampleIds.bot, chatUserId: '42' },
  tool,
  run: async (context, { chatUserId, ...address }) => {
    await removeLink(context, address, chatUserId)
    return { ok: true as const }
  },
})
