import assert from 'node:assert/strict'
import { type Asked, type StandIn, startStandIn, type Received } from './chats.ts'

/** https://core.telegram.org/bots/api#html-style */
const tags = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ins',
  's',
  'strike',
  'del',
  'code',
  'pre',
  'a',
  'blockquote',
])
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/** The text that people see of a message, or why Telegram would refuse it. */
export function parseHtml(html: string): { text: string } | { fault: string } {
  const open: string[] = []
  let text = ''
  for (const token of html.split(/(<[^>]*>?)/)) {
    if (!token.startsWith('<')) {
      const bad = /[<>]|&(?!(?:lt|gt|amp|quot);)/.exec(token)
      if (bad !== null && bad[0] !== '>') return { fault: `Can't parse entities: "${bad[0]}"` }
      text += token.replaceAll(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
      continue
    }
    const [, slash, name = '', rest = ''] =
      /^<(\/?)([a-z]+)((?: href="[^"<>]*")?)>$/.exec(token) ?? []
    if (!tags.has(name) || (rest !== '') !== (name === 'a' && slash === '')) {
      return { fault: `Unsupported start tag "${token}"` }
    }
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return { fault: `Unmatched end tag "${token}"` }
  }
  return open.length > 0 ? { fault: `Can't find end tag of "${open.at(-1)}"` } : { text }
}

export type SentMessage = {
  chat_id: string
  text: string
  plain: string
  at: number
  thread?: number
}

type Update = { update_id: number; message: object }

export type TelegramStandIn = StandIn & {
  token: string
  /** What the bot sent, and that was good. */
  sent: SentMessage[]
  /** What it sent, and that Telegram would have refused. */
  faults: string[]
  webhook: { url?: string; secret_token?: string }
  commands: string[]
  /** Their descriptions in German. */
  germanCommands: string[]
  /** Somebody says something; gives the update as a webhook would bring it. */
  say: (text: string, more?: Partial<Said>) => Update
  /** Answers the next messages to a chat with an error. */
  refuse: (chat: string, ...errors: Refusal[]) => void
}

type Said = {
  from: number
  chat: number
  type: string
  isBot: boolean
  thread: number
  queue: boolean
}
export type Refusal = {
  error_code: number
  description: string
  parameters?: { retry_after: number }
}

const fields: Record<string, readonly string[]> = {
  getMe: [],
  getUpdates: ['offset', 'timeout', 'allowed_updates', 'limit'],
  deleteWebhook: ['drop_pending_updates'],
  setWebhook: ['url', 'secret_token', 'allowed_updates', 'max_connections'],
  setMyCommands: ['commands', 'language_code'],
  sendMessage: ['chat_id', 'text', 'parse_mode', 'link_preview_options', 'message_thread_id'],
}

/** A Bot API that is stricter than Telegram's: what it does not know is a fault, and it checks every call. */
export async function startTelegram(token = '123456:strict-token'): Promise<TelegramStandIn> {
  const updates: Update[] = []
  let count = 100
  let arrived = Promise.withResolvers<void>()
  let polls = 0
  const refusals = new Map<string, Refusal[]>()
  const state: Pick<
    TelegramStandIn,
    'sent' | 'faults' | 'webhook' | 'commands' | 'germanCommands'
  > = {
    sent: [],
    faults: [],
    webhook: {},
    commands: [],
    germanCommands: [],
  }

  const fail = ({ error_code, ...rest }: Refusal): Received => ({
    status: error_code,
    body: { ok: false, error_code, ...rest },
  })
  const fault = (text: string): Received => {
    state.faults.push(text)
    return fail({ error_code: 400, description: `Bad Request: ${text}` })
  }
  const good = (result: unknown): Received => ({ body: { ok: true, result } })

  const methods: Record<string, (input: Record<string, unknown>) => Received | Promise<Received>> =
    {
      getMe: () => good({ id: 123456, is_bot: true, first_name: 'Quire', username: 'quire_bot' }),
      deleteWebhook: () => {
        state.webhook = {}
        return good(true)
      },
      setWebhook: (input) => {
        const { url, secret_token: secret } = input
        if (!/^[A-Za-z0-9_-]{1,256}$/.test(String(secret))) return fault('secret token is bad')
        state.webhook = { url: String(url), secret_token: String(secret) }
        return good(true)
      },
      setMyCommands: ({ commands, language_code: language = '' }) => {
        assert.ok(Array.isArray(commands))
        for (const { command, description } of commands) {
          if (!/^[a-z0-9_]{1,32}$/.test(command)) return fault(`command ${command}`)
          if (description.length < 1 || description.length > 256) return fault('description')
        }
        if (!/^(?:[a-z]{2})?$/.test(String(language))) return fault('language_code')
        if (language === 'de') state.germanCommands = commands.map((one) => one.description)
        if (language !== '') return good(true)
        state.commands = commands.map(({ command }) => command)
        return good(true)
      },
      getUpdates: async ({ offset = 0, timeout = 0 }) => {
        if (state.webhook.url !== undefined) {
          return fail({
            error_code: 409,
            description: "Conflict: can't use getUpdates method while webhook is active",
          })
        }
        if (polls > 0) {
          return fail({
            error_code: 409,
            description: 'Conflict: terminated by other getUpdates request',
          })
        }
        polls += 1
        // SAFETY: numbers are sent for them.
        const from = offset as number
        const waiting = () => updates.filter(({ update_id: id }) => id >= from)
        if (waiting().length === 0 && Number(timeout) > 0) {
          await Promise.race([arrived.promise, new Promise((end) => setTimeout(end, 300))])
        }
        polls -= 1
        while (updates[0] !== undefined && updates[0].update_id < from) updates.shift()
        return good(waiting().slice(0, 100))
      },
      sendMessage: (input) => send(input),
    }

  function send(input: Record<string, unknown>): Received {
    const chat = String(input['chat_id'])
    const refusal = refusals.get(chat)?.shift()
    if (refusal !== undefined) return fail(refusal)
    const text = input['text']
    if (!/^-?\d+$/.test(chat)) return fault('chat_id is wrong')
    if (typeof text !== 'string' || text === '') return fault('message text is empty')
    if (input['parse_mode'] !== 'HTML') return fault('parse_mode')
    const parsed = parseHtml(text)
    if ('fault' in parsed) return fault(parsed.fault)
    if (parsed.text.length > 4096) return fault('message is too long')
    if (parsed.text.trim() === '') return fault('message text is empty')
    const thread = input['message_thread_id']
    state.sent.push({
      chat_id: chat,
      text,
      plain: parsed.text,
      at: Date.now(),
      ...(typeof thread === 'number' ? { thread } : {}),
    })
    return good({
      message_id: state.sent.length,
      date: 1,
      chat: { id: Number(chat), type: 'private' },
    })
  }

  const answer = async ({ path, body, method, headers }: Asked): Promise<Received> => {
    const [, given, name = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (given !== token) return fail({ error_code: 401, description: 'Unauthorized' })
    const known = fields[name]
    if (known === undefined) return fail({ error_code: 404, description: 'Not Found' })
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return fault(method)
    // SAFETY: so the library sends it.
    const input = JSON.parse(body === '' ? '{}' : body) as Record<string, unknown>
    const unknown = Object.keys(input).filter((field) => !known.includes(field))
    if (unknown.length > 0) return fault(`${name} has no ${unknown.join(', ')}`)
    return (await methods[name]?.(input)) ?? fault(name)
  }

  const standIn = await startStandIn(answer)
  return Object.assign(state, standIn, {
    token,
    say: (text: string, more: Partial<Said> = {}) => {
      const { from = 7, chat = from, type = 'private', isBot = false, thread, queue = true } = more
      count += 1
      const topic =
        thread === undefined ? {} : { is_topic_message: true, message_thread_id: thread }
      const update = {
        update_id: count,
        message: {
          message_id: count,
          date: 1,
          from: { id: from, is_bot: isBot, first_name: 'Ada', username: `user${from}` },
          chat: {
            id: chat,
            type,
            ...(type === 'private' ? { first_name: 'Ada' } : { title: 'Team' }),
          },
          text,
          ...topic,
        },
      }
      if (queue) updates.push(update)
      arrived.resolve()
      arrived = Promise.withResolvers()
      return update
    },
    refuse: (chat: string, ...errors: Refusal[]) => {
      refusals.set(chat, [...(refusals.get(chat) ?? []), ...errors])
    },
  })
}
