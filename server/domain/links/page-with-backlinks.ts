import type { WorkspaceContext } from '../context.ts'
import { takeExcerpt } from '../document/excerpt.ts'
import { findPage, type FoundPage, type PageQuery } from '../pages/read.ts'
import { listBacklinks } from './backlinks.ts'

/** The newest links to a page, and how many there are, at most 1,000. */
export type Backlinks = {
  links: number
  items: { id: string; title: string; sentence: string }[]
}

const maxItems = 10
/** Of Markdown, however long the links are. */
const minBytes = 100

/**
 * A page with the links to it. They count toward `maxBytes`, so that the answer stays as short. Throws PAGE_NOT_FOUND
 * and PAGE_AMBIGUOUS.
 */
export async function findPageWithBacklinks(
  context: WorkspaceContext,
  query: PageQuery,
): Promise<FoundPage & { backlinks: Backlinks }> {
  const page = await findPage(context, query)
  const address = { workspaceId: query.workspaceId, pageId: page.id }
  const { items, links } = await listBacklinks(context, address, {
    limit: maxItems,
    cursor: undefined,
  })
  const backlinks = {
    links,
    items: items.map(({ page: { id, title }, sentence: { before, text, after } }) => ({
      id,
      title,
      sentence: before + text + after,
    })),
  }
  const room = query.maxBytes - Buffer.byteLength(JSON.stringify(backlinks))
  const { text, nextOffset } = takeExcerpt(page.markdown, 0, Math.max(minBytes, room))
  if (nextOffset === null) return { ...page, backlinks }
  const start = (page.nextOffset ?? page.length) - page.markdown.length
  return { ...page, markdown: text, nextOffset: start + nextOffset, backlinks }
}
