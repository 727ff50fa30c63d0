import { type ChatService, type NewBot, webhookChat } from '../../domain/chats/bots.ts'
import { chatStyles } from '../../domain/chats/styles.ts'
import { write } from '../../domain/chats/text.ts'
import { hashToken } from '../../lib/secrets/tokens.ts'
import { askService, textOf } from './requests.ts'
import { noWebhook } from './slack.ts'

export const mattermost: ChatService = {
  // The server's own limit is 10 requests per second and person; people read no faster than this.
  pace: 500,

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
    const text = write(blocks, chatStyles.mattermost)
    const { token, webhookUrl } = secrets
    const isWebhook = chatId === webhookChat.id
    if (isWebhook && webhookUrl === undefined) return noWebhook
    const { status, reason, retryAfter } = await askService(
      outgoing,
      isWebhook
        ? { url: webhookUrl ?? '', body: { text }, signal }
        : {
            url: `${settings.baseUrl ?? ''}/api/v4/posts`,
            token,
            body: { channel_id: chatId, message: text },
            signal,
          },
    )
    if (reason === '') return { ok: true }
    return { ok: false, reason, retryAfter, isLost: [403, 404, 410].includes(status) }
  },
}
