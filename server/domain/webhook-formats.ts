import { envelope, type Message } from './webhook-message.ts'
import type { EventType } from './webhook-types.ts'

/** How an endpoint is told: as a program wants it, or as the incoming webhook of a chat takes it. */
export const webhookFormats = ['standard', 'slack', 'discord', 'mattermost'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/** Chats cut long messages, in the middle of an escape if need be. */
const longestTitle = 200

const phrases: Record<EventType, string> = {
  'page.created': 'created {}',
  'page.updated': 'updated {}',
  'page.moved': 'moved {}',
  'page.deleted': 'deleted {}',
  'page.restored': 'restored {}',
  'comment.created': 'commented on {}',
  'comment.updated': 'changed a comment on {}',
  'comment.resolved': 'resolved a thread on {}',
  'comment.reopened': 'reopened a thread on {}',
  'comment.deleted': 'deleted a comment on {}',
  'file.uploaded': 'uploaded {}',
  'file.attached': 'attached {} to a page',
  'member.joined': 'added {} to the workspace',
  'member.updated': 'changed the role of {}',
  'member.removed': 'removed {} from the workspace',
  'webhook.test': 'sent a test: {} works',
}

/** The body that is sent. */
export function bodyOf(format: WebhookFormat, message: Message): string {
  if (format === 'slack') return JSON.stringify({ text: sentence(message, slack) })
  if (format === 'mattermost') return JSON.stringify({ text: sentence(message, mattermost) })
  if (format === 'discord') {
    // Nobody is called, whatever a title says, and no preview is made of the address.
    const quiet = { allowed_mentions: { parse: [] }, flags: 4 }
    return JSON.stringify({ content: sentence(message, discord), ...quiet })
  }
  return envelope(message)
}

type Chat = { escape: (text: string) => string; link: (text: string, url: string) => string }

function sentence({ type, actor, subject }: Message, { escape, link }: Chat): string {
  const title = escape(oneLine(subject.title) || 'Untitled')
  const object = subject.url === null ? title : link(title, subject.url)
  return `${escape(oneLine(actor.name))} ${phrases[type].replace('{}', () => object)}`
}

/** Without what breaks lines, turns the direction of text or cannot be seen. */
function oneLine(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
    .trim()
  const characters = Array.from(plain)
  if (characters.length <= longestTitle) return plain
  return `${characters.slice(0, longestTitle - 1).join('')}…`
}

/** https://docs.slack.dev/messaging/formatting-message-text: three characters, and nothing is a mention then. */
const slack: Chat = {
  escape: (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('|', '¦'),
  link: (text, url) => `<${escapeUrl(url)}|${text}>`,
}

/** An @ is kept apart from the name behind it, which else would call people. */
const mattermost: Chat = {
  escape: (text) => escapeMarkdown(text).replaceAll('@', '@\u200b'),
  link: (text, url) => `[${text}](${escapeUrl(url)})`,
}

const discord: Chat = {
  escape: (text) => escapeMarkdown(text).replaceAll('@', '@\u200b'),
  link: (text, url) => `[${text}](<${escapeUrl(url)}>)`,
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~:&]/g, String.raw`\$&`)
}

function escapeUrl(url: string): string {
  return url.replaceAll(
    /[\s<>|()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
