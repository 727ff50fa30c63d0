import type { Update } from 'grammy/types'
import type { Bot } from '../../../domain/chats/bots.ts'
import { html } from '../../../domain/chats/styles.ts'
import type { ChatStyle } from '../../../domain/chats/text.ts'
import type { Incoming } from '../../incoming.ts'

/** https://core.telegram.org/bots/api#html-style; the limit is counted without tags there, with them here. */
export const style: ChatStyle = { ...html, limit: 4096 }

export function writeCommand(command: string): string {
  return `/${command}`
}

/** Where messages of a bot are sent to. */
export function webhookPath(account: string): string {
  return `/bots/telegram/${account}`
}

/** What an update says to the bot; undefined for all that is not for it. */
export function readUpdate({ message }: Update, bot: Bot): Incoming | undefined {
  // Other bots are never answered: two would go on for ever.
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
    say: writeCommand,
  }
}

function nameOf(from: { first_name: string; username?: string }): string {
  return from.username === undefined ? from.first_name : `@${from.username}`
}
