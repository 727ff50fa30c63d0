import { type NewBot, webhookChat } from '../../../domain/chats/bots.ts'
import { renderMessage } from '../../../domain/chats/text.ts'
import { failureText } from '../../../lib/failures/failures.ts'
import { hashToken } from '../../../lib/secrets/tokens.ts'
import type { BotAdapter, BotService } from '../chat-service.ts'
import { incomingWebhook, secret, server, slashCommand } from '../connection-fields.ts'
import { postToWebhook } from '../incoming-webhook.ts'
import { callService, textOf } from '../requests.ts'
import { writeSlash } from '../slash-commands.ts'
import { withButtons } from './buttons.ts'
import { webhook } from './commands.ts'
import { style } from './style.ts'

const adapter: BotAdapter = {
  identify: async (outboundHttp, { secrets, settings, connectionId }: NewBot) => {
    const { token, webhookUrl, commandToken } = secrets
    // Commands do not name the bot: their token identifies it.
    const account = commandToken === undefined ? connectionId : hashToken(commandToken)
    if (settings.baseUrl === null) {
      return { ok: false, path: '/baseUrl', reason: failureText('mattermostServer') }
    }
    const host = new URL(settings.baseUrl).host
    if (token === undefined) {
      if (webhookUrl !== undefined || commandToken !== undefined) {
        return { ok: true, account, name: `Mattermost at ${host}` }
      }
      return { ok: false, path: '/token', reason: failureText('mattermostToken') }
    }
    const url = `${settings.baseUrl}/api/v4/users/me`
    const { status, body, reason } = await callService(outboundHttp, { url, method: 'GET', token })
    const name = textOf(body, 'username')
    if (status === 200 && name !== '') return { ok: true, account, name: `@${name} at ${host}` }
    const detail = reason || failureText('tokenWithoutUser')
    return { ok: false, path: '/token', reason: failureText('refused', { detail }) }
  },

  send: async (outboundHttp, bot, { chatId, blocks, buttons }, signal) => {
    const text = renderMessage(blocks, style)
    const { settings, secrets } = bot
    const { token, webhookUrl, commandToken } = secrets
    if (chatId === webhookChat.id) {
      return postToWebhook(outboundHttp, { url: webhookUrl, body: { text }, signal })
    }
    // Without commands, nobody can link an account.
    const hasButtons = buttons !== undefined && commandToken !== undefined
    const props = hasButtons ? { props: withButtons(bot, text, buttons) } : {}
    const answer = await callService(outboundHttp, {
      url: `${settings.baseUrl ?? ''}/api/v4/posts`,
      token,
      body: { channel_id: chatId, message: text, ...props },
      signal,
    })
    const { status, reason, retryAfter, isUncertain: mayHaveArrived } = answer
    if (reason === '') return { ok: true }
    const isUnreachable = [403, 404, 410].includes(status)
    return { ok: false, reason, retryAfter, isUnreachable, mayHaveArrived }
  },

  findDirectChat: async (outboundHttp, { settings, secrets }, { chatId: userId }, signal) => {
    const { token } = secrets
    const api = `${settings.baseUrl ?? ''}/api/v4`
    const whoAmI = { url: `${api}/users/me`, method: 'GET', token, signal } as const
    const me = await callService(outboundHttp, whoAmI)
    const own = textOf(me.body, 'id')
    // https://developers.mattermost.com/api-documentation/#/operations/CreateDirectChannel
    const channel =
      me.reason === ''
        ? await callService(outboundHttp, {
            url: `${api}/channels/direct`,
            token,
            body: [own, userId],
            signal,
          })
        : me
    const { status, body, reason, retryAfter } = channel
    if (reason === '') return { ok: true, chatId: textOf(body, 'id') }
    const isUnreachable = [403, 404].includes(status)
    return { ok: false, reason, retryAfter, isUnreachable, mayHaveArrived: false }
  },
}

export const mattermost: BotService = {
  name: 'mattermost',
  label: 'Mattermost',
  fields: [
    server('mattermostServer', 'https://chat.example.com'),
    secret('token', 'mattermostToken'),
    secret('commandToken', 'mattermostCommandToken'),
    incomingWebhook,
    slashCommand,
  ],
  isExclusive: false,
  // It is a hash of the slash command's token.
  hidesAccount: true,
  takesCommands: ({ commandToken }) => commandToken !== undefined,
  dropsDuplicates: false,
  messagesPeople: ({ token }) => token !== undefined,
  commandPath: () => webhook.path,
  writeCommand: writeSlash,
  // The server's own limit is 10 requests per second and person; people do not read faster.
  sendInterval: 500,
  style,
  webhook,
  open: async () => adapter,
}
