import { type Bot, type NewBot, webhookChat } from '../../../domain/chats/bots.ts'
import { renderMessage } from '../../../domain/chats/text.ts'
import { failureText } from '../../../lib/failures/failures.ts'
import type { BotAdapter, BotService } from '../chat-service.ts'
import { incomingWebhook, otherServer, secret, slashCommand } from '../connection-fields.ts'
import { postToWebhook } from '../incoming-webhook.ts'
import { callService, textOf } from '../requests.ts'
import { writeSlash } from '../slash-commands.ts'
import { withButtons } from './buttons.ts'
import { webhook } from './commands.ts'
import { style } from './style.ts'

const publicServer = 'https://slack.com/api'

/** https://docs.slack.dev/reference/methods/chat.postMessage: errors that a retry cannot fix. */
const permanentErrors = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'no_permission',
])

/** Errors after which the message may have been posted. */
const uncertainErrors = new Set(['internal_error', 'fatal_error'])

/** The team in the address of an incoming webhook. */
const webhookPath = /\/(?:services|workflows|triggers)\/(T[A-Z0-9]+)\//

const adapter: BotAdapter = {
  identify: async (outboundHttp, { secrets, settings }: NewBot) => {
    const { token, webhookUrl } = secrets
    if (token === undefined) {
      const team = webhookPath.exec(webhookUrl ?? '')?.[1]
      if (team !== undefined) return { ok: true, account: team, name: 'Slack (one channel)' }
      const path = webhookUrl === undefined ? '/token' : '/webhookUrl'
      return { ok: false, path, reason: failureText('slackToken') }
    }
    const url = `${apiOf({ settings })}/auth.test`
    const { body, reason } = await callService(outboundHttp, { url, token, body: {} })
    if (body?.['ok'] === true) {
      const name = `@${textOf(body, 'user')} in ${textOf(body, 'team')}`
      return { ok: true, account: textOf(body, 'team_id'), name }
    }
    const detail = textOf(body, 'error') || reason
    return { ok: false, path: '/token', reason: failureText('refused', { detail }) }
  },

  send: async (outboundHttp, bot, { chatId, blocks, buttons }, signal) => {
    const text = renderMessage(blocks, style)
    // No link previews.
    const noPreviews = { unfurl_links: false, unfurl_media: false }
    const { token, webhookUrl, signingSecret } = bot.secrets
    if (chatId === webhookChat.id) {
      return postToWebhook(outboundHttp, { url: webhookUrl, body: { text, ...noPreviews }, signal })
    }
    const url = `${apiOf(bot)}/chat.postMessage`
    const hasButtons = buttons !== undefined && signingSecret !== undefined
    const message = {
      channel: chatId,
      text,
      ...(hasButtons && { blocks: withButtons(text, buttons) }),
      ...noPreviews,
    }
    const { body, reason, retryAfter, isUncertain } = await callService(outboundHttp, {
      url,
      token,
      body: message,
      signal,
    })
    if (body?.['ok'] === true) return { ok: true }
    const code = textOf(body, 'error')
    return {
      ok: false,
      reason: code || reason,
      retryAfter,
      isUnreachable: permanentErrors.has(code),
      mayHaveArrived: isUncertain || uncertainErrors.has(code),
    }
  },
}

function apiOf({ settings }: Pick<Bot, 'settings'>): string {
  return settings.baseUrl ?? publicServer
}

export const slack: BotService = {
  name: 'slack',
  label: 'Slack',
  fields: [
    otherServer,
    secret('token', 'slackToken'),
    secret('signingSecret', 'slackSigningSecret'),
    incomingWebhook,
    slashCommand,
  ],
  isExclusive: false,
  hidesAccount: false,
  takesCommands: ({ signingSecret }) => signingSecret !== undefined,
  // chat.postMessage has no documented argument for it.
  dropsDuplicates: false,
  messagesPeople: ({ token }) => token !== undefined,
  commandPath: () => webhook.path,
  writeCommand: writeSlash,
  // https://docs.slack.dev/apis/web-api/rate-limits: one message per second and channel.
  sendInterval: 1000,
  style,
  webhook,
  open: async () => adapter,
}
