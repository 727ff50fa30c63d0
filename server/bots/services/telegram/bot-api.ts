import { Api, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { Sending } from '../../../domain/chats/adapters.ts'
import type { Bot, NewBot } from '../../../domain/chats/bots.ts'
import { type Block, write } from '../../../domain/chats/text.ts'
import { exchange } from '../../../lib/network/exchange.ts'
import type { Outgoing } from '../../../lib/network/outgoing.ts'
import { commandList } from '../../engine.ts'
import { type BotAdapter, type Ear, ServiceRefusal } from '../chat-service.ts'
import { readUpdate, style, webhookPath } from './messages.ts'

/** Seconds a question for new messages may stay open. */
const longPoll = 25
const patience = 20_000
const largestAnswer = 16 * 1024 * 1024

/** The Bot API, only where the address guard lets calls go. */
export function telegramApi(
  outgoing: Outgoing,
  { settings, secrets }: Pick<NewBot, 'settings' | 'secrets'>,
): Api {
  // SAFETY: of what fetch gives, the library reads the JSON alone.
  const guarded = ((url: string, sent: { body: string; signal?: AbortSignal }) =>
    ask(outgoing, url, sent)) as unknown as typeof fetch
  return new Api(secrets['token'] ?? '', {
    ...(settings.baseUrl === null ? {} : { apiRoot: settings.baseUrl }),
    fetch: guarded as never,
    timeoutSeconds: longPoll + 10,
  })
}

async function ask(
  outgoing: Outgoing,
  url: string,
  { body, signal }: { body: string; signal?: AbortSignal },
): Promise<{ json: () => unknown }> {
  const ending = new AbortController()
  // The library brings a signal class of its own.
  signal?.addEventListener('abort', () => ending.abort())
  const outcome = await exchange(outgoing.guarded, {
    url,
    headers: { 'content-type': 'application/json', connection: 'keep-alive' },
    body,
    timeout: url.endsWith('/getUpdates') ? (longPoll + 10) * 1000 : patience,
    largestAnswer,
    signal: ending.signal,
  })
  if (outcome.kind === 'failure') throw new ServiceRefusal(outcome.message)
  const text = outcome.body.toString('utf8')
  return { json: (): unknown => JSON.parse(text) }
}

export const adapter: BotAdapter = {
  identify: async (outgoing, bot) => {
    const { token } = bot.secrets
    if (token === undefined || !/^\d+:[\w-]+$/.test(token)) {
      const reason = 'must be the token that @BotFather gave, such as 123456:ABC-DEF'
      return { ok: false, path: '/token', reason }
    }
    try {
      const me = await telegramApi(outgoing, bot).getMe()
      return { ok: true, account: String(me.id), name: `@${me.username}` }
    } catch (error) {
      return { ok: false, path: '/token', reason: `is refused: ${describe(error)}` }
    }
  },

  send: (outgoing, bot, { chatId, blocks }, signal) =>
    send(telegramApi(outgoing, bot), chatId, blocks, signal),

  leave: async (outgoing, bot) => {
    if (bot.settings.delivery === 'webhook') await telegramApi(outgoing, bot).deleteWebhook()
  },

  listen: async (bot, ear) => {
    const api = telegramApi(ear.outgoing, bot)
    try {
      await introduce(api, bot, ear)
      if (bot.settings.delivery === 'polling') await poll(api, bot, ear)
    } catch (error) {
      if (ear.signal.aborted) return
      const retryAfter = error instanceof GrammyError ? error.parameters.retry_after : undefined
      throw new ServiceRefusal(describe(error), retryAfter && retryAfter * 1000)
    }
    // What Telegram sends comes to the webhook.
    if (!ear.signal.aborted && bot.settings.delivery === 'webhook') await ended(ear.signal)
  },
}

async function introduce(api: Api, bot: Bot, { baseUrl, isWell }: Ear): Promise<void> {
  const commands = commandList.map(({ name, does }) => ({ command: name, description: does }))
  await api.setMyCommands(commands)
  if (bot.settings.delivery === 'polling') await api.deleteWebhook()
  else {
    await api.setWebhook(baseUrl + webhookPath(bot.account), {
      secret_token: bot.secrets.webhookSecret ?? '',
      allowed_updates: ['message'],
      // One after the other, so that the number of the last one tells what came before.
      max_connections: 1,
    })
  }
  isWell()
}

async function poll(api: Api, bot: Bot, ear: Ear): Promise<void> {
  let position = ear.position
  while (!ear.signal.aborted) {
    const updates = await api.getUpdates(
      {
        timeout: longPoll,
        allowed_updates: ['message'],
        ...(position === undefined ? {} : { offset: Number(position) + 1 }),
      },
      // SAFETY: it differs from the library's own in nothing that is used.
      ear.signal as never,
    )
    ear.isWell()
    for (const update of updates) hearUpdate(api, update, { bot, ear })
    const last = updates.at(-1)?.update_id
    if (last === undefined) continue
    position = String(last)
    await ear.move(position)
  }
}

function hearUpdate(api: Api, update: Update, { bot, ear }: { bot: Bot; ear: Ear }): void {
  const incoming = readUpdate(update, bot)
  if (incoming === undefined) return
  ear.hear(incoming, async (blocks) => {
    await sendPatiently(api, incoming.chat.id, blocks)
  })
}

/** An answer to a command waits for one pause that the service asks for, not longer. */
export async function sendPatiently(
  api: Api,
  chatId: string,
  blocks: readonly Block[],
): Promise<Sending> {
  const sent = await send(api, chatId, blocks)
  if (sent.ok || sent.retryAfter === undefined || sent.retryAfter > 30_000) return sent
  await new Promise((resolve) => setTimeout(resolve, sent.retryAfter).unref())
  return send(api, chatId, blocks)
}

export async function answerTelegram(
  outgoing: Outgoing,
  bot: Bot,
  chatId: string,
  blocks: readonly Block[],
): Promise<void> {
  await sendPatiently(telegramApi(outgoing, bot), chatId, blocks)
}

async function send(
  api: Api,
  chatId: string,
  blocks: readonly Block[],
  signal?: AbortSignal,
): Promise<Sending> {
  const [chat = '', thread] = chatId.split(':')
  try {
    await api.sendMessage(
      chat,
      write(blocks, style),
      {
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
        ...(thread === undefined ? {} : { message_thread_id: Number(thread) }),
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
      isLost:
        isRefused &&
        [400, 403].includes(error.error_code) &&
        /chat|bot|kicked|blocked/.test(error.description),
    }
  }
}

function describe(error: unknown): string {
  if (error instanceof GrammyError) return `it answered ${error.error_code}: ${error.description}`
  // The library's own words hold the address, and that the token.
  if (error instanceof Error && 'error' in error) return describe(error.error)
  return error instanceof Error ? error.message : 'it cannot be reached'
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
