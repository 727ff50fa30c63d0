import type { Token } from 'markdown-it'
import type { Attributes, ContentNode, Mark } from '../node.ts'
import { htmlMarks } from './html-marks.ts'
import { readTag } from './html-nodes.ts'
import { emptyLinkNode, imageNode, referenceNode } from './links.ts'
import { OpenMarks } from './open-marks.ts'

const markTypes: Readonly<Record<string, string>> = {
  em_open: 'italic',
  strong_open: 'bold',
  s_open: 'strike',
  link_open: 'link',
}

type InlineReading = {
  readonly tokens: readonly Token[]
  readonly closers: ReadonlyMap<number, number>
  readonly html: ReturnType<typeof htmlMarks>
  /** Where Markdown has no line break, `<br>` is parsed as a break. */
  readonly readsBreakTags: boolean
  readonly marks: OpenMarks
  readonly nodes: ContentNode[]
}

/** The inline nodes of a paragraph, heading or cell. */
export function readInline(all: readonly Token[], readsBreakTags: boolean): ContentNode[] {
  const [only] = all
  if (only?.type === 'text' && all.length === 1) return [{ type: 'text', text: only.content }]
  // Emphasis leaves empty texts behind, which would separate marks on the same text.
  const tokens = all.filter((token) => token.type !== 'text' || token.content !== '')
  const html = tokens.some((token) => token.type === 'html_inline') ? htmlMarks(tokens) : new Map()
  const closers = closingIndexes(tokens, html)
  const reading = { tokens, closers, html, readsBreakTags, marks: new OpenMarks(), nodes: [] }
  for (let index = 0; index < tokens.length; index += 1) index = readToken(reading, index)
  return reading.nodes
}

/** For each token that opens a mark, the token that closes it. */
function closingIndexes(
  tokens: readonly Token[],
  html: ReturnType<typeof htmlMarks>,
): Map<number, number> {
  const closers = new Map<number, number>()
  const opened: number[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined) break
    const closes = token.nesting < 0 || html.get(index)?.closes === true
    if (token.nesting > 0 || html.get(index)?.closes === false) opened.push(index)
    const opener = closes ? opened.pop() : undefined
    if (opener !== undefined) closers.set(opener, index)
  }
  return closers
}

/** Parses the token at `index` and returns the index of the last token used. */
function readToken(reading: InlineReading, index: number): number {
  const { tokens, nodes, marks } = reading
  const token = tokens[index]
  if (token === undefined) return index
  if (token.type === 'link_open') {
    const reference = referenceNode(token, tokens[index + 1], tokens[index + 2])
    if (reference !== undefined) {
      nodes.push(withMarks(reference, marks.current))
      return index + 2
    }
    if (tokens[index + 1]?.type === 'link_close') {
      nodes.push(withMarks(emptyLinkNode(token), marks.current))
      return index + 1
    }
  }
  const tag = token.type === 'html_inline' ? readTag(tokens, index) : undefined
  if (tag !== undefined) {
    nodes.push(withMarks(tag.node, marks.current))
    return tag.end
  }
  const type = markTypes[token.type]
  if (type !== undefined) openMark(reading, index, type, linkAttributes(token))
  else if (token.nesting < 0) marks.close()
  else readLeaf(reading, index, token)
  return index
}

function linkAttributes(token: Token): Attributes {
  if (token.type !== 'link_open') return {}
  const title = token.attrGet('title')
  const href = String(token.attrGet('href') ?? '')
  return title === null ? { href } : { href, title: String(title) }
}

function openMark(reading: InlineReading, index: number, type: string, attrs: Attributes): void {
  const { closers, marks, nodes } = reading
  const close = closers.get(index)
  const around = close === undefined ? undefined : closers.get(index - 1)
  marks.open(type, attrs, around !== undefined && around - 1 === close, nodes.at(-1))
}

function readLeaf(reading: InlineReading, index: number, token: Token): void {
  const { nodes, marks } = reading
  switch (token.type) {
    case 'text':
      return pushText(nodes, token.content, marks.current)
    case 'softbreak':
      return pushText(nodes, '\n', marks.current)
    case 'hardbreak':
      return void nodes.push(withMarks({ type: 'hardBreak' }, marks.current))
    case 'code_inline':
      return pushText(nodes, token.content, [...marks.current, { type: 'code' }])
    case 'image':
      return void nodes.push(withMarks(imageNode(token), marks.current))
    case 'math_inline':
      return void nodes.push(
        withMarks({ type: 'inlineMath', attrs: { latex: token.content } }, marks.current),
      )
    case 'footnote_reference':
      return void nodes.push(
        withMarks(
          { type: 'footnoteReference', attrs: { label: String(token.meta?.['label']) } },
          marks.current,
        ),
      )
    default:
      return readHtml(reading, index, token)
  }
}

function readHtml(reading: InlineReading, index: number, token: Token): void {
  const { html, marks, nodes, tokens } = reading
  const pair = html.get(index)
  if (pair?.closes === true) return marks.close()
  if (pair !== undefined && !marks.has(pair.mark)) return openMark(reading, index, pair.mark, {})
  if (pair !== undefined) {
    // A mark inside the same mark has no effect: both tags remain.
    const close = reading.closers.get(index)
    html.delete(index)
    if (close !== undefined) html.delete(close)
  }
  const isBreak = /^<br ?\/?>$/.test(token.content)
  if (isBreak && (reading.readsBreakTags || index === tokens.length - 1)) {
    nodes.push(withMarks({ type: 'hardBreak' }, marks.current))
  } else {
    nodes.push(withMarks({ type: 'htmlInline', attrs: { html: token.content } }, marks.current))
  }
}

function withMarks(node: ContentNode, marks: readonly Mark[]): ContentNode {
  return marks.length > 0 ? { ...node, marks } : node
}

function pushText(nodes: ContentNode[], text: string, marks: readonly Mark[]): void {
  if (text === '') return
  const last = nodes.at(-1)
  const joins = last?.type === 'text' && sameMarks(last.marks ?? [], marks)
  if (last !== undefined && joins)
    nodes[nodes.length - 1] = { ...last, text: `${last.text}${text}` }
  else nodes.push(marks.length > 0 ? { type: 'text', marks, text } : { type: 'text', text })
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a === b || (a.length === 0 && b.length === 0)
}
