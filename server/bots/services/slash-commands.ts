import type { FastifyRequest } from 'fastify'
import { type Bot, type ChatSettings, webhookChat } from '../../domain/chats/bots.ts'
import { type Block, type ChatStyle, paragraph, write } from '../../domain/chats/text.ts'
import { AppError } from '../../lib/errors.ts'
import type { ChatDispatcher } from '../dispatcher.ts'
import { commandNames } from '../engine.ts'
import type { Incoming } from '../incoming.ts'
import type { Receiver, ServiceRequest, Webhook } from './chat-service.ts'
import { askService } from './requests.ts'

/** The form that services send with a slash command, all in the same words. */
export type SlashRequest = {
  headers: FastifyRequest['headers']
  fields: URLSearchParams
  /** What a signature is of. */
  raw: Buffer
}

/** How one service sends slash commands. */
export type SlashProtocol = {
  path: string
  style: ChatStyle
  /** Whose command it is; undefined where nothing proves that it is from the service. */
  findBot: (dispatcher: ChatDispatcher, request: SlashRequest) => Promise<Bot | undefined>
  /** What no second command has; empty where there is nothing. */
  proofOf: (request: SlashRequest) => string
  /** The service asks whether the address works, and nobody said anything. */
  isProbe?: (request: SlashRequest) => boolean
  /** The server that late answers go to, and no other. */
  answersTo: (settings: ChatSettings) => string | null
}

type Form = {
  team: string
  user: string
  userName: string
  channel: string
  channelName: string
  command: string
  text: string
  responseUrl: string
}

/** A command is a line. */
const bodyLimit = 64 * 1024
/** Services give up after 3 s; what takes longer is sent to the address for later answers. */
const patience = 2000

/** Where a service sends slash commands. */
export function slashWebhook(protocol: SlashProtocol): Webhook {
  return {
    path: protocol.path,
    bodyLimit,
    receive: (request, receiver) => answerSlash(protocol, request, receiver),
  }
}

/** `/quire search`: services keep `/search` for themselves. */
export function writeSlash(command: string, { trigger }: ChatSettings): string {
  return `/${trigger} ${command}`
}

/** The answer to a slash command, as JSON. Throws what is no command of a bot we know. */
async function answerSlash(
  protocol: SlashProtocol,
  { headers, body }: ServiceRequest,
  { dispatcher, replays }: Receiver,
): Promise<object> {
  const { style } = protocol
  const raw = body instanceof Buffer ? body : Buffer.alloc(0)
  const fields = new URLSearchParams(raw.toString('utf8'))
  const request = { headers, fields, raw }
  const bot = await protocol.findBot(dispatcher, request)
  if (bot === undefined) throw forged()
  const proof = protocol.proofOf(request)
  if (proof !== '' && !replays.take(`${bot.connectionId} ${proof}`)) throw forged()
  if (protocol.isProbe?.(request) === true) return {}
  const form = formOf(fields)
  const answering = dispatcher.hear(bot, incomingOf(bot, form))
  if (answering === undefined)
    return toAnswer(style, [paragraph('One after the other, please: wait a moment.')])
  const answer = await Promise.race([answering, later()])
  if (answer !== 'later') return toAnswer(style, answer ?? [])
  const home = protocol.answersTo(bot.settings)
  void answering.then((late) =>
    sendLate(dispatcher, { home, ...form }, toAnswer(style, late ?? [])),
  )
  return toAnswer(style, [paragraph('One moment …')])
}

function later(): Promise<'later'> {
  return new Promise((resolve) => setTimeout(() => resolve('later'), patience).unref())
}

/** The same for all that is wrong: nothing can be learned from it. */
function forged(): AppError {
  return new AppError('FORBIDDEN', 'This is not a command of a bot that is connected here.')
}

function formOf(fields: URLSearchParams): Form {
  const text = (name: string) => (fields.get(name) ?? '').slice(0, 4000)
  return {
    team: text('team_id'),
    user: text('user_id'),
    userName: text('user_name'),
    channel: text('channel_id'),
    channelName: text('channel_name'),
    command: text('command').replace('/', '').toLowerCase(),
    text: text('text').trim(),
    responseUrl: text('response_url'),
  }
}

/** Only the person who gave the command sees it and its answer, wherever it was given. */
function incomingOf({ secrets, settings }: Bot, form: Form): Incoming {
  const isOwn = form.command !== settings.trigger && commandNames.has(form.command)
  const known = { id: form.channel, name: form.channelName }
  return {
    user: { id: `${form.team}:${form.user}`, name: form.userName },
    chat: secrets['token'] === undefined ? webhookChat : known,
    privateChatId: form.user,
    text: isOwn ? `${form.command} ${form.text}` : form.text === '' ? 'help' : form.text,
    isShared: false,
    isAddressed: true,
    say: (command) => writeSlash(command, settings),
  }
}

function toAnswer(style: ChatStyle, blocks: readonly Block[]): object {
  const text = write(blocks, style)
  return { response_type: 'ephemeral', text: text === '' ? 'Done.' : text }
}

/** The address came with the request: it may lead nowhere but to the service itself. */
async function sendLate(
  { outgoing }: ChatDispatcher,
  { home, responseUrl }: { home: string | null; responseUrl: string },
  body: object,
): Promise<void> {
  const origin = URL.parse(home ?? '')?.origin
  if (origin === undefined || URL.parse(responseUrl)?.origin !== origin) return
  await askService(outgoing, { url: responseUrl, body })
}
