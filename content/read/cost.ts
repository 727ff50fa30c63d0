import type { Token } from 'markdown-it'
import { isMapped } from './wikilinks.ts'

/**
 * Characters of indentation and quote markers needed to write these tokens. With deep nesting around many lines, the
 * page becomes much larger than its source.
 */
export function indentationOf(tokens: readonly Token[]): number {
  const widths: number[] = []
  let width = 0
  let total = 0
  for (const token of tokens) {
    if (token.nesting > 0) {
      const own = widthOf(token)
      widths.push(own)
      width += own
    } else if (token.nesting < 0) {
      width -= widths.pop() ?? 0
    } else {
      if (width > 0) total += width * (2 + lineBreaks(token.content))
    }
  }
  return total
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    // Blank lines have no indentation.
    if (text.charAt(at + 1) !== '\n') count += 1
  }
  return count
}

function widthOf(token: Token): number {
  if (token.type === 'blockquote_open') return 2
  if (token.type === 'footnote_open') return 4
  return token.type === 'list_item_open' ? token.info.length + 2 : 0
}

/** Characters of URLs and titles: thousands of references can use one definition. Wikilinks have addresses of one length. */
export function urlsOf(tokens: readonly Token[]): number {
  let total = 0
  for (const token of tokens) {
    const { type, attrs, children } = token
    if (attrs !== null && !isMapped(token) && (type === 'link_open' || type === 'image')) {
      for (const attribute of attrs) total += String(attribute[1]).length
    }
    if (children !== null) total += urlsOf(children)
  }
  return total
}
