import { setTimeout as sleep } from 'node:timers/promises'
import type { SendResult } from '../../../domain/chats/adapters.ts'
import type { Bot } from '../../../domain/chats/bots.ts'
import { type Block, paragraph, renderMessage } from '../../../domain/chats/text.ts'
import { failureText } from '../../../lib/failures/failures.ts'
import { newId } from '../../../lib/ids.ts'
import type { OutboundHttp } from '../../../lib/network/outbound-http.ts'
import { toPress } from '../button-presses.ts'
import { type BotAdapter, type ListenContext, ServiceRefusal } from '../chat-service.ts'
import { callService, type ServiceAnswer, textOf } from '../requests.ts'
import { commandOf, writeCommand } from './command.ts'
import {
  commandOfReaction,
  isDecision,
  reactionCommands,
  reactionLine,
  refusalOf,
} from './reactions.ts'
import { openRooms, type RoomCache } from './rooms.ts'
import {
  isTemporary,
  isUncertain,
  SendQueue,
  retryDelay,
  type MatrixMessage,
} from './send-queue.ts'
import { plainStyle, style } from './style.ts'
import {
  readSync,
  type RoomMessage,
  type RoomReaction,
  type RoomUpdate,
  syncFilter,
} from './sync.ts'

/** How long a request for new messages stays open. */
const longPollSeconds = 25
/** Of one room, between two polls; older ones are ignored. */
const maxMessagesPerRoom = 100
const maxJoinAttempts = 10
/** Before a reply that may not have arrived is sent again; it doubles each time. */
const retryMs = 1000
const maxReplyAttempts = 5
const maxRetryMs = 60_000
/** A stop waits this long for requests in flight. */
const sendTimeoutMs = 8000

type SendState = {
  queue: SendQueue
  /** The last notice of each room that may not have arrived: it is sent again with the same transaction. */
  unconfirmed: Map<string, { content: string; transaction: string }>
}

/** One per session of a bot. */
const sendStates = new WeakMap<Bot, SendState>()

export const adapter: BotAdapter = {
  identify: async (outboundHttp, { settings, secrets }) => {
    if (settings.baseUrl === null) {
      return { ok: false, path: '/baseUrl', reason: failureText('homeserverAddress') }
    }
    const url = `${settings.baseUrl}/_matrix/client/v3/account/whoami`
    const { token = '' } = secrets
    const { status, body, reason } = await callService(outboundHttp, { url, method: 'GET', token })
    const account = textOf(body, 'user_id')
    if (status === 200 && account !== '') return { ok: true, account, name: account }
    if (textOf(body, 'errcode') === '') {
      const detail = status === 0 ? reason : failureText('status', { status })
      return { ok: false, path: '/baseUrl', reason: failureText('homeserverUnknown', { detail }) }
    }
    const detail = textOf(body, 'error') || reason
    return { ok: false, path: '/token', reason: failureText('refused', { detail }) }
  },

  send: async (outboundHttp, bot, { chatId: room, blocks, buttons, id = newId() }, signal) => {
    const content =
      buttons === undefined
        ? contentOf(blocks)
        : { ...contentOf([...blocks, reactionLine(buttons)]), ...reactionCommands(buttons) }
    // Without a signal the caller waits for the result: one attempt.
    if (signal === undefined) {
      return toSendResult(await put(bot, outboundHttp, { room, content, transaction: id }))
    }
    const { unconfirmed } = sendStateOf(bot)
    const body = JSON.stringify(content)
    const before = unconfirmed.get(room)
    const transaction = before?.content === body ? before.transaction : id
    const answer = await enqueue(bot, outboundHttp, { room, content, signal, transaction })
    if (answer !== undefined && isUncertain(answer))
      unconfirmed.set(room, { content: body, transaction })
    else unconfirmed.delete(room)
    return toSendResult(answer)
  },

  // Others may have come into the room since.
  findDirectChat: async (outboundHttp, bot, { chatUserId, chatId }, signal) => {
    let failed: ServiceAnswer | undefined
    const rooms = openRooms(bot.account, async (path) => {
      const options = { path, timeout: sendTimeoutMs, signal }
      const answer = await callHomeserver(bot, outboundHttp, options)
      if (answer.reason !== '' && answer.status !== 404) failed = answer
      return answer
    })
    const { person } = await rooms.get(chatId)
    if (person === chatUserId) return { ok: true, chatId }
    const failure = { ok: false, mayHaveArrived: false } as const
    if (failed === undefined) {
      const reason = failureText('chatNotPrivate')
      return { ...failure, reason, retryAfter: undefined, isUnreachable: true }
    }
    const { status, reason } = failed
    return { ...failure, reason, retryAfter: retryDelay(failed), isUnreachable: status === 403 }
  },

  listen: async (bot, context) => {
    const { outboundHttp, signal } = context
    // Without the signal: a stop still answers what was received, and needs to know whether the room is private.
    const rooms = openRooms(bot.account, (path) =>
      callHomeserver(bot, outboundHttp, { path, method: 'GET', timeout: sendTimeoutMs }),
    )
    let joining = Promise.resolve()
    let { position } = context
    while (!signal.aborted) {
      const answer = await sync(bot, context, position)
      if (signal.aborted) return
      // The homeserver lost its state: start over with the next message.
      const isPositionLost = answer.status === 400 && position !== undefined
      if (isPositionLost) {
        position = undefined
        continue
      }
      const news = readSync(requireSuccess(answer), bot.account)
      if (news.next === undefined) throw new ServiceRefusal(failureText('homeserverUnreadable'))
      context.onConnected()
      // Messages from before the bot joined are not for it.
      if (position !== undefined)
        for (const one of news.rooms) await receiveRoom(bot, context, rooms, one)
      for (const room of news.invited) joining = joining.then(() => join(bot, context, room))
      position = news.next
      await context.savePosition(news.next)
    }
  },
}

async function sync(
  bot: Bot,
  { outboundHttp, signal }: ListenContext,
  position: string | undefined,
): Promise<ServiceAnswer> {
  const query = new URLSearchParams({
    filter: syncFilter(position === undefined ? 1 : maxMessagesPerRoom),
  })
  if (position !== undefined) {
    query.set('since', position)
    query.set('timeout', String(longPollSeconds * 1000))
  }
  const path = `/sync?${query.toString()}`
  return callHomeserver(bot, outboundHttp, { path, timeout: (longPollSeconds + 15) * 1000, signal })
}

function requireSuccess(answer: ServiceAnswer): Record<string, unknown> {
  if (answer.reason !== '') throw new ServiceRefusal(answer.reason, retryDelay(answer))
  return answer.body ?? {}
}

/** Accepts an invitation. A homeserver reports it once only, so a failure is retried. */
async function join(
  bot: Bot,
  { outboundHttp, signal }: ListenContext,
  room: string,
): Promise<void> {
  const path = `/rooms/${encodeURIComponent(room)}/join`
  for (let tries = 1; tries <= maxJoinAttempts && !signal.aborted; tries += 1) {
    const answer = await callHomeserver(bot, outboundHttp, { path, body: {}, signal })
    // Nothing to do about a room that cannot be joined.
    if (!isTemporary(answer)) return
    const wait = retryDelay(answer) ?? retryMs * 2 ** tries
    await sleep(Math.min(wait, maxRetryMs), undefined, { signal }).catch(() => undefined)
  }
}

async function receiveRoom(
  bot: Bot,
  context: ListenContext,
  rooms: RoomCache,
  news: RoomUpdate,
): Promise<void> {
  if (news.isChanged) rooms.forget(news.room)
  if (news.encryptedBy !== undefined) {
    const { roomEncrypted } = await context.textsFor(news.encryptedBy)
    void reply(bot, context, news.room, [paragraph(roomEncrypted)])
  }
  for (const message of news.messages) {
    await receiveMessage(bot, context, rooms, { ...message, room: news.room })
  }
  for (const reaction of news.reactions) {
    if (isDecision(reaction.key)) {
      await receiveReaction(bot, context, rooms, { ...reaction, room: news.room })
    }
  }
}

type Reaction = RoomReaction & { room: string }

/** A reaction to a message with commands is a pressed button. */
async function receiveReaction(
  bot: Bot,
  context: ListenContext,
  rooms: RoomCache,
  reaction: Reaction,
): Promise<void> {
  const { room: id, eventId, key } = reaction
  const path = `/rooms/${encodeURIComponent(id)}/event/${encodeURIComponent(eventId)}`
  const { outboundHttp, signal } = context
  const ask = () => callHomeserver(bot, outboundHttp, { path, timeout: sendTimeoutMs })
  const receive = async ({ body }: ServiceAnswer) => {
    const command = commandOfReaction(body, { account: bot.account, key })
    if (command !== undefined) await receivePress(bot, context, rooms, { ...reaction, command })
  }
  const first = await ask()
  if (!isTemporary(first)) return receive(first)
  // Other messages do not wait for it.
  void (async () => {
    let answer = first
    for (let tries = 1; tries < maxReplyAttempts && isTemporary(answer); tries += 1) {
      const wait = retryDelay(answer) ?? retryMs * 2 ** (tries - 1)
      await sleep(Math.min(wait, maxRetryMs), undefined, { signal }).catch(() => undefined)
      answer = await ask()
    }
    await receive(answer)
  })()
}

/** Everyone in the room reads what was decided, and only the person who reacted why nothing was. */
async function receivePress(
  bot: Bot,
  context: ListenContext,
  rooms: RoomCache,
  { room: id, sender, eventId, command }: Reaction & { command: string },
): Promise<void> {
  const { name } = await rooms.get(id)
  const { incoming, decided } = toPress({
    user: { id: sender, name: sender },
    chat: { id, name },
    privateChatId: id,
    formatCommand: writeCommand,
    command,
  })
  context.receive(incoming, async (answer) => {
    const line = decided()
    if (line !== undefined) return reply(bot, context, id, [line])
    for (const room of [id, await context.privateChatOf(sender)]) {
      if (room !== undefined && (await rooms.get(room)).person === sender) {
        return reply(bot, context, room, answer)
      }
    }
    await post(bot, context, { room: id, ...refusalOf(eventId) })
  })
}

async function receiveMessage(
  bot: Bot,
  context: ListenContext,
  rooms: RoomCache,
  { room: id, sender, ...message }: RoomMessage & { room: string },
): Promise<void> {
  const { text, isAddressed } = commandOf(message, bot.account)
  const { person, name } = await rooms.get(id)
  // The sender may have left since.
  const isPrivate = person === sender
  context.receive(
    {
      user: { id: sender, name: sender },
      chat: { id, name },
      privateChatId: id,
      text,
      isShared: !isPrivate,
      isAddressed: isAddressed || isPrivate,
      formatCommand: writeCommand,
    },
    (blocks) => reply(bot, context, id, blocks),
  )
}

async function reply(
  bot: Bot,
  context: ListenContext,
  room: string,
  blocks: readonly Block[],
): Promise<void> {
  await post(bot, context, { room, content: contentOf(blocks) })
}

async function post(
  bot: Bot,
  { outboundHttp, signal }: ListenContext,
  event: Pick<MatrixMessage, 'room' | 'content' | 'type'>,
): Promise<void> {
  const message = { ...event, signal, transaction: newId() }
  for (let tries = 1; tries <= maxReplyAttempts; tries += 1) {
    const answer = await enqueue(bot, outboundHttp, message)
    if (answer === undefined || !isUncertain(answer) || signal.aborted) return
    await sleep(retryMs * 2 ** (tries - 1), undefined, { signal }).catch(() => undefined)
  }
}

function contentOf(blocks: readonly Block[]): object {
  return {
    // Bots ignore notices, so two bots never loop.
    msgtype: 'm.notice',
    body: renderMessage(blocks, plainStyle),
    format: 'org.matrix.custom.html',
    formatted_body: renderMessage(blocks, style),
    'm.mentions': {},
  }
}

function sendStateOf(bot: Bot): SendState {
  const state = sendStates.get(bot) ?? { queue: new SendQueue(), unconfirmed: new Map() }
  sendStates.set(bot, state)
  return state
}

/** Undefined when the queue of the room is full. */
async function enqueue(
  bot: Bot,
  outboundHttp: OutboundHttp,
  message: MatrixMessage,
): Promise<ServiceAnswer | undefined> {
  return sendStateOf(bot).queue.enqueue(message, (one) => put(bot, outboundHttp, one))
}

function put(
  bot: Bot,
  outboundHttp: OutboundHttp,
  { room, content: body, transaction, type = 'm.room.message' }: Omit<MatrixMessage, 'signal'>,
): Promise<ServiceAnswer> {
  const path = `/rooms/${encodeURIComponent(room)}/send/${type}/${transaction}`
  return callHomeserver(bot, outboundHttp, { path, method: 'PUT', body, timeout: sendTimeoutMs })
}

function toSendResult(answer: ServiceAnswer | undefined): SendResult {
  if (answer === undefined) {
    return {
      ok: false,
      reason: failureText('chatQueueFull'),
      retryAfter: 60_000,
      isUnreachable: false,
      mayHaveArrived: false,
    }
  }
  const { reason, status, isUncertain: mayHaveArrived } = answer
  if (reason === '') return { ok: true }
  const isUnreachable = status === 403 || status === 404
  return { ok: false, reason, retryAfter: retryDelay(answer), isUnreachable, mayHaveArrived }
}

type RequestOptions = Omit<Parameters<typeof callService>[1], 'url' | 'token'> & { path: string }

/** Reports the homeserver's own error message. */
async function callHomeserver(
  { settings, secrets }: Bot,
  outboundHttp: OutboundHttp,
  { path, ...options }: RequestOptions,
): Promise<ServiceAnswer> {
  const url = `${settings.baseUrl ?? ''}/_matrix/client/v3${path}`
  const method = options.method ?? (options.body === undefined ? 'GET' : 'POST')
  const answer = await callService(outboundHttp, {
    url,
    token: secrets['token'],
    ...options,
    method,
  })
  const detail = textOf(answer.body, 'error').slice(0, 300)
  if (answer.reason === '' || detail === '') return answer
  return { ...answer, reason: failureText('homeserverAnswered', { status: answer.status, detail }) }
}
