import { partOf } from '../../lib/lists/cursors.ts'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { linkUpkeep, type pageLinks } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { locatePages } from '../search/locate.ts'
import { idsOf, type LinkOnPage, type ListedPage, toLink, toListed } from './backlinks.ts'
import { linkCursor, type Part, type PartInput, readLinkCursor, readPageCursor } from './cursors.ts'

export type BrokenLink = LinkOnPage & {
  reason: linkUpkeep.BrokenReason
  /** Null for a page that does not exist yet. */
  targetId: string | null
  /** The title or path of such a page. */
  name: string | null
}

/** Links and pages that one statement looks at. */
const linksAtOnce = 1000
const pagesAtOnce = 200
const start: pageLinks.LinkCursor = { pageId: '', position: -1 }

/**
 * Links to pages of this server that are missing, in the trash or without the anchor, and wikilinks to pages that do not
 * exist yet, as the viewer sees them: of one page or of the workspace. Throws PAGE_NOT_FOUND.
 */
export async function listBrokenLinks(
  context: WorkspaceContext,
  pageId: string | undefined,
  { limit, cursor }: PartInput,
): Promise<Part<BrokenLink>> {
  const { store, viewer } = context
  const after = readLinkCursor(cursor, start)
  const rows =
    pageId === undefined
      ? await brokenOfWorkspace(context, after, limit + 1)
      : await brokenOfPage(context, pageId, after, limit + 1)
  const { shown, nextCursor = null } = partOf(rows, limit, linkCursor)
  const pages = await locatePages(store, viewer, idsOf(shown))
  const items = shown.flatMap((row) => {
    const page = pages.get(row.pageId)
    if (page === undefined) return []
    const { reason, label, targetId } = row
    const target = reason === 'wanted' ? { targetId: null, name: label } : { targetId, name: null }
    return [{ ...toLink(row, page), reason, ...target }]
  })
  return { items, nextCursor }
}

async function brokenOfPage(
  { store, viewer, publicUrl = '' }: WorkspaceContext,
  pageId: string,
  { position }: pageLinks.LinkCursor,
  limit: number,
): Promise<linkUpkeep.BrokenLink[]> {
  await requirePage(store, viewer, pageId)
  const origin = originOf(publicUrl)
  return linkUpkeep.brokenLinksOf(store, viewer, { pageId, position, origin, limit })
}

async function brokenOfWorkspace(
  { store, viewer, publicUrl = '' }: WorkspaceContext,
  from: pageLinks.LinkCursor,
  limit: number,
): Promise<linkUpkeep.BrokenLink[]> {
  const found: linkUpkeep.BrokenLink[] = []
  const timeSlice = startTimeSlice()
  let after = from
  while (found.length < limit) {
    const last = await linkUpkeep.lastOfWindow(store, viewer.workspaceId, after, linksAtOnce)
    if (last === undefined) break
    const range = { after, last, origin: originOf(publicUrl), limit: limit - found.length }
    found.push(...(await linkUpkeep.brokenLinks(store, viewer, range)))
    after = last
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return found
}

/** Links with another origin lead to other servers. */
function originOf(publicUrl: string): string {
  return URL.parse(publicUrl)?.origin ?? ''
}

/**
 * Pages at the top level that nothing leads to: no link from a page that the viewer can read, and no page below.
 * Oldest first.
 */
export async function listOrphans(
  { store, viewer }: WorkspaceContext,
  { limit, cursor }: PartInput,
): Promise<Part<ListedPage>> {
  const found: string[] = []
  const timeSlice = startTimeSlice()
  let after = readPageCursor(cursor)
  while (found.length <= limit) {
    const last = await linkUpkeep.lastOfTopLevel(store, viewer.workspaceId, after, pagesAtOnce)
    if (last === undefined) break
    const range = { after, last, limit: limit + 1 - found.length }
    found.push(...(await linkUpkeep.orphans(store, viewer, range)))
    after = last
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const shown = found.slice(0, limit)
  const pages = await locatePages(store, viewer, shown)
  const items = shown.flatMap((id) => {
    const page = pages.get(id)
    return page === undefined ? [] : [toListed(page)]
  })
  return { items, nextCursor: found.length > limit ? (shown.at(-1) ?? null) : null }
}
