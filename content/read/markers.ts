import type { MarkdownIt, Token } from 'markdown-it'

export const task = /^\[([ xX])\][ \t\n]+/
export const callout = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/

/**
 * Task boxes and callout titles. They are recognized in the source of a paragraph before its inline content is
 * parsed, so that an escaped bracket remains text.
 */
export function useMarkers(md: MarkdownIt): void {
  md.core.ruler.after('block', 'markers', (state) => {
    for (let index = 2; index < state.tokens.length; index += 1) {
      const token = state.tokens[index]
      if (token?.type !== 'inline' || !token.content.startsWith('[')) continue
      const container = state.tokens[index - 2]
      if (state.tokens[index - 1]?.type !== 'paragraph_open') continue
      if (container?.type === 'list_item_open') takeTask(container, token)
      if (container?.type === 'blockquote_open') takeCallout(container, token)
    }
  })
}

function takeTask(item: Token, inline: Token): void {
  const match = task.exec(inline.content)
  if (match === null) return
  item.meta = { checked: match[1] !== ' ' }
  const content = inline.content.slice(match[0].length)
  // A box without text is written with an encoded space, because Markdown requires some text.
  inline.content = content === '&#x20;' ? '' : content
}

function takeCallout(quote: Token, inline: Token): void {
  const match = callout.exec(inline.content)
  const kind = match?.[1]
  if (match === null || kind === undefined) return
  inline.content = inline.content.slice(match[0].length)
  quote.meta = { kind: kind.toLowerCase(), tight: inline.content !== '' }
}
