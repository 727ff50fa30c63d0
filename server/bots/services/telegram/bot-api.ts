import { Api, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import { languages } from '../../../../messages/languages.ts'
import type { MessageButtons, SendResult } from '../../../domain/chats/adapters.ts'
import type { Bot, NewBot } from '../../../domain/chats/bots.ts'
import { type Block, renderMessage } from '../../../domain/chats/text.ts'
import { loadLanguage } from '../../../domain/people/language.ts'
import { failureText } from '../../../lib/failures/failures.ts'
import { exchange } from '../../../lib/network/exchange.ts'
import type { OutboundHttp } from '../../../lib/network/outbound-http.ts'
import { commandList } from '../../engine.ts'
import { type BotAdapter, type ListenContext, ServiceRefusal } from '../chat-service.ts'
import { neverSent } from '../requests.ts'
import { readPress, readUpdate, style, type TelegramPress, webhookPath } from './messages.ts'
import { answerPress } from './presses.ts'

/** How long a request for new messages stays open. */
const longPollSeconds = 25
const timeoutMs = 20_000
/** Messages and pressed buttons. */
const updates = ['message', 'callback_query'] as const
const maxAnswerBytes = 16 * 1024 * 1024

/** Errors before there was a connection. */
const unsent = new WeakSet<Error>()

/** The Bot API, behind the address guard. */
export function telegramApi(
  outboundHttp: OutboundHttp,
  { settings, secrets }: Pick<NewBot, 'settings' | 'secrets'>,
): Api {
  // SAFETY: the library reads only the JSON of a response.
  const guarded = ((url: string, sent: { body: string; signal?: AbortSignal }) =>
    guardedFetch(outboundHttp, url, sent)) as unknown as typeof fetch
  return new Api(secrets['token'] ?? '', {
    ...(settings.baseUrl === null ? {} : { apiRoot: settings.baseUrl }),
    fetch: guarded as never,
    timeoutSeconds: longPollSeconds + 10,
  })
}

async function guardedFetch(
  outboundHttp: OutboundHttp,
  url: string,
  { body, signal }: { body: string; signal?: AbortSignal },
): Promise<{ json: () => unknown }> {
  const ending = new AbortController()
  // The library has its own signal class.
  signal?.addEventListener('abort', () => ending.abort())
  const outcome = await exchange(outboundHttp.guarded, {
    url,
    headers: { 'content-type': 'application/json', connection: 'keep-alive' },
    body,
    timeout: url.endsWith('/getUpdates') ? (longPollSeconds + 10) * 1000 : timeoutMs,
    maxStoredAnswerBytes: maxAnswerBytes,
    signal: ending.signal,
  })
  if (outcome.kind === 'failure') {
    const refusal = new ServiceRefusal(outcome.message)
    if (neverSent.has(outcome.code)) unsent.add(refusal)
    throw refusal
  }
  const text = outcome.body.toString('utf8')
  return { json: (): unknown => JSON.parse(text) }
}

export const adapter: BotAdapter = {
  identify: async (outboundHttp, bot) => {
    const { token } = bot.secrets
    if (token === undefined || !/^\d+:[\w-]+$/.test(token)) {
      return { ok: false, path: '/token', reason: failureText('telegramToken') }
    }
    try {
      const me = await telegramApi(outboundHttp, bot).getMe()
      return { ok: true, account: String(me.id), name: `@${me.username}` }
    } catch (error) {
      const reason = failureText('refused', { detail: describe(error) })
      return { ok: false, path: '/token', reason }
    }
  },

  send: (outboundHttp, bot, { chatId, blocks, buttons }, signal) =>
    send(telegramApi(outboundHttp, bot), { chatId, blocks, buttons }, signal),

  leave: async (outboundHttp, bot) => {
    if (bot.settings.delivery === 'webhook') await telegramApi(outboundHttp, bot).deleteWebhook()
  },

  listen: async (bot, context) => {
    const api = telegramApi(context.outboundHttp, bot)
    try {
      await registerBot(api, bot, context)
      if (bot.settings.delivery === 'polling') await poll(api, bot, context)
    } catch (error) {
      if (context.signal.aborted) return
      const retryAfter = error instanceof GrammyError ? error.parameters.retry_after : undefined
      throw new ServiceRefusal(describe(error), retryAfter && retryAfter * 1000)
    }
    // Messages arrive at the webhook.
    if (!context.signal.aborted && bot.settings.delivery === 'webhook')
      await untilAborted(context.signal)
  },
}

async function registerBot(
  api: Api,
  bot: Bot,
  { baseUrl, onConnected: isWell }: ListenContext,
): Promise<void> {
  await setCommands(api)
  if (bot.settings.delivery === 'polling') await api.deleteWebhook()
  else {
    await api.setWebhook(baseUrl + webhookPath(bot.account), {
      secret_token: bot.secrets.webhookSecret ?? '',
      allowed_updates: updates,
      // In order, so that the last update id covers all earlier ones.
      max_connections: 1,
    })
  }
  isWell()
}

/** In English, and for people whose Telegram is in another of our languages, in that. */
async function setCommands(api: Api): Promise<void> {
  for (const tag of Object.keys(languages)) {
    const commands = commandList(await loadLanguage(tag)).map(({ name, description }) => ({
      command: name,
      description,
    }))
    const code = new Intl.Locale(tag).language
    // SAFETY: the tag of each of our languages begins with a code of ISO 639-1.
    await api.setMyCommands(commands, tag === 'en' ? {} : { language_code: code as 'de' })
  }
}

async function poll(api: Api, bot: Bot, context: ListenContext): Promise<void> {
  let position = context.position
  while (!context.signal.aborted) {
    const received = await api.getUpdates(
      {
        timeout: longPollSeconds,
        allowed_updates: updates,
        ...(position === undefined ? {} : { offset: Number(position) + 1 }),
      },
      // SAFETY: the library uses only what both signal classes have.
      context.signal as never,
    )
    context.onConnected()
    for (const update of received) receiveUpdate(api, update, { bot, context })
    const last = received.at(-1)?.update_id
    if (last === undefined) continue
    position = String(last)
    await context.savePosition(position)
  }
}

function receiveUpdate(
  api: Api,
  update: Update,
  { bot, context }: { bot: Bot; context: ListenContext },
): void {
  const press = readPress(update)
  if (press !== undefined) {
    context.receive(press.incoming, (blocks) => answerPress(api, press, blocks))
    return
  }
  const incoming = readUpdate(update, bot)
  if (incoming === undefined) return
  context.receive(incoming, async (blocks) => {
    await sendWithRetry(api, incoming.chat.id, blocks)
  })
}

/** Retries once after a rate limit of up to 30 s. */
export async function sendWithRetry(
  api: Api,
  chatId: string,
  blocks: readonly Block[],
): Promise<SendResult> {
  const sent = await send(api, { chatId, blocks })
  if (sent.ok || sent.retryAfter === undefined || sent.retryAfter > 30_000) return sent
  await new Promise((resolve) => setTimeout(resolve, sent.retryAfter).unref())
  return send(api, { chatId, blocks })
}

export async function answerTelegram(
  outboundHttp: OutboundHttp,
  bot: Bot,
  chatId: string,
  blocks: readonly Block[],
): Promise<void> {
  await sendWithRetry(telegramApi(outboundHttp, bot), chatId, blocks)
}

export async function answerTelegramPress(
  outboundHttp: OutboundHttp,
  bot: Bot,
  press: TelegramPress,
  answer: readonly Block[],
): Promise<void> {
  await answerPress(telegramApi(outboundHttp, bot), press, answer)
}

type Message = {
  chatId: string
  blocks: readonly Block[]
  buttons?: MessageButtons | undefined
}

async function send(
  api: Api,
  { chatId, blocks, buttons }: Message,
  signal?: AbortSignal,
): Promise<SendResult> {
  const [chat = '', thread] = chatId.split(':')
  try {
    await api.sendMessage(
      chat,
      renderMessage(blocks, style),
      {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(thread === undefined ? {} : { message_thread_id: Number(thread) }),
        ...(buttons !== undefined && { reply_markup: keyboardOf(buttons) }),
      },
      // SAFETY: as above.
      signal as never,
    )
    return { ok: true }
  } catch (error) {
    const isRefused = error instanceof GrammyError
    const retryAfter = isRefused ? error.parameters.retry_after : undefined
    return {
      ok: false,
      reason: describe(error),
      retryAfter: retryAfter === undefined ? undefined : retryAfter * 1000,
      isUnreachable:
        isRefused &&
        [400, 403].includes(error.error_code) &&
        /chat|bot|kicked|blocked/.test(error.description),
      mayHaveArrived: isRefused ? error.error_code >= 500 : !isNeverSent(error),
    }
  }
}

/** https://core.telegram.org/bots/api#inlinekeyboardbutton: at most 64 bytes of data. */
function keyboardOf({ list }: MessageButtons) {
  const row = list.map(({ label, command }) => ({ text: label, callback_data: command }))
  return { inline_keyboard: [row] }
}

/** Whether there was no connection. The library wraps the error. */
function isNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'error' in error ? isNeverSent(error.error) : unsent.has(error)
}

function describe(error: unknown): string {
  if (error instanceof GrammyError)
    return failureText('answered', { status: error.error_code, detail: error.description })
  // The library's message contains the address, and with it the token.
  if (error instanceof Error && 'error' in error) return describe(error.error)
  return error instanceof Error
    ? error.message
    : failureText('connectionFailed', { detail: 'unknown reason' })
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
