import type { ChatStyle, Style } from './text.ts'

/** https://docs.slack.dev/messaging/formatting-message-text: three characters, and nothing is a mention then. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦')

/** There is no escape for a mark in Slack: a text that holds it goes without. */
const slackMarks: Record<Style, string> = { bold: '*', italic: '_', strike: '~', code: '`' }

const slack: ChatStyle = {
  escape: escapeSlack,
  link: (text, url) => `<${escapeSlack(escapeUrl(url))}|${text}>`,
  style: (style, inner) => {
    const mark = slackMarks[style]
    const written = style === 'code' ? escapeSlack(inner) : inner
    return written.includes(mark) || written.includes('\n') ? written : mark + written + mark
  },
  codeBlock: (text) => `\`\`\`\n${escapeSlack(text).replaceAll('```', "'''")}\n\`\`\``,
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  newline: '\n',
  limit: 3000,
}

const markdownMarks: Record<Exclude<Style, 'code'>, string> = {
  bold: '**',
  italic: '*',
  strike: '~~',
}

/** An @ is kept apart from the name behind it, which else would call people. */
const mattermost: ChatStyle = {
  escape: (text) => escapeMarkdown(text).replaceAll('@', '@\u200b'),
  link: (text, url) => `[${text}](${escapeUrl(url)})`,
  style: (style, inner) => {
    if (style === 'code') return fenced(inner.replaceAll(/\s+/g, ' '), '`', 1)
    const mark = markdownMarks[style]
    return inner.includes('\n') ? inner : mark + inner + mark
  },
  codeBlock: (text) => {
    const fence = '`'.repeat(longestRun(text) + 3)
    return `${fence}\n${text}\n${fence}`
  },
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  newline: '\n',
  limit: 16_000,
}

const discord: ChatStyle = {
  ...mattermost,
  link: (text, url) => `[${text}](<${escapeUrl(url)}>)`,
  limit: 2000,
}

const tags: Record<Style, string> = { bold: 'b', italic: 'i', strike: 's', code: 'code' }

/** https://core.telegram.org/bots/api#html-style; the limit is counted without tags there, with them here. */
const telegram: ChatStyle = {
  escape: escapeHtml,
  link: (text, url) => `<a href="${escapeHtml(escapeUrl(url))}">${text}</a>`,
  style: (style, inner) => tagged(tags[style], style === 'code' ? escapeHtml(inner) : inner),
  codeBlock: (text) => tagged('pre', escapeHtml(text)),
  quote: (inner) => tagged('blockquote', inner),
  newline: '\n',
  limit: 4096,
}

/** `formatted_body` of a message; the event it is in holds 64 KiB, this and the same as plain text. */
const matrix: ChatStyle = {
  ...telegram,
  style: (style, inner) =>
    style === 'strike' ? tagged('del', inner) : telegram.style(style, inner),
  codeBlock: (text) => `<pre><code>${escapeHtml(text)}</code></pre>`,
  newline: '<br>',
  limit: 8000,
}

/** Without any formatting. */
const plain: ChatStyle = {
  escape: (text) => text,
  link: (text, url) => (text === url ? url : `${text} (${url})`),
  style: (_style, inner) => inner,
  codeBlock: (text) => text,
  quote: (inner) => inner.replaceAll(/^/gm, '> '),
  newline: '\n',
  limit: 8000,
}

export const chatStyles = { slack, mattermost, discord, telegram, matrix, plain }

function tagged(tag: string, inner: string): string {
  return `<${tag}>${inner}</${tag}>`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()<>#+\-.!|~:&]/g, String.raw`\$&`)
}

function escapeUrl(url: string): string {
  return url.replaceAll(/[\s<>|()"\\]/g, (character) =>
    '()'.includes(character) ? (character === '(' ? '%28' : '%29') : encodeURIComponent(character),
  )
}

/** Between more backticks than it holds in a row. */
function fenced(text: string, mark: string, fewest: number): string {
  const run = longestRun(text)
  const fence = mark.repeat(run === 0 ? fewest : run + 1)
  const space = text.startsWith(mark) || text.endsWith(mark) ? ' ' : ''
  return fence + space + text + space + fence
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
