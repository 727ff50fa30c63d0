import { Type } from 'typebox'
import { listLinks, makeLinkCode, removeLink } from '../../domain/chats/account-links.ts'
import { chatServices, deliveryModes } from '../../domain/chats/bots.ts'
import {
  connectBot,
  type Connection,
  disconnectBot,
  listConnections,
  requireConnection,
  updateBot,
} from '../../domain/chats/connections.ts'
import { toIso } from '../../lib/clock.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const tool = { none: 'Setting up chats is for people.' }

const connectionId = fields.id('The bot.')
const secret = (description: string) => Type.Optional(Type.String({ maxLength: 4000, description }))

const given = {
  token: secret('What the service gave for the bot.'),
  signingSecret: secret('Of a Slack app: shows that commands are from Slack.'),
  commandToken: secret('Of the slash command of Mattermost: shows that commands are from there.'),
  webhookUrl: secret('An incoming webhook of one channel, where there is no token.'),
  baseUrl: Type.Optional(
    fields.textOrNull('The server of the service; null is the public one.', { maxLength: 2000 }),
  ),
  trigger: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9][a-z0-9_-]{0,31}$',
      description: 'The slash command of Slack and Mattermost, without its slash.',
    }),
  ),
  delivery: Type.Optional(
    fields.oneOf(deliveryModes, 'How messages come: asked for, or brought to this server.'),
  ),
}

const bot = Type.Object({
  id: connectionId,
  service: fields.oneOf(chatServices, 'Where it is.'),
  name: Type.String({ description: 'As the service calls it.' }),
  account: Type.String({ description: 'What the service knows it by.' }),
  baseUrl: fields.textOrNull('The server of the service; null is the public one.'),
  trigger: Type.String(),
  delivery: fields.oneOf(deliveryModes, 'How messages come.'),
  takesCommands: Type.Boolean({ description: 'False where it only tells what happens.' }),
  enabled: Type.Boolean(),
  error: fields.textOrNull('What went wrong last; null when all is well.'),
  errorAt: fields.textOrNull('When.'),
  seenAt: fields.textOrNull('When the service was last heard of.'),
  address: fields.textOrNull('Where the service sends commands; null when it is asked for them.'),
  createdAt: fields.instant,
})

const isoOrNull = (at: number | null) => (at === null ? null : toIso(at))

function toBot({ settings, isEnabled, ...row }: Connection, baseUrl: string) {
  const doors = { slack: '/bots/slack/commands', mattermost: '/bots/mattermost/commands' }
  const { service, account } = row
  const isBrought = service === 'telegram' && settings.delivery === 'webhook'
  const path =
    service === 'slack' || service === 'mattermost'
      ? doors[service]
      : isBrought
        ? `/bots/telegram/${account}`
        : undefined
  return {
    id: row.id,
    service,
    name: row.name,
    // Of Mattermost it is the hash of a secret.
    account: service === 'mattermost' ? row.id : account,
    ...settings,
    takesCommands: row.takesCommands,
    enabled: isEnabled,
    error: row.error,
    errorAt: isoOrNull(row.errorAt),
    seenAt: isoOrNull(row.seenAt),
    address: path === undefined ? null : baseUrl + path,
    createdAt: toIso(row.createdAt),
  }
}

export const list = operation({
  method: 'POST',
  path: '/app/chats/list',
  summary: 'List the bots of a workspace',
  description: 'Every bot that is connected, with how it is doing, the oldest first.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ bots: Type.Array(bot) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool,
  run: async (context, input) => {
    const connections = await listConnections(context, input.workspaceId)
    return { bots: connections.map((one) => toBot(one, context.webhooks.baseUrl)) }
  },
})

export const connect = operation({
  method: 'POST',
  path: '/app/chats/connect',
  summary: 'Connect a bot',
  description:
    'Asks the service who the bot is, and keeps what it was given sealed. From then on the bot answers and tells.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    service: fields.oneOf(chatServices, 'Where it is.'),
    ...given,
  }),
  output: Type.Object({ bot }),
  errors: ['ALREADY_EXISTS', 'BOT_UNREACHABLE'],
  example: { workspaceId: exampleIds.workspace, service: 'telegram', token: '123456:abc' },
  tool,
  run: async (context, input) => {
    const made = await connectBot(context, input.workspaceId, input)
    return { bot: toBot(made, context.webhooks.baseUrl) }
  },
})

export const update = operation({
  method: 'POST',
  path: '/app/chats/update',
  summary: 'Change a bot',
  description: 'Changes what is given and leaves the rest; `enabled: false` silences it.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({
    workspaceId,
    connectionId,
    ...given,
    enabled: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ bot }),
  errors: ['BOT_NOT_FOUND', 'BOT_UNREACHABLE'],
  example: { workspaceId: exampleIds.workspace, connectionId: exampleIds.bot, enabled: false },
  tool,
  run: async (context, input) => {
    return { bot: toBot(await updateBot(context, input), context.webhooks.baseUrl) }
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/chats/disconnect',
  summary: 'Disconnect a bot',
  description: 'Forgets the bot, everybody who is linked with it, and all that it tells.',
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
  summary: 'Make a code to link yourself',
  description:
    'A code for one use within ten minutes: whoever gives it to the bot in a private chat is you there. The code before ends.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId, connectionId }),
  output: Type.Object({
    code: Type.String(),
    command: Type.String({ description: 'What to say to the bot.' }),
    url: fields.textOrNull('Opens the chat with the code, where the service can do that.'),
    expiresAt: fields.instant,
  }),
  errors: ['BOT_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, connectionId: exampleIds.bot },
  tool,
  run: async (context, input) => {
    const { service, name, settings } = await requireConnection(context, input)
    const { code, expiresAt } = await makeLinkCode(context, input)
    const isSlash = service === 'slack' || service === 'mattermost'
    // SAFETY: only connectBot writes this column.
    const { trigger } = JSON.parse(settings) as { trigger: string }
    const command = isSlash ? `/${trigger} link` : service === 'matrix' ? '!link' : '/link'
    const url =
      service === 'telegram' ? `https://t.me/${name.replace('@', '')}?start=${code}` : null
    return { code, command: `${command} ${code}`, url, expiresAt: toIso(expiresAt) }
  },
})

export const listLinked = operation({
  method: 'POST',
  path: '/app/chats/links',
  summary: 'List people who are linked',
  description: 'Who is who in the chats: everybody for owners and admins, yourself for others.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    links: Type.Array(
      Type.Object({
        connectionId,
        chatUserId: Type.String(),
        chatName: Type.String({ description: 'As the chat calls the person.' }),
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
  summary: 'Unlink a person',
  description:
    'Whoever it is in the chat is a stranger there at once. Owners and admins unlink anybody.',
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
