import { eventTypes, isEventType } from '../../lib/event-types.ts'
import { escapeUrl, markdown, mrkdwn } from '../chats/styles.ts'
import { type Markup, oneLine, type Span, renderSpans } from '../chats/text.ts'
import { envelope, type Message } from './payload.ts'

/** What an endpoint is sent: as a program wants it, or as the incoming webhook of a chat takes it. */
export const webhookFormats = ['standard', 'slack', 'discord', 'mattermost'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Chats cut long messages, in the middle of an escape if need be. */
const longestTitle = 200

/** What an event of a later version, or a damaged one, is called. */
const unknownSentence = 'caused an event that this version of Quire does not know: {}'

/** In angle brackets Discord shows no preview of an address. */
const discord: Markup = { ...markdown, link: (text, url) => `[${text}](<${escapeUrl(url)}>)` }

/** The body that is sent. */
export function bodyOf(format: WebhookFormat, message: Message): string {
  if (format === 'slack' || format === 'mattermost') {
    const markup = format === 'slack' ? mrkdwn : markdown
    return JSON.stringify({ text: renderSpans(sentence(message), markup) })
  }
  if (format === 'discord') {
    // Nobody is called, whatever a title says, and no preview is made of the address.
    const quiet = { allowed_mentions: { parse: [] }, flags: 4 }
    return JSON.stringify({ content: renderSpans(sentence(message), discord), ...quiet })
  }
  return envelope(message)
}

/** Who did what, on one line. */
export function sentence(message: Pick<Message, 'type' | 'isKnown' | 'actor' | 'subject'>): Span[] {
  const { type, isKnown, actor, subject } = message
  const title = oneLine(subject.title, longestTitle) || 'Untitled'
  const pattern = isKnown && isEventType(type) ? eventTypes[type].sentence : unknownSentence
  const [before = '', after = ''] = pattern.split('{}')
  return [
    { text: `${oneLine(actor.name, longestTitle)} ${before}` },
    { text: title, url: subject.url ?? undefined },
    { text: after },
  ]
}
