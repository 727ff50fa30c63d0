import type { PageAnchor } from '../../../content/links/anchors.ts'
import { AppError } from '../../lib/errors.ts'
import { linkChanges } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { readBlocks } from '../document/stored-body.ts'
import { currentBlocks, currentDocument } from '../pages/journal/current.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { locatePages } from '../search/locate.ts'
import { type ListedPage, toListed } from './backlinks.ts'

/** What a page is, without opening it. */
export type Preview = ListedPage & {
  /** Its first lines. */
  text: string
}

const maxText = 300
const maxLines = 6
const maxAnchors = 500
/** Of all pages of a request. */
const maxFormerTitles = 1000

/** Throws PAGE_NOT_FOUND. */
export async function previewPage(
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<Preview> {
  const { store, viewer } = context
  await requirePage(store, viewer, pageId)
  const pages = await locatePages(store, viewer, [pageId])
  const page = pages.get(pageId)
  if (page === undefined) throw pageGone(pageId)
  const blocks = await currentBlocks(context, store, { workspaceId, pageId })
  const text = blocks === undefined ? '' : firstLines(readBlocks(blocks, pageId))
  return { ...toListed(page), text }
}

/** The headings of a page and its blocks with links of their own. Throws PAGE_NOT_FOUND. */
export async function listAnchors(
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<PageAnchor[]> {
  const { store, viewer, content } = context
  await requirePage(store, viewer, pageId)
  const document = await currentDocument(context, store, { workspaceId, pageId })
  if (document === undefined) return []
  return (await content.anchors({ id: pageId, document })).slice(0, maxAnchors)
}

/** The titles of a page, now and before. */
export type PageTitles = Pick<ListedPage, 'id' | 'title' | 'icon'> & {
  /** Those that links had; links with other words have words of their own. */
  formerTitles: string[]
}

/** The titles of those of some pages that the viewer can read. */
export async function titlesOf(
  { store, viewer }: WorkspaceContext,
  pageIds: readonly string[],
): Promise<PageTitles[]> {
  const pages = await locatePages(store, viewer, [...new Set(pageIds)])
  const former = new Map<string, string[]>()
  const ids = [...pages.keys()]
  const rows = await linkChanges.formerTitles(store, viewer.workspaceId, ids, maxFormerTitles)
  for (const { pageId, title } of rows) former.set(pageId, [...(former.get(pageId) ?? []), title])
  return Array.from(pages.values(), ({ id, title, icon }) => {
    const formerTitles = (former.get(id) ?? []).filter((one) => one !== title)
    return { id, title, icon, formerTitles }
  })
}

function firstLines(blocks: readonly { text: string }[]): string {
  const lines = blocks.slice(0, maxLines).flatMap(({ text }) => text.trim().split('\n'))
  const text = lines.slice(0, maxLines).join('\n')
  if (text.length <= maxText) return text
  const cut = text.lastIndexOf(' ', maxText)
  return `${text.slice(0, cut > maxText / 2 ? cut : maxText)}…`
}

/** Deleted while it was read. */
function pageGone(pageId: string): AppError {
  return new AppError('PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${pageId} not found`)
}
