/** The content of a chat message, before it is rendered for a service. */

export type Style = 'bold' | 'italic' | 'strike' | 'code'

export type Span = { text: string; styles?: readonly Style[]; url?: string | undefined }

export type Block =
  | { kind: 'paragraph' | 'heading' | 'quote'; spans: readonly Span[] }
  | { kind: 'item'; marker: string; depth: number; spans: readonly Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' }

/** A markup language. Its input is untrusted plain text. */
export type Markup = {
  escape: (text: string) => string
  /** `text` is rendered already. */
  link: (text: string, url: string) => string
  /** `inner` is rendered already, except for code. */
  style: (style: Style, inner: string) => string
  codeBlock: (text: string) => string
  quote: (inner: string) => string
  newline: string
}

/** The markup of a service, with its message limit. */
export type ChatStyle = Markup & {
  /** Of a complete message, in UTF-16 code units. */
  limit: number
}

/** Text with formatting, as messages with tags return it. */
export type RichText = string | Span | readonly RichText[]

export function paragraph(...texts: readonly RichText[]): Block {
  return { kind: 'paragraph', spans: texts.flatMap(toSpans) }
}

export function item(...texts: readonly RichText[]): Block {
  return { kind: 'item', marker: '•', depth: 0, spans: texts.flatMap(toSpans) }
}

export function toSpans(text: RichText): Span[] {
  if (typeof text === 'string') return [{ text }]
  return 'text' in text ? [text] : text.flatMap(toSpans)
}

/** A tag of a message: its content with formatting. */
export function styled(format: Omit<Span, 'text'>): (children: readonly RichText[]) => Span {
  return (children) => {
    const text = toSpans(children).map((span) => span.text)
    return { ...format, text: text.join('') }
  }
}

export const code = styled({ styles: ['code'] })

/** Removes bidirectional controls, invisible characters and control codes; zero-width joiners of emoji stay. */
export function withoutInvisible(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}|\p{Cs}/gu, '')
    .replaceAll(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
}

/** The plain text of Markdown. */
export async function withoutMarks(markdown: string): Promise<string> {
  const { parseMarkdown } = await import('../../../content/parse-markdown.ts')
  const { plainText } = await import('../../../content/text.ts')
  const read = parseMarkdown(markdown)
  return read.ok ? plainText(read.document) : markdown
}

/** On one line, cut to `maxLength` characters. */
export function oneLine(text: string, maxLength: number): string {
  const plain = text
    .replaceAll(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim()
  const characters = Array.from(plain)
  if (characters.length <= maxLength) return plain
  return `${characters.slice(0, maxLength - 1).join('')}…`
}

export function renderSpans(spans: readonly Span[], chat: Markup): string {
  return spans.map((span) => renderSpan(span, chat)).join('')
}

function renderSpan({ text, styles = [], url }: Span, chat: Markup): string {
  const plain = withoutInvisible(text)
  // Markdown ignores a mark next to a space.
  const [, before = '', core = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(plain) ?? []
  const lines = (part: string) => part.replaceAll('\n', chat.newline)
  if (core === '') return lines(before)
  let inner = styles.includes('code') ? chat.style('code', core) : lines(chat.escape(core))
  const address = url === undefined ? undefined : webAddress(url)
  // In this order: link texts cannot be styled in Slack.
  if (address !== undefined) inner = chat.link(inner, address)
  for (const style of ['strike', 'italic', 'bold'] as const) {
    if (styles.includes(style)) inner = chat.style(style, inner)
  }
  return lines(before) + inner + lines(after)
}

/** Only web and mail links: no scheme that a client could execute. */
function webAddress(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed === null || !/^(?:https?|mailto):$/.test(parsed.protocol)) return undefined
  return url.trim()
}

function renderBlock(block: Block, chat: Markup): string {
  switch (block.kind) {
    case 'paragraph':
      return renderSpans(block.spans, chat)
    case 'heading':
      return chat.style('bold', renderSpans(plainSpans(block.spans), chat))
    case 'quote':
      return chat.quote(renderSpans(block.spans, chat))
    case 'item':
      return `${'\u2003'.repeat(block.depth)}${chat.escape(block.marker)} ${renderSpans(block.spans, chat)}`
    case 'code':
      return chat.codeBlock(withoutInvisible(block.text))
    case 'rule':
      return '———'
  }
}

function plainSpans(spans: readonly Span[]): Span[] {
  return spans.map(({ styles = [], ...span }) => ({
    ...span,
    styles: styles.filter((style) => style !== 'bold'),
  }))
}

/** Renders as much as fits into a message, followed by `more`, such as a link to the rest. */
export function renderMessage(
  blocks: readonly Block[],
  chat: ChatStyle,
  more: readonly Span[] = readOn(blocks),
): string {
  const tail = `${chat.newline}… ${renderSpans(more, chat)}`
  let written = ''
  let before: Block | undefined
  for (const [index, block] of blocks.entries()) {
    const gap = before === undefined ? '' : gapOf(before, block, chat)
    const extended = written + gap + renderBlock(block, chat)
    const isLast = index === blocks.length - 1
    if (extended.length + (isLast ? 0 : tail.length) > chat.limit) {
      const room = chat.limit - tail.length - written.length - gap.length
      const part = fittingPart(block, chat, room)
      return written + (part === '' ? '' : gap + part) + tail
    }
    written = extended
    before = block
  }
  return written
}

/** The first link of the message. */
function readOn(blocks: readonly Block[]): Span[] {
  const spans = blocks.flatMap((block) => ('spans' in block ? block.spans : []))
  const url = spans.find((span) => span.url !== undefined)?.url
  return url === undefined ? [] : [{ text: 'Quire', url }]
}

/** Items of a list follow each other without a blank line. */
function gapOf(before: Block, after: Block, { newline }: Markup): string {
  return after.kind === 'item' && before.kind === 'item' ? newline : newline + newline
}

/** The beginning of a block, as much as fits. */
function fittingPart(block: Block, chat: Markup, room: number): string {
  const length = lengthOf(block)
  let [fits, over] = [0, length + 1]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (renderBlock(cut(block, middle), chat).length <= room) fits = middle
    else over = middle
  }
  // A word or two would not help.
  return fits < Math.min(20, length) ? '' : renderBlock(cut(block, fits), chat)
}

function lengthOf(block: Block): number {
  if (block.kind === 'rule') return 0
  if (block.kind === 'code') return block.text.length
  return block.spans.reduce((sum, { text }) => sum + text.length, 0)
}

function cut(block: Block, length: number): Block {
  if (block.kind === 'rule') return block
  if (block.kind === 'code') return { ...block, text: cutText(block.text, length) }
  return { ...block, spans: cutSpans(block.spans, length) }
}

export function cutSpans(spans: readonly Span[], length: number): Span[] {
  const fitting: Span[] = []
  let room = length
  for (const span of spans) {
    if (room <= 0) break
    fitting.push({ ...span, text: cutText(span.text, room) })
    room -= span.text.length
  }
  return fitting
}

/** Never splits a surrogate pair. */
function cutText(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length)
}
