import { children, numberAttribute } from '../../../../../content/node.ts'
import { inlineText } from '../../../../../content/text.ts'
import type { PageHead } from '../pages/page-text.ts'
import { emptyDocument, type ReadPage } from '../read-page.ts'

/** A page without the heading at its start that repeats its title. */
export function headOf(page: ReadPage): [ReadPage, PageHead] {
  const [first, ...others] = page.document.content
  const isHeading = first?.type === 'heading' && numberAttribute(first, 'level', 1) === 1
  const heading = isHeading ? inlineText(children(first)).trim() : ''
  const title = page.title?.trim() || undefined
  if (heading === '' || (title !== undefined && title !== heading)) return [page, { title }]
  const content = others.length > 0 ? others : emptyDocument.content
  return [{ ...page, document: { type: 'doc', content } }, { title: heading }]
}
