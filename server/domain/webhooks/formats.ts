import { type EventType, isEventType } from '../../lib/event-types.ts'
import { escapeUrl, markdown, mrkdwn } from '../chats/styles.ts'
import { type Markup, oneLine, renderSpans, type Span, styled, toSpans } from '../chats/text.ts'
import type { WebhookTexts } from './messages.ts'
import { envelope, type Message } from './payload.ts'

/** The body of a request: `standard` for programs, the others for incoming webhooks of chats. */
export const webhookFormats = ['standard', 'slack', 'discord', 'mattermost'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Chats truncate long messages, even inside an escape sequence. */
const maxTitleLength = 200

/** Angle brackets suppress Discord's link preview. */
const discord: Markup = { ...markdown, link: (text, url) => `[${text}](<${escapeUrl(url)}>)` }

/** The body of a request; chats get a sentence of `texts`. */
export function bodyOf(format: WebhookFormat, message: Message, texts: WebhookTexts): string {
  if (format === 'slack' || format === 'mattermost') {
    const markup = format === 'slack' ? mrkdwn : markdown
    return JSON.stringify({ text: renderSpans(describeEvent(message, texts), markup) })
  }
  if (format === 'discord') {
    // No mentions, whatever a title contains, and no link preview.
    const suppressed = { allowed_mentions: { parse: [] }, flags: 4 }
    return JSON.stringify({
      content: renderSpans(describeEvent(message, texts), discord),
      ...suppressed,
    })
  }
  return envelope(message)
}

/** One line: who did what. */
function describeEvent(
  message: Pick<Message, 'type' | 'isKnown' | 'actor' | 'subject' | 'isInPart'>,
  texts: WebhookTexts,
): readonly Span[] {
  const { actor, subject } = message
  const sentence = texts[keyOf(message)]
  const name = actor.type === 'system' ? texts.operator : oneLine(actor.name, maxTitleLength)
  const text = sentence({
    actor: name,
    name: oneLine(subject.title, maxTitleLength) || texts.untitled,
    title: styled({ url: subject.url ?? undefined }),
  })
  return toSpans(text)
}

function keyOf({
  type,
  isKnown,
  isInPart = false,
}: Pick<Message, 'type' | 'isKnown' | 'isInPart'>): EventType | 'acceptedInPart' | 'unknown' {
  if (!isKnown || !isEventType(type)) return 'unknown'
  return type === 'proposal.accepted' && isInPart ? 'acceptedInPart' : type
}
