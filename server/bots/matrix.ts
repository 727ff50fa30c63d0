import type { Bot, Sending } from '../domain/chat-bots.ts'
import { chatStyles } from '../domain/chat-styles.ts'
import { type Block, write } from '../domain/chat-text.ts'
import { newId } from '../lib/ids.ts'
import type { Outgoing } from '../lib/outgoing.ts'
import { askService, type ServiceAnswer, textOf } from './ask-chat.ts'
import type { Incoming } from './incoming.ts'
import { type BotService, type Ear, ServiceRefusal } from './listen.ts'
import { type RoomMessage, readSync } from './matrix-sync.ts'

/** Seconds a question for new messages may stay open. */
const longPoll = 25

/** Only what is said, and where one is invited: no presence, no receipts, no lists of members. */
const filter = JSON.stringify({
  presence: { not_types: ['*'] },
  account_data: { not_types: ['*'] },
  room: {
    timeline: { types: ['m.room.message'], limit: 50 },
    state: { types: [], lazy_load_members: true },
    ephemeral: { not_types: ['*'] },
    account_data: { not_types: ['*'] },
  },
})

export const matrix: BotService = {
  // Synapse lets a person send one message in 5 s, after a burst of ten.
  pace: 1000,

  identify: async (outgoing, { settings, secrets }) => {
    if (settings.baseUrl === null) {
      return { ok: false, path: '/baseUrl', reason: 'must be the address of the homeserver' }
    }
    const url = `${settings.baseUrl}/_matrix/client/v3/account/whoami`
    const { token = '' } = secrets
    const { status, body, reason } = await askService(outgoing, { url, method: 'GET', token })
    const account = textOf(body, 'user_id')
    if (status === 200 && account !== '') return { ok: true, account, name: account }
    const why = textOf(body, 'error') || reason || 'it names no user'
    return { ok: false, path: '/token', reason: `is refused: ${why}` }
  },

  send: (outgoing, bot, { chatId, blocks }, signal) =>
    send(outgoing, bot, { chatId, blocks, signal }),

  listen: async (bot, ear) => {
    let { position } = ear
    while (!ear.signal.aborted) {
      const answer = await sync(bot, ear, position)
      if (ear.signal.aborted) return
      ear.isWell()
      const { next, invited, messages } = readSync(answer.body ?? {}, bot.account)
      for (const room of invited) await join(bot, ear, room)
      // What was said before the bot came is not for it.
      if (position !== undefined) for (const message of messages) await take(bot, ear, message)
      position = next
      await ear.move(next)
    }
  },
}

async function sync(bot: Bot, ear: Ear, position: string | undefined): Promise<ServiceAnswer> {
  const query = new URLSearchParams({ filter })
  if (position !== undefined) {
    query.set('since', position)
    query.set('timeout', String(longPoll * 1000))
  }
  const answer = await ask(bot, ear.outgoing, {
    path: `/sync?${query.toString()}`,
    timeout: (longPoll + 15) * 1000,
    signal: ear.signal,
  })
  if (!ear.signal.aborted) requireGood(answer)
  return answer
}

function requireGood({ reason, body, retryAfter }: ServiceAnswer): void {
  if (reason !== '') throw new ServiceRefusal(reason, waitOf(body) ?? retryAfter)
}

/** Homeservers said so in the body before they had the header. */
function waitOf(body: Record<string, unknown> | undefined): number | undefined {
  const wait = body?.['retry_after_ms']
  return typeof wait === 'number' ? wait : undefined
}

async function join(bot: Bot, { outgoing, signal }: Ear, room: string): Promise<void> {
  // A room that cannot be joined is told by nobody missing the bot.
  await ask(bot, outgoing, { path: `/rooms/${encodeURIComponent(room)}/join`, body: {}, signal })
}

async function take(bot: Bot, ear: Ear, message: RoomMessage): Promise<void> {
  const text = commandOf(message.text, bot)
  if (text === undefined) return
  const path = `/rooms/${encodeURIComponent(message.room)}/joined_members`
  const { signal } = ear
  const answer = await ask(bot, ear.outgoing, { path, method: 'GET', signal })
  const joined = answer.body?.['joined']
  const people = typeof joined === 'object' && joined !== null ? Object.keys(joined).length : 0
  const incoming: Incoming = {
    user: { id: message.sender, name: message.sender },
    chat: { id: message.room, name: people === 2 ? message.sender : message.room },
    privateChatId: message.room,
    text: text.words,
    // When nobody knows who is there, somebody may be.
    isShared: people !== 2,
    isAddressed: text.isAddressed || people === 2,
    say: (command) => `!${command}`,
  }
  ear.hear(incoming, async (blocks) => {
    const sent = await send(ear.outgoing, bot, { chatId: message.room, blocks, signal: undefined })
    if (sent.ok || sent.retryAfter === undefined || sent.retryAfter > 30_000) return
    await new Promise((resolve) => setTimeout(resolve, sent.retryAfter).unref())
    await send(ear.outgoing, bot, { chatId: message.room, blocks, signal: undefined })
  })
}

/** `!search words`, `/search words` where the program lets it through, and `@bot search words`. */
function commandOf(
  text: string,
  { account }: Bot,
): { words: string; isAddressed: boolean } | undefined {
  const local = account.slice(1).split(':')[0] ?? ''
  for (const name of [account, `@${local}`, local]) {
    if (!text.toLowerCase().startsWith(name.toLowerCase())) continue
    const rest = text.slice(name.length)
    if (/^[:,]?\s/.test(rest)) {
      return { words: rest.replace(/^[:,]?\s+[/!]?/, ''), isAddressed: true }
    }
  }
  const mark = /^[!/](?=\w)/.exec(text)
  return mark === null
    ? { words: text, isAddressed: false }
    : { words: text.slice(1), isAddressed: false }
}

type Message = { chatId: string; blocks: readonly Block[]; signal: AbortSignal | undefined }

async function send(
  outgoing: Outgoing,
  bot: Bot,
  { chatId, blocks, signal }: Message,
): Promise<Sending> {
  const answer = await ask(bot, outgoing, {
    path: `/rooms/${encodeURIComponent(chatId)}/send/m.room.message/${newId()}`,
    method: 'PUT',
    body: {
      // Bots answer no notices, so that two never talk to each other for ever.
      msgtype: 'm.notice',
      body: write(blocks, chatStyles.plain),
      format: 'org.matrix.custom.html',
      formatted_body: write(blocks, chatStyles.matrix),
      'm.mentions': {},
    },
    signal,
  })
  if (answer.reason === '') return { ok: true }
  const { reason, body, status } = answer
  const retryAfter = waitOf(body) ?? answer.retryAfter
  return { ok: false, reason, retryAfter, isLost: status === 403 || status === 404 }
}

type Question = Omit<Parameters<typeof askService>[1], 'url' | 'token'> & { path: string }

function ask(
  { settings, secrets }: Bot,
  outgoing: Outgoing,
  { path, ...question }: Question,
): Promise<ServiceAnswer> {
  const url = `${settings.baseUrl ?? ''}/_matrix/client/v3${path}`
  const method = question.method ?? (question.body === undefined ? 'GET' : 'POST')
  return askService(outgoing, { url, token: secrets.token, ...question, method })
}
