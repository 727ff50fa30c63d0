import type { Token } from 'markdown-it'
import { readImageTag } from '../html/image-tag.ts'
import type { ContentNode } from '../node.ts'
import { anchorName, isCalendarDate } from '../vocabulary.ts'

/** The node that the tag at `index` is, and the index of its last token. */
type FoundTag = { readonly node: ContentNode; readonly end: number }

const time = /^<time datetime="([\d-]{10})">$/
const anchor = /^<a id="([^"]+)">$/

/** Dates, anchors and images with a size, which are written as HTML. All else remains raw. */
export function readTag(tokens: readonly Token[], index: number): FoundTag | undefined {
  const html = tokens[index]?.content ?? ''
  if (html.startsWith('<img')) {
    const node = readImageTag(html)
    return node && { node, end: index }
  }
  const date = time.exec(html)?.[1]
  if (date !== undefined && isCalendarDate(date)) {
    const text = tokens[index + 1]
    const isShown = text?.type === 'text' && text.content === date
    if (!isShown || !isTag(tokens[index + 2], '</time>')) return undefined
    return { node: { type: 'date', attrs: { date } }, end: index + 2 }
  }
  const id = anchor.exec(html)?.[1]
  if (id === undefined || !anchorName.test(id) || !isTag(tokens[index + 1], '</a>')) {
    return undefined
  }
  return { node: { type: 'anchor', attrs: { id } }, end: index + 1 }
}

function isTag(token: Token | undefined, html: string): boolean {
  return token?.type === 'html_inline' && token.content === html
}
