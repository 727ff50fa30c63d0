import type { FastifyRequest } from 'fastify'
import { type Bot, webhookChat } from '../../domain/chats/bots.ts'
import { chatStyles } from '../../domain/chats/styles.ts'
import { type Block, paragraph, write } from '../../domain/chats/text.ts'
import { AppError } from '../../lib/errors.ts'
import { hashToken } from '../../lib/secrets/tokens.ts'
import type { Speaker } from '../dispatcher.ts'
import type { Incoming } from '../incoming.ts'
import { askService } from './requests.ts'
import { isFromSlack, isSame, type Replays } from './verify.ts'

export type SlashService = 'slack' | 'mattermost'

/** What both send with a command, in the same words. */
type Form = {
  team: string
  user: string
  userName: string
  channel: string
  channelName: string
  command: string
  text: string
  responseUrl: string
  trigger: string
}

/** Both give up after 3 s; what takes longer comes by the address for later answers. */
const patience = 2000
const ownNames = new Set([
  'search',
  'get',
  'link',
  'unlink',
  'subscribe',
  'unsubscribe',
  'subscriptions',
  'help',
])

/** The answer to a slash command, as JSON. Throws what is no command of a bot we know. */
export async function answerSlash(
  speaker: Speaker,
  service: SlashService,
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
  replays: Replays,
): Promise<object> {
  const raw = body instanceof Buffer ? body : Buffer.alloc(0)
  const fields = new URLSearchParams(raw.toString('utf8'))
  const bot =
    service === 'slack'
      ? await slackBot(speaker, fields, headers, raw)
      : await mattermostBot(speaker, fields, headers)
  if (bot === undefined) throw forged()
  const form = formOf(fields)
  const proof = service === 'slack' ? String(headers['x-slack-signature']) : form.trigger
  if (proof !== '' && !replays.take(`${bot.connectionId} ${proof}`)) throw forged()
  // Slack asks so whether the address lives.
  if (fields.get('ssl_check') === '1') return {}
  const incoming = incomingOf(bot, form)
  const answering = speaker.hear(bot, incoming)
  if (answering === undefined)
    return toAnswer(service, [paragraph('One after the other, please: wait a moment.')])
  const answer = await Promise.race([answering, later()])
  if (answer !== 'later') return toAnswer(service, answer ?? [])
  void answering.then((late) => sendLate(speaker, bot, form, toAnswer(service, late ?? [])))
  return toAnswer(service, [paragraph('One moment …')])
}

function later(): Promise<'later'> {
  return new Promise((resolve) => setTimeout(() => resolve('later'), patience).unref())
}

/** The same for all that is wrong: nothing can be learned from it. */
function forged(): AppError {
  return new AppError('FORBIDDEN', 'This is not a command of a bot that is connected here.')
}

type Headers = FastifyRequest['headers']

async function slackBot(
  speaker: Speaker,
  fields: URLSearchParams,
  headers: Headers,
  body: Buffer,
): Promise<Bot | undefined> {
  const signature = String(headers['x-slack-signature'] ?? '')
  const timestamp = String(headers['x-slack-request-timestamp'] ?? '')
  const bots = await speaker.botsOf('slack', fields.get('team_id') ?? '')
  return bots.find(({ secrets: { signingSecret } }) => {
    const proof = { signature, timestamp, body }
    return isFromSlack(signingSecret ?? '', proof) && signingSecret !== undefined
  })
}

async function mattermostBot(
  speaker: Speaker,
  fields: URLSearchParams,
  { authorization }: Headers,
): Promise<Bot | undefined> {
  const shown = /^Token +(\S+)$/.exec(authorization ?? '')?.[1]
  const token = shown ?? fields.get('token') ?? ''
  if (shown !== undefined && fields.has('token') && !isSame(fields.get('token') ?? '', shown)) {
    return undefined
  }
  const bots = await speaker.botsOf('mattermost', hashToken(token))
  return bots.find(({ secrets: { commandToken } }) => {
    return isSame(token, commandToken ?? '') && commandToken !== undefined
  })
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
    trigger: text('trigger_id'),
  }
}

/** Only the person who gave the command sees it and its answer, wherever it was given. */
function incomingOf({ secrets, settings }: Bot, form: Form): Incoming {
  const isOwn = form.command !== settings.trigger && ownNames.has(form.command)
  const known = { id: form.channel, name: form.channelName }
  return {
    user: { id: `${form.team}:${form.user}`, name: form.userName },
    chat: secrets.token === undefined ? webhookChat : known,
    privateChatId: form.user,
    text: isOwn ? `${form.command} ${form.text}` : form.text === '' ? 'help' : form.text,
    isShared: false,
    isAddressed: true,
    say: (command) => `/${settings.trigger} ${command}`,
  }
}

function toAnswer(service: SlashService, blocks: readonly Block[]): object {
  const text = write(blocks, chatStyles[service])
  return { response_type: 'ephemeral', text: text === '' ? 'Done.' : text }
}

/** The address came with the request: it may lead nowhere but to the service itself. */
async function sendLate(
  { outgoing }: Speaker,
  { service, settings }: Bot,
  { responseUrl }: Form,
  body: object,
): Promise<void> {
  const home = settings.baseUrl ?? 'https://hooks.slack.com'
  if (URL.parse(responseUrl)?.origin !== new URL(home).origin) return
  if (service !== 'slack' && service !== 'mattermost') return
  await askService(outgoing, { url: responseUrl, body })
}
