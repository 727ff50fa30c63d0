import type { PageDocument } from './document.ts'
import { blocksHtml } from './html/blocks.ts'

/**
 * A page as HTML that is safe on any website: text is escaped, raw HTML is shown as source, and addresses that could
 * run code are removed.
 */
export function renderHtml(document: PageDocument): string {
  return blocksHtml(document.content)
}
