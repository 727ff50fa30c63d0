import type { Update } from 'grammy/types'
import type { App } from '../../../app.ts'
import { takeUpdate } from '../../../domain/chats/bot-lease.ts'
import type { Speaker } from '../../dispatcher.ts'
import { isSame } from '../verify.ts'
import { readUpdate } from './messages.ts'

type Brought = { account: string; shown: string; body: unknown }

/** Takes an update that Telegram brings, once; false when it is not from there. */
export async function takeTelegram(
  app: Pick<App, 'store' | 'webhooks'>,
  speaker: Speaker,
  { account, shown, body }: Brought,
): Promise<boolean> {
  const bots = await speaker.botsOf('telegram', account)
  const bot = bots.find(({ secrets: { webhookSecret }, settings }) => {
    const isRight = isSame(shown, webhookSecret ?? '')
    return isRight && webhookSecret !== undefined && settings.delivery === 'webhook'
  })
  if (bot === undefined || !isUpdate(body)) return false
  if (!(await takeUpdate(app, bot, String(body.update_id)))) return true
  const incoming = readUpdate(body, bot)
  if (incoming === undefined) return true
  void speaker.hear(bot, incoming)?.then(async (answer) => {
    if (answer === undefined) return
    const { answerTelegram } = await import('./telegram.ts')
    await answerTelegram(speaker.outgoing, bot, incoming.chat.id, answer)
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
