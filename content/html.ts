import type { PageDocument } from './document.ts'
import { blocksHtml } from './html/blocks.ts'
import { type HtmlStyle, plainStyle } from './html/style.ts'

/**
 * A page as HTML that is safe on any website: text is escaped, raw HTML is shown as source, and addresses that could
 * run code are removed.
 */
export function renderHtml(document: PageDocument, style: HtmlStyle = plainStyle): string {
  return blocksHtml(document.content, style)
}
