import type { MessageEntity, Update } from 'grammy/types'
import type { Bot } from '../../../domain/chats/bots.ts'
import { html } from '../../../domain/chats/styles.ts'
import type { ChatStyle } from '../../../domain/chats/text.ts'
import type { Incoming } from '../../incoming.ts'
import { type Press, toPress } from '../button-presses.ts'

/** https://core.telegram.org/bots/api#html-style; the limit excludes tags there and includes them here. */
export const style: ChatStyle = { ...html, limit: 4096 }

export function writeCommand(command: string): string {
  return `/${command}`
}

/** The path that Telegram sends messages of a bot to. */
export function webhookPath(account: string): string {
  return `/bots/telegram/${account}`
}

/** The message of an update; undefined when it is not for the bot. */
export function readUpdate({ message }: Update, bot: Bot): Incoming | undefined {
  // Bots never answer bots, so two bots never loop.
  if (message?.text === undefined || message.from === undefined || message.from.is_bot) {
    return undefined
  }
  const { chat, from, text } = message
  const own = bot.name.replace('@', '').toLowerCase()
  const isPrivate = chat.type === 'private'
  const [, name = '', addressee, words = ''] = /^\/(\w+)(?:@(\w+))?\s*([^]*)$/.exec(text) ?? []
  if (addressee !== undefined && addressee.toLowerCase() !== own) return undefined
  if (name === '' && !isPrivate) return undefined
  const thread = message.is_topic_message === true ? message.message_thread_id : undefined
  return {
    user: { id: String(from.id), name: nameOf(from) },
    chat: {
      id: thread === undefined ? String(chat.id) : `${chat.id}:${thread}`,
      name: isPrivate ? nameOf(from) : chat.title,
    },
    privateChatId: String(from.id),
    text: name === '' ? text : `${name} ${words}`,
    isShared: !isPrivate,
    isAddressed: isPrivate || addressee !== undefined,
    formatCommand: writeCommand,
  }
}

/** Someone pressed a button below a message of the bot. */
export type TelegramPress = Press & {
  queryId: string
  message:
    | { chatId: number; messageId: number; text: string; entities: MessageEntity[] }
    | undefined
}

/** Undefined for an update that is no pressed button. */
export function readPress({ callback_query: query }: Update): TelegramPress | undefined {
  if (query?.data === undefined || query.from.is_bot) return undefined
  const { from, message } = query
  const press = toPress({
    user: { id: String(from.id), name: nameOf(from) },
    chat: { id: String(message?.chat.id ?? from.id), name: nameOf(from) },
    privateChatId: String(from.id),
    command: query.data,
    formatCommand: writeCommand,
  })
  // The text of an old message is not sent along.
  const isKnown = message !== undefined && 'text' in message && message.text !== undefined
  return {
    ...press,
    queryId: query.id,
    message: isKnown
      ? {
          chatId: message.chat.id,
          messageId: message.message_id,
          text: message.text ?? '',
          entities: message.entities ?? [],
        }
      : undefined,
  }
}

function nameOf(from: { first_name: string; username?: string }): string {
  return from.username === undefined ? from.first_name : `@${from.username}`
}
