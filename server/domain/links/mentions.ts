import { isShortTitle } from '../../../content/links/title-words.ts'
import { AppError } from '../../lib/errors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { pageLinks } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { currentDocument } from '../pages/journal/current.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { locatePages } from '../search/locate.ts'
import { searchPages } from '../search/search.ts'
import { type ListedPage, type Sentence, toListed, toSentence } from './backlinks.ts'
import { changePageLinks } from './change-page.ts'

/** Where a page names another without a link. */
export type Mention = { page: ListedPage; block: number; sentence: Sentence }

/** Pages that the search looks through. */
const searchedPages = 100

/**
 * Pages whose text has the title of a page, without a link to it: the best ones that the search finds, and whether
 * there can be more. Throws PAGE_NOT_FOUND.
 */
export async function listMentions(
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
  limit: number,
): Promise<{ items: Mention[]; hasMore: boolean }> {
  const { store, viewer, content } = context
  const { title } = await requirePage(store, viewer, pageId)
  const wanted = title.trim()
  if (isShortTitle(wanted)) return { items: [], hasMore: false }
  const query = `"${wanted.replaceAll('"', ' ').slice(0, 400)}"`
  const hits = await searchPages(context, { query, k: searchedPages })
  const linking = await pageLinks.sources(store, workspaceId, pageId)
  const ids = hits.map((hit) => hit.pageId).filter((id) => id !== pageId && !linking.has(id))
  const pages = await locatePages(store, viewer, ids)
  const items: Mention[] = []
  const timeSlice = startTimeSlice()
  for (const page of pages.values()) {
    const document = await currentDocument(context, store, { workspaceId, pageId: page.id })
    if (document === undefined) continue
    const found = await content.findTitle({ id: page.id, document }, wanted)
    if (found !== undefined) {
      if (items.length === limit) return { items, hasMore: true }
      const { block } = found
      items.push({ page: toListed(page), block, sentence: toSentence(found) })
    }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return { items, hasMore: hits.length >= searchedPages }
}

/**
 * Makes the first mention of a page in a block of another one a link to it. Returns the new version. Throws
 * PAGE_NOT_FOUND, FORBIDDEN, TEXT_NOT_FOUND or BUSY.
 */
export async function linkMention(
  context: WorkspaceContext,
  { workspaceId, pageId, block }: PageAddress & { block: number },
  targetId: string,
): Promise<number> {
  const { store, viewer } = context
  const target = await requirePage(store, viewer, targetId)
  const title = target.title.trim()
  const change = { kind: 'link title' as const, pageId: targetId, title, block }
  const version = await changePageLinks(context, { workspaceId, pageId }, change)
  if (version !== undefined) return version
  const message = `Block ${block} of the page does not contain the title of the other page. Look for mentions again.`
  throw new AppError('TEXT_NOT_FOUND', message)
}
