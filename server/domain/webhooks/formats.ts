import { eventTypes, isEventType } from '../../lib/event-types.ts'
import { escapeUrl, markdown, mrkdwn } from '../chats/styles.ts'
import { type Markup, oneLine, type Span, renderSpans } from '../chats/text.ts'
import { envelope, type Message } from './payload.ts'

/** The body of a request: `standard` for programs, the others for incoming webhooks of chats. */
export const webhookFormats = ['standard', 'slack', 'discord', 'mattermost'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Chats truncate long messages, even inside an escape sequence. */
const maxTitleLength = 200

const unknownSentence = 'caused an event that this version of Quire does not know: {}'

/** Angle brackets suppress Discord's link preview. */
const discord: Markup = { ...markdown, link: (text, url) => `[${text}](<${escapeUrl(url)}>)` }

/** The body of a request. */
export function bodyOf(format: WebhookFormat, message: Message): string {
  if (format === 'slack' || format === 'mattermost') {
    const markup = format === 'slack' ? mrkdwn : markdown
    return JSON.stringify({ text: renderSpans(describeEvent(message), markup) })
  }
  if (format === 'discord') {
    // No mentions, whatever a title contains, and no link preview.
    const suppressed = { allowed_mentions: { parse: [] }, flags: 4 }
    return JSON.stringify({ content: renderSpans(describeEvent(message), discord), ...suppressed })
  }
  return envelope(message)
}

/** One line: who did what. */
export function describeEvent(
  message: Pick<Message, 'type' | 'isKnown' | 'actor' | 'subject'>,
): Span[] {
  const { type, isKnown, actor, subject } = message
  const title = oneLine(subject.title, maxTitleLength) || 'Untitled'
  const pattern = isKnown && isEventType(type) ? eventTypes[type].sentence : unknownSentence
  const [before = '', after = ''] = pattern.split('{}')
  return [
    { text: `${oneLine(actor.name, maxTitleLength)} ${before}` },
    { text: title, url: subject.url ?? undefined },
    { text: after },
  ]
}
