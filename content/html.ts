import type { PageDocument } from './document.ts'
import { blocksHtml } from './html/blocks.ts'

/**
 * A page as HTML that may be put on any page: every text is escaped, raw HTML is shown as its
 * source, and addresses that could run something are left out.
 */
export function renderHtml(document: PageDocument): string {
  return blocksHtml(document.content)
}
