import type { FastifyRequest } from 'fastify'
import { english } from '../../../messages/language.ts'
import { type Bot, type ChatSettings, webhookChat } from '../../domain/chats/bots.ts'
import { type Block, type ChatStyle, paragraph, renderMessage } from '../../domain/chats/text.ts'
import { AppError } from '../../lib/errors.ts'
import type { ChatDispatcher } from '../dispatcher.ts'
import { commandNames } from '../engine.ts'
import type { Incoming } from '../incoming.ts'
import { botMessages } from '../messages.ts'
import type { Receiver, ServiceRequest, Webhook } from './chat-service.ts'
import { callService } from './requests.ts'

/** The form of a slash command, the same in every service. */
export type SlashRequest = {
  headers: FastifyRequest['headers']
  fields: URLSearchParams
  /** What the signature covers. */
  raw: Buffer
}

/** How one service sends slash commands. */
export type SlashProtocol = {
  path: string
  style: ChatStyle
  /** The bot of the command; undefined when the request is not authentic. */
  findBot: (dispatcher: ChatDispatcher, request: SlashRequest) => Promise<Bot | undefined>
  /** Unique per command, to detect replays; empty where a service sends nothing like it. */
  replayKey: (request: SlashRequest) => string
  /** The service checks the address; there is no command. */
  isProbe?: (request: SlashRequest) => boolean
  /** The only server that delayed responses may go to. */
  responseServer: (settings: ChatSettings) => string | null
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

const maxBodyBytes = 64 * 1024
/** Services time out after 3 s. A slower answer goes to the response URL. */
const replyTimeoutMs = 2000

/** The endpoint for the slash commands of a service. */
export function slashWebhook(protocol: SlashProtocol): Webhook {
  return {
    path: protocol.path,
    bodyLimit: maxBodyBytes,
    receive: (request, receiver) => answerSlash(protocol, request, receiver),
  }
}

/** `/quire search`: services reserve commands such as `/search`. */
export function writeSlash(command: string, { trigger }: ChatSettings): string {
  return `/${trigger} ${command}`
}

/** A request of the service, and the bot it is for. Throws FORBIDDEN when the request is not authentic. */
export async function authenticate(
  protocol: Pick<SlashProtocol, 'findBot' | 'replayKey'>,
  { headers, body }: ServiceRequest,
  { dispatcher, replays }: Receiver,
): Promise<{ bot: Bot; request: SlashRequest }> {
  const raw = body instanceof Buffer ? body : Buffer.alloc(0)
  const fields = new URLSearchParams(raw.toString('utf8'))
  const request = { headers, fields, raw }
  const bot = await protocol.findBot(dispatcher, request)
  if (bot === undefined) throw forged()
  const proof = protocol.replayKey(request)
  if (proof !== '' && !replays.take(`${bot.connectionId} ${proof}`)) throw forged()
  return { bot, request }
}

/** The response to a slash command. Throws FORBIDDEN when the request is not authentic. */
async function answerSlash(
  protocol: SlashProtocol,
  received: ServiceRequest,
  receiver: Receiver,
): Promise<object> {
  const { style } = protocol
  const { dispatcher } = receiver
  const { bot, request } = await authenticate(protocol, received, receiver)
  if (protocol.isProbe?.(request) === true) return {}
  const form = formOf(request.fields)
  const incoming = incomingOf(bot, form)
  const textsOf = () => dispatcher.textsFor(bot, incoming.user.id)
  const answering = dispatcher.dispatch(bot, incoming)
  if (answering === undefined)
    return toAnswer(style, [paragraph((await textsOf()).tooManyCommands)])
  const answer = await Promise.race([answering, later()])
  if (answer !== 'later') return toAnswer(style, answer ?? [])
  const server = protocol.responseServer(bot.settings)
  void answering.then((late) =>
    sendLate(dispatcher, { server, ...form }, toAnswer(style, late ?? [])),
  )
  return toAnswer(style, [paragraph((await textsOf()).inProgress)])
}

function later(): Promise<'later'> {
  return new Promise((resolve) => setTimeout(() => resolve('later'), replyTimeoutMs).unref())
}

/** One message for every reason, so that an attacker learns nothing. */
export function forged(): AppError {
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

/** The answer is ephemeral: only the person who sent the command sees it. */
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
    formatCommand: (command) => writeSlash(command, settings),
  }
}

function toAnswer(style: ChatStyle, blocks: readonly Block[]): object {
  const text = renderMessage(blocks, style)
  return { response_type: 'ephemeral', text: text === '' ? botMessages.in(english).done : text }
}

/** The response URL comes with the request, so it must belong to the service. */
export async function sendLate(
  { outboundHttp }: ChatDispatcher,
  { server, responseUrl }: { server: string | null; responseUrl: string },
  body: object,
): Promise<void> {
  const origin = URL.parse(server ?? '')?.origin
  if (origin === undefined || URL.parse(responseUrl)?.origin !== origin) return
  await callService(outboundHttp, { url: responseUrl, body })
}
