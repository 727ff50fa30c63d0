import type { Markup, Style } from './text.ts'

/** The markups of chat services, for bots and webhooks. */

/** https://docs.slack.dev/messaging/formatting-message-text: escaping three characters also prevents mentions. */
const escapeMrkdwn = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦')

/** Marks cannot be escaped: a text that contains the mark stays plain. */
const mrkdwnMarks: Record<Style, string> = { bold: '*', italic: '_', strike: '~', code: '`' }

/** The markup of Slack. */
export const mrkdwn: Markup = {
  escape: escapeMrkdwn,
  link: (text, url) => `<${escapeMrkdwn(escapeUrl(url))}|${text}>`,
  style: (style, inner) => {
    const mark = mrkdwnMarks[style]
    const written = style === 'code' ? escapeMrkdwn(inner) : inner
    return written.includes(mark) || written.includes('\n') ? written : mark + written + mark
  },
  codeBlock: (text) => `\`\`\`\n${escapeMrkdwn(text).replaceAll('```', "'''")}\n\`\`\``,
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  newline: '\n',
}

const markdownMarks: Record<Exclude<Style, 'code'>, string> = {
  bold: '**',
  italic: '*',
  strike: '~~',
}

/** A zero-width space after @ prevents mentions. */
export const markdown: Markup = {
  escape: (text) => escapeMarkdown(text).replaceAll('@', '@\u200b'),
  link: (text, url) => `[${text}](${escapeUrl(url)})`,
  style: (style, inner) => {
    if (style === 'code') return fenced(inner.replaceAll(/\s+/g, ' '), '`', 1)
    const mark = markdownMarks[style]
    return inner.includes('\n') ? inner : mark + inner + mark
  },
  codeBlock: (text) => {
    const fence = '`'.repeat(maxRunLength(text) + 3)
    return `${fence}\n${text}\n${fence}`
  },
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  newline: '\n',
}

const tags: Record<Style, string> = { bold: 'b', italic: 'i', strike: 's', code: 'code' }

export const html: Markup = {
  escape: escapeHtml,
  link: (text, url) => `<a href="${escapeHtml(escapeUrl(url))}">${text}</a>`,
  style: (style, inner) => tagged(tags[style], style === 'code' ? escapeHtml(inner) : inner),
  codeBlock: (text) => tagged('pre', escapeHtml(text)),
  quote: (inner) => tagged('blockquote', inner),
  newline: '\n',
}

/** Without any formatting. */
export const plain: Markup = {
  escape: (text) => text,
  link: (text, url) => (text === url ? url : `${text} (${url})`),
  style: (_style, inner) => inner,
  codeBlock: (text) => text,
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  newline: '\n',
}

export function tagged(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag}>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~:&]/g, String.raw`\$&`)
}

export function escapeUrl(url: string): string {
  return url.replaceAll(/[\s<>|()"\\]/g, (character) =>
    '()'.includes(character) ? (character === '(' ? '%28' : '%29') : encodeURIComponent(character),
  )
}

/** Between more backticks than it holds in a row. */
function fenced(text: string, mark: string, fewest: number): string {
  const run = maxRunLength(text)
  const fence = mark.repeat(run === 0 ? fewest : run + 1)
  const space = text.startsWith(mark) || text.endsWith(mark) ? ' ' : ''
  return fence + space + text + space + fence
}

function maxRunLength(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
