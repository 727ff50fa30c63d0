import { type Bot, type ChatService, type NewBot, webhookChat } from '../../domain/chats/bots.ts'
import { chatStyles } from '../../domain/chats/styles.ts'
import { write } from '../../domain/chats/text.ts'
import { askService, textOf } from './requests.ts'

const publicServer = 'https://slack.com/api'

/** https://docs.slack.dev/reference/methods/chat.postMessage: what cannot become better by trying again. */
const lost = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'no_permission',
])

/** Where an incoming webhook says of which team it is. */
const webhookPath = /\/(?:services|workflows|triggers)\/(T[A-Z0-9]+)\//

export const slack: ChatService = {
  // https://docs.slack.dev/apis/web-api/rate-limits: one message per second and channel.
  pace: 1000,

  identify: async (outgoing, { secrets, settings }: NewBot) => {
    const { token, webhookUrl } = secrets
    if (token === undefined) {
      const team = webhookPath.exec(webhookUrl ?? '')?.[1]
      if (team !== undefined) return { ok: true, account: team, name: 'Slack (one channel)' }
      const path = webhookUrl === undefined ? '/token' : '/webhookUrl'
      const reason = 'must be a bot token (xoxb-…), or the address of an incoming webhook be given'
      return { ok: false, path, reason }
    }
    const url = `${settings.baseUrl ?? publicServer}/auth.test`
    const { body, reason } = await askService(outgoing, { url, token, body: {} })
    if (body?.['ok'] === true) {
      const name = `@${textOf(body, 'user')} in ${textOf(body, 'team')}`
      return { ok: true, account: textOf(body, 'team_id'), name }
    }
    return { ok: false, path: '/token', reason: `is refused: ${textOf(body, 'error') || reason}` }
  },

  send: async (outgoing, bot, { chatId, blocks }, signal) => {
    const text = write(blocks, chatStyles.slack)
    // What was written is not guessed at, and shows no pictures of addresses in it.
    const quiet = { unfurl_links: false, unfurl_media: false }
    const { token, webhookUrl } = bot.secrets
    if (chatId === webhookChat.id) {
      if (webhookUrl === undefined) return noWebhook
      const answer = await askService(outgoing, {
        url: webhookUrl,
        body: { text, ...quiet },
        signal,
      })
      if (answer.reason === '') return { ok: true }
      const isLost = [403, 404, 410].includes(answer.status)
      return { ok: false, reason: answer.reason, retryAfter: answer.retryAfter, isLost }
    }
    const url = `${apiOf(bot)}/chat.postMessage`
    const message = { channel: chatId, text, ...quiet }
    const { body, reason, retryAfter } = await askService(outgoing, {
      url,
      token,
      body: message,
      signal,
    })
    if (body?.['ok'] === true) return { ok: true }
    const code = textOf(body, 'error')
    return { ok: false, reason: code || reason, retryAfter, isLost: lost.has(code) }
  },
}

export const noWebhook = {
  ok: false as const,
  reason: 'the bot has no incoming webhook any more',
  retryAfter: undefined,
  isLost: true,
}

function apiOf({ settings }: Bot): string {
  return settings.baseUrl ?? publicServer
}
