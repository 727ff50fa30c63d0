import type { Update } from 'grammy/types'
import { takeUpdate } from '../../../domain/chats/bot-lease.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Receiver, ServiceRequest, Webhook } from '../chat-service.ts'
import { isSameSecret } from '../verify.ts'
import { readPress, readUpdate, webhookPath } from './messages.ts'

/** Four times a message of 4,096 characters, with a quoted one and a hundred formatted spans in each. */
const limits = { bodyLimit: 128 * 1024, json: { values: 2500, depth: 16 } }

/** Receives each update once. */
export const webhook: Webhook = {
  path: webhookPath(':account'),
  ...limits,
  receive: async (request, receiver) => {
    if (await acceptUpdate(request, receiver)) return {}
    throw new AppError('FORBIDDEN', 'This is not from a bot that is connected here.')
  },
}

/** False when the request is not authentic. */
async function acceptUpdate(
  { params: { account = '' }, headers, body }: ServiceRequest,
  { app, dispatcher }: Receiver,
): Promise<boolean> {
  const shown = String(headers['x-telegram-bot-api-secret-token'] ?? '')
  const bots = await dispatcher.botsOf('telegram', account)
  const bot = bots.find(({ secrets: { webhookSecret }, settings }) => {
    const isRight = isSameSecret(shown, webhookSecret ?? '')
    return isRight && webhookSecret !== undefined && settings.delivery === 'webhook'
  })
  if (bot === undefined || !isUpdate(body)) return false
  if (!(await takeUpdate(app, bot, String(body.update_id)))) return true
  const press = readPress(body)
  if (press !== undefined) {
    void dispatcher.dispatch(bot, press.incoming)?.then(async (answer) => {
      const { answerTelegramPress } = await import('./bot-api.ts')
      await answerTelegramPress(dispatcher.outboundHttp, bot, press, answer ?? [])
    })
    return true
  }
  const incoming = readUpdate(body, bot)
  if (incoming === undefined) return true
  dispatcher.dispatchAndReply(bot, incoming, async (answer) => {
    const { answerTelegram } = await import('./bot-api.ts')
    await answerTelegram(dispatcher.outboundHttp, bot, incoming.chat.id, answer)
  })
  return true
}

function isUpdate(body: unknown): body is Update {
  return (
    typeof body === 'object' &&
    body !== null &&
    'update_id' in body &&
    Number.isSafeInteger(body.update_id)
  )
}
