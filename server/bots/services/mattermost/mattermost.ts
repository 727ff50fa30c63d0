import { type NewBot, webhookChat } from '../../../domain/chats/bots.ts'
import { write } from '../../../domain/chats/text.ts'
import { hashToken } from '../../../lib/secrets/tokens.ts'
import type { BotAdapter, BotService } from '../chat-service.ts'
import { incomingWebhook, secret, server, slashCommand } from '../connection-fields.ts'
import { postToWebhook } from '../incoming-webhook.ts'
import { askService, textOf } from '../requests.ts'
import { writeSlash } from '../slash-commands.ts'
import { webhook } from './commands.ts'
import { style } from './style.ts'

const adapter: BotAdapter = {
  identify: async (outgoing, { secrets, settings, connectionId }: NewBot) => {
    const { token, webhookUrl, commandToken } = secrets
    // Commands name no bot: they are found by what only the server knows.
    const account = commandToken === undefined ? connectionId : hashToken(commandToken)
    if (settings.baseUrl === null) {
      return { ok: false, path: '/baseUrl', reason: 'must be the address of the Mattermost server' }
    }
    const host = new URL(settings.baseUrl).host
    if (token === undefined) {
      if (webhookUrl !== undefined || commandToken !== undefined) {
        return { ok: true, account, name: `Mattermost at ${host}` }
      }
      const reason =
        'must be the access token of a bot, or the address of an incoming webhook be given'
      return { ok: false, path: '/token', reason }
    }
    const url = `${settings.baseUrl}/api/v4/users/me`
    const { status, body, reason } = await askService(outgoing, { url, method: 'GET', token })
    const name = textOf(body, 'username')
    if (status === 200 && name !== '') return { ok: true, account, name: `@${name} at ${host}` }
    return { ok: false, path: '/token', reason: `is refused: ${reason || 'it names no user'}` }
  },

  send: async (outgoing, { settings, secrets }, { chatId, blocks }, signal) => {
    const text = write(blocks, style)
    const { token, webhookUrl } = secrets
    if (chatId === webhookChat.id) {
      return postToWebhook(outgoing, { url: webhookUrl, body: { text }, signal })
    }
    const { status, reason, retryAfter } = await askService(outgoing, {
      url: `${settings.baseUrl ?? ''}/api/v4/posts`,
      token,
      body: { channel_id: chatId, message: text },
      signal,
    })
    if (reason === '') return { ok: true }
    return { ok: false, reason, retryAfter, isLost: [403, 404, 410].includes(status) }
  },
}

export const mattermost: BotService = {
  name: 'mattermost',
  label: 'Mattermost',
  fields: [
    server({
      label: 'Server',
      description: 'Where people open Mattermost.',
      placeholder: 'https://chat.example.com',
    }),
    secret('token', {
      label: 'Access token',
      description: 'Of a bot account, under Integrations.',
    }),
    secret('commandToken', {
      label: 'Token of the slash command',
      description: 'Commands need it.',
    }),
    incomingWebhook,
    slashCommand,
  ],
  isExclusive: false,
  // It is the hash of the token of the slash command.
  hidesAccount: true,
  takesCommands: ({ commandToken }) => commandToken !== undefined,
  commandPath: () => webhook.path,
  writeCommand: writeSlash,
  // The server's own limit is 10 requests per second and person; people read no faster than this.
  sendInterval: 500,
  style,
  webhook,
  open: async () => adapter,
}
