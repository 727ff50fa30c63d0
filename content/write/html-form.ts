import { inlineTokens, blockTokens } from '../read/tokens.ts'

const simpleTag = /^<\/?[a-z][a-z\d-]*(?: ?\/)?>$/i

/** Whether a source is exactly one piece of inline HTML. Otherwise it would be parsed differently. */
export function isInlineHtml(html: string): boolean {
  if (simpleTag.test(html)) return true
  const [token, ...others] = inlineTokens(html)
  return others.length === 0 && token?.type === 'html_inline' && token.content === html
}

/** Whether a source is one block of HTML, and ends by itself if `followed` by other blocks. */
export function isHtmlBlock(html: string, followed: boolean): boolean {
  const tokens = blockTokens(followed ? `${html}\n\nx` : html)
  const [block, ...others] = tokens
  if (block?.type !== 'html_block' || block.content.replace(/\n$/, '') !== html) return false
  return others.length === (followed ? 3 : 0)
}

/** Whether a line that starts with this inline HTML would be parsed as a block of HTML. */
export function startsHtmlBlock(html: string): boolean {
  return blockTokens(`${html}x`)[0]?.type === 'html_block'
}
