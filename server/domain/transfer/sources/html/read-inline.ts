import { attributes } from '../../../../../content/html/escape.ts'
import { isSafeUrl } from '../../../../../content/html/safe-url.ts'
import type { AttributeValue, ContentNode, Mark } from '../../../../../content/node.ts'
import { anchorName, isCalendarDate } from '../../../../../content/vocabulary.ts'
import type { Losses } from '../losses.ts'
import { type Element, type HtmlNode, isElement, rawText, stylesOf, textOf } from './tree.ts'

/** How a page is read. */
export type Reading = {
  losses: Losses
  /** Whether the styles of an element say what it is, as programs write them that do not use tags. */
  hasStyles: boolean
  /** The names that links of the page lead to. */
  targets: ReadonlySet<string>
}

const markTags: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  cite: 'italic',
  dfn: 'italic',
  var: 'italic',
  s: 'strike',
  strike: 'strike',
  del: 'strike',
  u: 'underline',
  ins: 'underline',
  mark: 'highlight',
  code: 'code',
  samp: 'code',
  tt: 'code',
}

const changedTags: Readonly<Record<string, string>> = {
  ruby: 'ruby text',
  iframe: 'embedded content',
  video: 'video',
  audio: 'audio',
  object: 'embedded content',
  embed: 'embedded content',
}

/** Tags that Markdown has as HTML. */
const quietTags: ReadonlySet<string> = new Set(['sup', 'sub', 'kbd', 'small'])

const lostTags: Readonly<Record<string, string>> = {
  svg: 'drawing',
  canvas: 'drawing',
  button: 'form field',
  select: 'form field',
  textarea: 'form field',
  input: 'form field',
}

/** Inline content, with white space as browsers show it. */
export function readInline(nodes: readonly HtmlNode[], reading: Reading): ContentNode[] {
  return collapsed(nodes.flatMap((node) => readNode(node, [], reading)))
}

function readNode(node: HtmlNode, marks: readonly Mark[], reading: Reading): ContentNode[] {
  if (!isElement(node)) return node === '' ? [] : [textNode(node, marks)]
  return [...anchorOf(node, reading), ...readElement(node, marks, reading)]
}

function readElement(node: Element, marks: readonly Mark[], reading: Reading): ContentNode[] {
  const { tag, attributes } = node
  switch (tag) {
    case 'br':
      return [{ type: 'hardBreak' }]
    case 'img':
      return readImage(node, marks)
    case 'a':
      return readLink(node, marks, reading)
    case 'x-math':
      return [{ type: 'inlineMath', attrs: { latex: attributes['latex'] ?? '' } }]
    case 'x-note':
      return [{ type: 'footnoteReference', attrs: { label: attributes['label'] ?? '' } }]
    case 'time':
      return readTime(node, marks, reading)
    default:
      return readMarked(node, marks, reading)
  }
}

function readMarked(node: Element, marks: readonly Mark[], reading: Reading): ContentNode[] {
  const { tag, attributes, children } = node
  const { losses } = reading
  const lost = Object.hasOwn(lostTags, tag) ? lostTags[tag] : undefined
  if (lost !== undefined) {
    losses.lost(lost)
    return []
  }
  const changed = Object.hasOwn(changedTags, tag) ? changedTags[tag] : undefined
  if (changed !== undefined) losses.changed(changed)
  const address = attributes['src'] ?? attributes['data'] ?? sourceOf(node)
  if (changed !== undefined && tag !== 'ruby') {
    if (address === undefined || !isSafeUrl(address)) return []
    const href = { type: 'link', attrs: { href: address } }
    return [textNode(attributes['title'] || address, withMark(marks, href))]
  }
  const mark = Object.hasOwn(markTags, tag) ? markTags[tag] : undefined
  const inside = [mark, ...(reading.hasStyles ? styleMarks(node, losses) : [])]
    .filter((type) => type !== undefined)
    .reduce((all, type) => withMark(all, { type }), marks)
  const read = children.flatMap((child) => readNode(child, inside, reading))
  return withTags(quietTagOf(node, reading), read, marks)
}

function quietTagOf(node: Element, { hasStyles }: Reading): string | undefined {
  if (quietTags.has(node.tag)) return node.tag
  const position = hasStyles ? stylesOf(node).get('vertical-align') : undefined
  if (position === 'super' || position === 'sub') return position.replace('super', 'sup')
  return statingTagOf(node)
}

/** What an abbreviation stands for, and text that runs in a direction of its own. */
function statingTagOf({ tag, attributes: { title = '', dir = '' } }: Element): string | undefined {
  if (tag === 'abbr' && title.trim() !== '')
    return `abbr${attributes({ title: title.trim().replaceAll(/\s+/g, ' ') })}`
  if (tag === 'bdo' || tag === 'span' || tag === 'bdi') {
    return /^rtl$/i.test(dir) || (tag === 'bdo' && /^ltr$/i.test(dir))
      ? `span${attributes({ dir: dir.toLowerCase() })}`
      : undefined
  }
  return undefined
}

/** Puts a pair of tags around text. A number that is a footnote is raised already. */
function withTags(
  tag: string | undefined,
  nodes: ContentNode[],
  marks: readonly Mark[],
): ContentNode[] {
  const isShown = nodes.some(({ type }) => type !== 'footnoteReference' && type !== 'anchor')
  if (tag === undefined || !isShown) return nodes
  const outside = marks.filter(({ type }) => type !== 'code')
  const tagNode = (html: string): ContentNode => ({
    type: 'htmlInline',
    attrs: { html },
    ...(outside.length > 0 ? { marks: [...outside] } : {}),
  })
  return [tagNode(`<${tag}>`), ...nodes, tagNode(`</${tag.split(' ', 1)[0]}>`)]
}

function sourceOf({ children }: Element): string | undefined {
  const source = children.find((child) => isElement(child) && child.tag === 'source')
  return isElement(source) ? source.attributes['src'] : undefined
}

const plainColors = /^(?:#0{3}|#0{6}|black|inherit|initial|windowtext|auto|rgb\(0, ?0, ?0\))$/
const noColors = /^(?:transparent|none|inherit|initial|white|#f{3}|#f{6}|auto)$/

function styleMarks(node: Element, losses: Losses): string[] {
  const styles = stylesOf(node)
  const weight = styles.get('font-weight') ?? ''
  const decoration = `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`
  const background = styles.get('background-color') ?? styles.get('background') ?? 'none'
  const color = styles.get('color')
  if (color !== undefined && !plainColors.test(color) && node.tag !== 'a') {
    losses.lostOnce('text color')
  }
  return [
    ...(/^(?:bold|bolder|[6-9]00)$/.test(weight) ? ['bold'] : []),
    ...(styles.get('font-style') === 'italic' ? ['italic'] : []),
    ...(decoration.includes('line-through') ? ['strike'] : []),
    ...(decoration.includes('underline') && node.tag !== 'a' ? ['underline'] : []),
    ...(node.tag === 'span' && !noColors.test(background) ? ['highlight'] : []),
    ...(/mono|courier|consolas/.test(styles.get('font-family') ?? '') ? ['code'] : []),
  ]
}

function readImage({ attributes }: Element, marks: readonly Mark[]): ContentNode[] {
  const src = attributes['src'] ?? ''
  if (src === '') return []
  const attrs: Record<string, AttributeValue> = { src }
  if (attributes['alt']) attrs['alt'] = attributes['alt']
  if (attributes['title']) attrs['title'] = attributes['title']
  const width = /^\d{1,5}$/.exec(attributes['width'] ?? '')?.[0]
  if (width !== undefined && Number(width) > 0) attrs['width'] = Number(width)
  return [{ type: 'image', attrs, ...(marks.length > 0 ? { marks } : {}) }]
}

function readLink(node: Element, marks: readonly Mark[], reading: Reading): ContentNode[] {
  const href = (node.attributes['href'] ?? '').trim()
  const isLink = href !== '' && isSafeUrl(href)
  const title = node.attributes['title']
  const attrs = title ? { href, title } : { href }
  const inside = isLink ? withMark(marks, { type: 'link', attrs }) : marks
  return readMarked({ ...node, tag: 'span' }, inside, reading)
}

function readTime(node: Element, marks: readonly Mark[], reading: Reading): ContentNode[] {
  const date = /^\d{4}-\d\d-\d\d/.exec(node.attributes['datetime'] ?? '')?.[0]
  if (date === undefined || !isCalendarDate(date)) {
    return node.children.flatMap((child) => readNode(child, marks, reading))
  }
  return [{ type: 'date', attrs: { date } }]
}

/** The place that another link leads to. */
export function anchorOf({ attributes, tag }: Element, { targets }: Reading): ContentNode[] {
  const id = attributes['id'] ?? (tag === 'a' ? attributes['name'] : undefined)
  if (id === undefined || !targets.has(id) || !anchorName.test(id)) return []
  return [{ type: 'anchor', attrs: { id } }]
}

function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  return marks.some(({ type }) => type === mark.type) ? marks : [...marks, mark]
}

function textNode(text: string, marks: readonly Mark[]): ContentNode {
  return { type: 'text', text, ...(marks.length > 0 ? { marks } : {}) }
}

/** Joins white space across nodes, and removes it at the edges of lines. */
function collapsed(nodes: readonly ContentNode[]): ContentNode[] {
  const result: ContentNode[] = []
  let isAfterSpace = true
  for (const node of nodes) {
    if (node.type !== 'text') {
      if (node.type === 'hardBreak') trimEnd(result)
      isAfterSpace = node.type === 'hardBreak' || (isAfterSpace && node.type === 'anchor')
      result.push(node)
      continue
    }
    const joined = (node.text ?? '').replaceAll(/[ \t\r\n\f]+/g, ' ').replaceAll('\u200b', '')
    const isAtStart = result.length === 0 || result.at(-1)?.type === 'hardBreak'
    const text = isAfterSpace ? joined.replace(isAtStart ? /^[ \u00a0]+/ : /^ /, '') : joined
    if (text === '') continue
    isAfterSpace = text.endsWith(' ')
    result.push({ ...node, text })
  }
  trimEnd(result)
  while (result.at(-1)?.type === 'hardBreak') {
    result.pop()
    trimEnd(result)
  }
  return result
}

function trimEnd(nodes: ContentNode[]): void {
  const last = nodes.at(-1)
  if (last?.type !== 'text' || !/[ \u00a0]$/.test(last.text ?? '')) return
  nodes.pop()
  const given = last.text ?? ''
  let end = given.length
  while (given[end - 1] === ' ' || given[end - 1] === '\u00a0') end -= 1
  const text = given.slice(0, end)
  if (text !== '') nodes.push({ ...last, text })
}

/** Code as its lines. */
export function codeText(node: Element): string {
  return rawText(node).replaceAll('\u00a0', ' ').replace(/\r\n?/g, '\n').replace(/\n$/, '')
}

/** A line of text, for titles. */
export function lineOf(nodes: readonly HtmlNode[]): string {
  return textOf({ tag: 'span', attributes: {}, children: [...nodes] })
}
