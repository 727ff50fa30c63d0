import { setTimeout as sleep } from 'node:timers/promises'
import type { Sending } from '../../../domain/chats/adapters.ts'
import type { Bot } from '../../../domain/chats/bots.ts'
import { type Block, paragraph, write } from '../../../domain/chats/text.ts'
import { newId } from '../../../lib/ids.ts'
import type { Outgoing } from '../../../lib/network/outgoing.ts'
import { type BotAdapter, type Ear, ServiceRefusal } from '../chat-service.ts'
import { askService, type ServiceAnswer, textOf } from '../requests.ts'
import { commandOf, writeCommand } from './command.ts'
import { openRooms, type RoomBook } from './rooms.ts'
import { isUnsure, SendQueue, waitOf, type Words } from './send-queue.ts'
import { plainStyle, style } from './style.ts'
import { readSync, type RoomMessage, type RoomNews, syncFilter } from './sync.ts'

/** Seconds a question for new messages may stay open. */
const longPoll = 25
/** Of one room, as many messages of those since the last look are heard. */
const mostMessages = 100
const mostJoins = 10
/** Milliseconds before an answer that may not have got there is said again; each time twice as long. */
const retry = 1000
const mostTries = 5
const longestWait = 60_000
/** Milliseconds; what is under way is finished when a server stops. */
const sendingTime = 8000

type Voice = {
  queue: SendQueue
  /** The last news of a room, when nobody knows whether they got there: they are told again as they were. */
  unsure: Map<string, { said: string; transaction: string }>
}

/** One for each time that a bot is spoken for. */
const voices = new WeakMap<Bot, Voice>()

export const adapter: BotAdapter = {
  identify: async (outgoing, { settings, secrets }) => {
    if (settings.baseUrl === null) {
      return { ok: false, path: '/baseUrl', reason: 'must be the address of the homeserver' }
    }
    const url = `${settings.baseUrl}/_matrix/client/v3/account/whoami`
    const { token = '' } = secrets
    const { status, body, reason } = await askService(outgoing, { url, method: 'GET', token })
    const account = textOf(body, 'user_id')
    if (status === 200 && account !== '') return { ok: true, account, name: account }
    if (textOf(body, 'errcode') === '') {
      const why = status === 0 ? reason : `it answered ${status}`
      return { ok: false, path: '/baseUrl', reason: `is not the address of a homeserver: ${why}` }
    }
    const why = textOf(body, 'error') || reason
    return { ok: false, path: '/token', reason: `is refused: ${why}` }
  },

  send: async (outgoing, bot, { chatId: room, blocks, id = newId() }, signal) => {
    const content = contentOf(blocks)
    // Somebody waits for it: one try.
    if (signal === undefined) {
      return sendingOf(await put(bot, outgoing, { room, content, transaction: id }))
    }
    const { unsure } = voiceOf(bot)
    const said = JSON.stringify(content)
    const before = unsure.get(room)
    const transaction = before?.said === said ? before.transaction : id
    const answer = await say(bot, outgoing, { room, content, signal, transaction })
    if (answer !== undefined && isUnsure(answer)) unsure.set(room, { said, transaction })
    else unsure.delete(room)
    return sendingOf(answer)
  },

  listen: async (bot, ear) => {
    const { outgoing, signal } = ear
    // Not given up by a stop: what was heard is answered, and not as if somebody might read along.
    const rooms = openRooms(bot.account, (path) =>
      ask(bot, outgoing, { path, method: 'GET', timeout: sendingTime }),
    )
    let joining = Promise.resolve()
    let { position } = ear
    while (!signal.aborted) {
      const answer = await sync(bot, ear, position)
      if (signal.aborted) return
      // Its memory is not the one it was: what is new is new from now on.
      const isForgotten = answer.status === 400 && position !== undefined
      if (isForgotten) {
        position = undefined
        continue
      }
      const news = readSync(requireGood(answer), bot.account)
      if (news.next === undefined) throw new ServiceRefusal('it does not answer as a homeserver')
      ear.isWell()
      // What was said before the bot came is not for it.
      if (position !== undefined) for (const one of news.rooms) await hear(bot, ear, rooms, one)
      for (const room of news.invited) joining = joining.then(() => join(bot, ear, room))
      position = news.next
      await ear.move(news.next)
    }
  },
}

async function sync(
  bot: Bot,
  { outgoing, signal }: Ear,
  position: string | undefined,
): Promise<ServiceAnswer> {
  const query = new URLSearchParams({
    filter: syncFilter(position === undefined ? 1 : mostMessages),
  })
  if (position !== undefined) {
    query.set('since', position)
    query.set('timeout', String(longPoll * 1000))
  }
  const path = `/sync?${query.toString()}`
  return ask(bot, outgoing, { path, timeout: (longPoll + 15) * 1000, signal })
}

function requireGood(answer: ServiceAnswer): Record<string, unknown> {
  if (answer.reason !== '') throw new ServiceRefusal(answer.reason, waitOf(answer))
  return answer.body ?? {}
}

/** Goes where it is invited; a homeserver that is busy or down is asked again, since it tells but once. */
async function join(bot: Bot, { outgoing, signal }: Ear, room: string): Promise<void> {
  const path = `/rooms/${encodeURIComponent(room)}/join`
  for (let tries = 1; tries <= mostJoins && !signal.aborted; tries += 1) {
    const answer = await ask(bot, outgoing, { path, body: {}, signal })
    // A room that cannot be joined is told by nobody missing the bot.
    if (!isUnsure(answer) && answer.status !== 429) return
    const wait = waitOf(answer) ?? retry * 2 ** tries
    await sleep(Math.min(wait, longestWait), undefined, { signal }).catch(() => undefined)
  }
}

const encrypted = paragraph(
  'This room is encrypted, and I cannot read what is said in it. Invite me to a room without encryption.',
)

async function hear(bot: Bot, ear: Ear, rooms: RoomBook, news: RoomNews): Promise<void> {
  if (news.isChanged) rooms.forget(news.room)
  if (news.isEncrypted) void reply(bot, ear, news.room, [encrypted])
  for (const message of news.messages) {
    await take(bot, ear, rooms, { ...message, room: news.room })
  }
}

async function take(
  bot: Bot,
  ear: Ear,
  rooms: RoomBook,
  { room: id, sender, ...message }: RoomMessage & { room: string },
): Promise<void> {
  const { words, isAddressed } = commandOf(message, bot.account)
  const { person, name } = await rooms.look(id)
  // Who has left meanwhile is not the one who reads there.
  const isPrivate = person === sender
  ear.hear(
    {
      user: { id: sender, name: sender },
      chat: { id, name },
      privateChatId: id,
      text: words,
      isShared: !isPrivate,
      isAddressed: isAddressed || isPrivate,
      say: writeCommand,
    },
    (blocks) => reply(bot, ear, id, blocks),
  )
}

async function reply(
  bot: Bot,
  { outgoing, signal }: Ear,
  room: string,
  blocks: readonly Block[],
): Promise<void> {
  const words = { room, content: contentOf(blocks), signal, transaction: newId() }
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const answer = await say(bot, outgoing, words)
    if (answer === undefined || !isUnsure(answer) || signal.aborted) return
    await sleep(retry * 2 ** (tries - 1), undefined, { signal }).catch(() => undefined)
  }
}

function contentOf(blocks: readonly Block[]): object {
  return {
    // Bots answer no notices, so that two never talk to each other for ever.
    msgtype: 'm.notice',
    body: write(blocks, plainStyle),
    format: 'org.matrix.custom.html',
    formatted_body: write(blocks, style),
    'm.mentions': {},
  }
}

function voiceOf(bot: Bot): Voice {
  const voice = voices.get(bot) ?? { queue: new SendQueue(), unsure: new Map() }
  voices.set(bot, voice)
  return voice
}

/** When its turn has come; undefined when too much waits. */
async function say(bot: Bot, outgoing: Outgoing, words: Words): Promise<ServiceAnswer | undefined> {
  return voiceOf(bot).queue.say(words, (one) => put(bot, outgoing, one))
}

function put(
  bot: Bot,
  outgoing: Outgoing,
  { room, content: body, transaction }: Omit<Words, 'signal'>,
): Promise<ServiceAnswer> {
  const path = `/rooms/${encodeURIComponent(room)}/send/m.room.message/${transaction}`
  return ask(bot, outgoing, { path, method: 'PUT', body, timeout: sendingTime })
}

function sendingOf(answer: ServiceAnswer | undefined): Sending {
  if (answer === undefined) {
    return { ok: false, reason: 'too much waits for this room', retryAfter: 60_000, isLost: false }
  }
  const { reason, status } = answer
  if (reason === '') return { ok: true }
  const isLost = status === 403 || status === 404
  return { ok: false, reason, retryAfter: waitOf(answer), isLost }
}

type Question = Omit<Parameters<typeof askService>[1], 'url' | 'token'> & { path: string }

/** What a homeserver says of itself is told in its words. */
async function ask(
  { settings, secrets }: Bot,
  outgoing: Outgoing,
  { path, ...question }: Question,
): Promise<ServiceAnswer> {
  const url = `${settings.baseUrl ?? ''}/_matrix/client/v3${path}`
  const method = question.method ?? (question.body === undefined ? 'GET' : 'POST')
  const answer = await askService(outgoing, { url, token: secrets['token'], ...question, method })
  const why = textOf(answer.body, 'error')
  if (answer.reason === '' || why === '') return answer
  return { ...answer, reason: `the homeserver answered ${answer.status}: ${why.slice(0, 300)}` }
}
