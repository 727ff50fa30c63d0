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

type Button = { text: string; callback_data: string }

export type SentMessage = {
  chat_id: string
  message_id: number
  text: string
  plain: string
  at: number
  thread?: number
  /** Without those that were removed. */
  buttons: readonly Button[]
}

type Update = { update_id: number } & ({ message: object } | { callback_query: object })

export type TelegramStandIn = StandIn & {
  token: string
  /** What the bot sent, and that was good. */
  sent: SentMessage[]
  /** What it sent, and that Telegram would have refused. */
  faults: string[]
  /** What people were shown who pressed a button. */
  alerts: { id: string; text: string; isAlert: boolean }[]
  webhook: { url?: string; secret_token?: string }
  commands: string[]
  /** Their descriptions in German. */
  germanCommands: string[]
  /** Somebody says something; gives the update as a webhook would bring it. */
  say: (text: string, more?: Partial<Said>) => Update
  /** Somebody presses a button below a message. */
  press: (message: SentMessage, label: string, from?: number) => Update
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
  sendMessage: [
    'chat_id',
    'text',
    'parse_mode',
    'link_preview_options',
    'message_thread_id',
    'reply_markup',
  ],
  answerCallbackQuery: ['callback_query_id', 'text', 'show_alert'],
  editMessageText: ['chat_id', 'message_id', 'text', 'entities', 'link_preview_options'],
  editMessageReplyMarkup: ['chat_id', 'message_id'],
}

/** A Bot API that is stricter than Telegram's: what it does not know is a fault, and it checks every call. */
export async function startTelegram(token = '123456:strict-token'): Promise<TelegramStandIn> {
  const updates: Update[] = []
  let count = 100
  let arrived = Promise.withResolvers<void>()
  let polls = 0
  const refusals = new Map<string, Refusal[]>()
  const queries = new Set<string>()
  const state: Pick<
    TelegramStandIn,
    'sent' | 'faults' | 'alerts' | 'webhook' | 'commands' | 'germanCommands'
  > = {
    sent: [],
    alerts: [],
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
      getUpdates: async ({ offset = 0, timeout = 0, allowed_updates: allowed = [] }) => {
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
        const [from, kinds] = [offset as number, allowed as string[]]
        const waiting = () =>
          updates.filter((one) => one.update_id >= from && kinds.some((kind) => kind in one))
        if (waiting().length === 0 && Number(timeout) > 0) {
          await Promise.race([arrived.promise, new Promise((end) => setTimeout(end, 300))])
        }
        polls -= 1
        while (updates[0] !== undefined && updates[0].update_id < from) updates.shift()
        return good(waiting().slice(0, 100))
      },
      sendMessage: (input) => send(input),
      answerCallbackQuery: ({ callback_query_id: id, text = '', show_alert: isAlert }) => {
        if (!queries.delete(String(id))) return fault('query is too old')
        if (String(text).length > 200) return fault('MESSAGE_TOO_LONG')
        state.alerts.push({ id: String(id), text: String(text), isAlert: isAlert === true })
        return good(true)
      },
      editMessageText: ({ chat_id: chat, message_id: id, text, entities: given }) => {
        const message = sentTo(chat, id)
        if (message === undefined) return fault('message to edit not found')
        if (typeof text !== 'string' || text === '' || text.length > 4096) return fault('text')
        if (!Array.isArray(given)) return fault('entities')
        Object.assign(message, { text, plain: text, buttons: [] })
        return good(true)
      },
      editMessageReplyMarkup: ({ chat_id: chat, message_id: id }) => {
        const message = sentTo(chat, id)
        if (message === undefined) return fault('message to edit not found')
        message.buttons = []
        return good(true)
      },
    }

  const sentTo = (chat: unknown, id: unknown) =>
    state.sent.find((one) => one.message_id === id && one.chat_id === String(chat))

  /** Undefined where Telegram would refuse them. */
  function buttonsOf(markup: unknown): Button[] | undefined {
    if (markup === undefined) return []
    // SAFETY: what is no button is refused below.
    const { inline_keyboard: rows } = markup as { inline_keyboard?: Button[][] }
    const buttons = (rows ?? []).flat()
    const isGood = buttons.every(
      ({ text, callback_data: data }) => text !== '' && Buffer.byteLength(data) <= 64,
    )
    return isGood && buttons.length > 0 ? buttons : undefined
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
    const buttons = buttonsOf(input['reply_markup'])
    if (buttons === undefined) return fault('BUTTON_DATA_INVALID')
    state.sent.push({
      chat_id: chat,
      message_id: state.sent.length + 1,
      buttons,
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
  const people: Pick<TelegramStandIn, 'token' | 'say' | 'press' | 'refuse'> = {
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
    press: ({ chat_id: chat, message_id: id, plain: text, buttons }, label, from = 7) => {
      const data = buttons.find((button) => button.text === label)?.callback_data
      assert.ok(data, `no button ${label}`)
      count += 1
      const queryId = `q${count}`
      queries.add(queryId)
      const isPrivate = !chat.startsWith('-')
      const update = {
        update_id: count,
        callback_query: {
          id: queryId,
          from: { id: from, is_bot: false, first_name: 'Ada', username: `user${from}` },
          chat_instance: '1',
          data,
          message: {
            message_id: id,
            date: 1,
            from: { id: 123456, is_bot: true, first_name: 'Quire', username: 'quire_bot' },
            chat: { id: Number(chat), type: isPrivate ? 'private' : 'supergroup', title: 'Team' },
            text,
            entities: [{ type: 'bold', offset: 0, length: 1 }],
          },
        },
      }
      updates.push(update)
      arrived.resolve()
      arrived = Promise.withResolvers()
      return update
    },
    refuse: (chat: string, ...errors: Refusal[]) => {
      refusals.set(chat, [...(refusals.get(chat) ?? []), ...errors])
    },
  }
  return Object.assign(state, standIn, people)
}
