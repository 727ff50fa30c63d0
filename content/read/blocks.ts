import type { Token } from 'markdown-it'
import { readImageTag } from '../html/image-tag.ts'
import { paragraph } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { readCode, withoutFinalNewline } from './code.ts'
import { foldTables } from './html-table.ts'
import { readInline } from './inline.ts'
import { pageEmbedIn } from './links.ts'
import { readItem, readList } from './lists.ts'

/** A container that is not closed yet. The page itself has no opening token. */
type Frame = {
  readonly open: Token | undefined
  readonly children: ContentNode[]
  /** For a list: whether it has a loose paragraph directly in an item. */
  loose: boolean
}

function newFrame(open: Token | undefined): Frame {
  return { open, children: [], loose: false }
}

/** The blocks of a token stream. Open containers are on a stack, so that depth causes no recursion. */
export function readBlocks(tokens: readonly Token[]): readonly ContentNode[] {
  const root = newFrame(undefined)
  const frames = [root]
  for (const token of tokens) {
    const frame = frames.at(-1) ?? root
    if (token.nesting > 0) {
      if (token.type === 'paragraph_open' && !token.hidden) loosen(frames)
      frames.push(newFrame(token))
    } else if (token.nesting < 0) {
      frames.pop()
      const parent = frames.at(-1) ?? root
      for (const node of close(frame, parent)) parent.children.push(node)
    } else {
      readLeaf(token, frame)
    }
  }
  return filled(root.children)
}

function loosen(frames: readonly Frame[]): void {
  const list = frames.at(-2)
  if (frames.at(-1)?.open?.type === 'list_item_open' && list !== undefined) list.loose = true
}

/** The node for a container. The head and body of a table are only their rows. */
function close(frame: Frame, parent: Frame): readonly ContentNode[] {
  const { open, children } = frame
  switch (open?.type) {
    case 'paragraph_open':
      return isTitleOfCallout(frame, parent) ? [] : [embedIn(frame, parent) ?? paragraph(children)]
    case 'heading_open':
      return [{ type: 'heading', attrs: { level: Number(open.tag.slice(1)) }, ...some(children) }]
    case 'blockquote_open':
      return [readQuote(open, children)]
    case 'details_open':
      return [readDetails(open, children)]
    case 'footnote_open': {
      const attrs = { label: String(open.meta?.['label']) }
      return [{ type: 'footnoteDefinition', attrs, content: filled(children) }]
    }
    case 'list_item_open':
      return [readItem(open, foldTables(children))]
    case 'bullet_list_open':
    case 'ordered_list_open':
      return [readList(open, children, !frame.loose)]
    case 'table_open':
      return [{ type: 'table', content: children }]
    case 'tr_open':
      return [{ type: 'tableRow', ...some(children) }]
    case 'th_open':
    case 'td_open':
      return [readCell(open, children)]
    default:
      return children
  }
}

/** The line `[!NOTE]` was removed from the first paragraph of its quote, and nothing remained. */
function isTitleOfCallout(frame: Frame, parent: Frame): boolean {
  const isFirst = parent.children.length === 0 && frame.children.length === 0
  return isFirst && parent.open?.type === 'blockquote_open' && parent.open.meta !== null
}

/** A page that is shown in place: an image of it alone in a paragraph. A task needs its paragraph. */
function embedIn({ children }: Frame, parent: Frame): ContentNode | undefined {
  const isTask = parent.open?.type === 'list_item_open' && parent.open.meta !== null
  if (isTask && parent.children.length === 0) return undefined
  return pageEmbedIn(children)
}

function readDetails(open: Token, children: readonly ContentNode[]): ContentNode {
  // SAFETY: only `foldDetails` creates this token.
  const { open: isOpen, summary } = open.meta as { open: boolean; summary: ContentNode }
  const content = { type: 'detailsContent', content: filled(children) }
  return { type: 'details', attrs: { open: isOpen }, content: [summary, content] }
}

function readQuote(open: Token, children: readonly ContentNode[]): ContentNode {
  const kind = open.meta?.['kind']
  const content = filled(children)
  if (typeof kind !== 'string') return { type: 'blockquote', content }
  return { type: 'callout', attrs: { kind, tight: open.meta?.['tight'] === true }, content }
}

function readCell(open: Token, children: readonly ContentNode[]): ContentNode {
  const align = /text-align:(\w+)/.exec(String(open.attrGet('style') ?? ''))?.[1]
  return {
    type: open.type === 'th_open' ? 'tableHeader' : 'tableCell',
    ...(align === undefined ? {} : { attrs: { align } }),
    content: [paragraph(children)],
  }
}

function readLeaf(token: Token, frame: Frame): void {
  if (token.type === 'inline') {
    const { open } = frame
    const isCell = open?.type === 'th_open' || open?.type === 'td_open'
    const isLowHeading = open?.type === 'heading_open' && Number(open.tag.slice(1)) > 2
    for (const node of readInline(token.children ?? [], isCell || isLowHeading)) {
      frame.children.push(node)
    }
  } else if (token.type === 'hr') {
    frame.children.push({ type: 'horizontalRule' })
  } else if (token.type === 'html_block') {
    const html = withoutFinalNewline(token.content)
    // Markdown can express a paragraph with only a line break, or only an image with a size, in no other way.
    const only = html === '<br>' ? { type: 'hardBreak' } : readImageTag(html)
    frame.children.push(only ? paragraph([only]) : { type: 'htmlBlock', attrs: { html } })
  } else if (token.type === 'math_block') {
    frame.children.push({ type: 'blockMath', attrs: { latex: token.content } })
  } else {
    frame.children.push(readCode(token))
  }
}

function some(children: readonly ContentNode[]): { content?: readonly ContentNode[] } {
  return children.length > 0 ? { content: children } : {}
}

/** Adds a block where the schema requires at least one. */
function filled(children: readonly ContentNode[]): readonly ContentNode[] {
  const folded = foldTables(children)
  return folded.length > 0 ? folded : [paragraph([])]
}
