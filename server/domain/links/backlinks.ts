import { partOf } from '../../lib/lists/cursors.ts'
import { pageLinks } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { type Ancestor, locatePages, type LocatedPage } from '../search/locate.ts'
import { linkCursor, type Part, type PartInput, readLinkCursor } from './cursors.ts'

/** A page in a list, with what distinguishes it from others of its title. */
export type ListedPage = Pick<LocatedPage, 'id' | 'title' | 'icon' | 'updatedAt'> & {
  ancestors: Ancestor[]
}

/** The text around a link, in three parts. */
export type Sentence = { before: string; text: string; after: string }

export type LinkOnPage = {
  page: ListedPage
  kind: pageLinks.LinkRow['kind']
  anchor: string | null
  block: number
  sentence: Sentence
}

/** Links to a page that are counted. */
const countedLinks = 1000

/** The links to a page, from pages that the viewer can read, newest page first. Throws PAGE_NOT_FOUND. */
export async function listBacklinks(
  { store, viewer }: WorkspaceContext,
  { pageId }: PageAddress,
  { limit, cursor }: PartInput,
): Promise<Part<LinkOnPage> & { links: number; pages: number }> {
  await requirePage(store, viewer, pageId)
  const after = readLinkCursor(cursor, pageLinks.firstLink)
  const rows = await pageLinks.backlinks(store, viewer, pageId, { after, limit: limit + 1 })
  const { shown, nextCursor = null } = partOf(rows, limit, linkCursor)
  const pages = await locatePages(store, viewer, idsOf(shown))
  const items = shown.flatMap((row) => {
    const page = pages.get(row.pageId)
    return page === undefined ? [] : [toLink(row, page)]
  })
  return { items, nextCursor, ...(await pageLinks.count(store, viewer, pageId, countedLinks)) }
}

export function idsOf(rows: readonly { pageId: string }[]): string[] {
  return [...new Set(rows.map(({ pageId }) => pageId))]
}

export function toLink(row: pageLinks.LinkOnPage, page: LocatedPage): LinkOnPage {
  const { kind, anchor, block } = row
  return { page: toListed(page), kind, anchor, block, sentence: toSentence(row) }
}

export function toListed({ id, title, icon, updatedAt, ancestors }: LocatedPage): ListedPage {
  return { id, title, icon, updatedAt, ancestors }
}

export function toSentence({
  sentence,
  from,
  to,
}: {
  sentence: string
  from: number
  to: number
}): Sentence {
  return {
    before: sentence.slice(0, from),
    text: sentence.slice(from, to),
    after: sentence.slice(to),
  }
}
