import type { Update } from 'grammy/types'
import type { Bot } from '../../../domain/chats/bots.ts'
import type { Incoming } from '../../incoming.ts'

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
    say: (command) => `/${command}`,
  }
}

function nameOf(from: { first_name: string; username?: string }): string {
  return from.username === undefined ? from.first_name : `@${from.username}`
}
