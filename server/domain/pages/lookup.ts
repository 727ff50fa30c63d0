import { AppError } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { pageLookup, pages, trash } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { cutPart } from '../document/excerpt.ts'
import { outline } from '../document/outline.ts'
import { canonicalUrl } from './pages.ts'
import { pageNotFound, parentKey, requireParent } from './tree.ts'

const addressed = /\/pages\/([0-9a-fA-F-]{36})\/?(?:[?#].*)?$/
/** More pages of one title than this are not told apart by naming them all. */
const mostNamed = 5

export type FoundPage = Omit<pageLookup.PageRecord, 'parentId'> & {
  parentId: string | null
  markdown: string
  /** Characters of the whole page. */
  length: number
  nextOffset: number | null
}

export type PageQuery = {
  workspaceId: string
  /** An id, an address of the page, or its exact title. */
  page: string
  offset: number
  maxBytes: number
}

/** A page as a reader meets it: what it is, and a part of its Markdown. */
export async function findPage(context: Context, query: PageQuery): Promise<FoundPage> {
  const { store, content } = context
  const { workspaceId, page, offset, maxBytes } = query
  const id = await findId(context, workspaceId, page)
  const record = await pageLookup.get(store, workspaceId, id)
  if (record === undefined) throw pageNotFound(id)
  const whole = await content.toMarkdown({ id, version: record.version }, async () => {
    const stored = await pages.content(store, workspaceId, id)
    return stored?.document
  })
  const { text, nextOffset } = cutPart(whole, offset, maxBytes)
  const parentId = record.parentId === workspaceId ? null : record.parentId
  return { ...record, parentId, markdown: text, length: whole.length, nextOffset }
}

async function findId({ store }: Context, workspaceId: string, page: string): Promise<string> {
  const wanted = page.trim()
  const id = isId(wanted) ? wanted : addressed.exec(wanted)?.[1]
  if (id !== undefined) return id.toLowerCase()
  const [first, ...others] = await pageLookup.byTitle(store, workspaceId, page, mostNamed)
  if (first === undefined) {
    const message = 'No page has exactly this title. Search for it, and name it by its id.'
    throw new AppError('PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${wanted} not found. ${message}`)
  }
  if (others.length === 0) return first
  throw new AppError(
    'PAGE_AMBIGUOUS',
    `Several pages have this title. Name one by its id: ${[first, ...others].join(', ')}`,
  )
}

export type Outline = { pages: pageLookup.OutlineRow[]; nextOffset: number | null }

/** The tree under a page, or from the top, down to a depth. */
export async function outlinePages(
  { store }: Context,
  place: { workspaceId: string; parentId: string | null; depth: number },
  { limit, offset }: { limit: number; offset: number },
): Promise<Outline> {
  const { workspaceId, parentId, depth } = place
  await requireParent(store, workspaceId, parentId)
  const from = { workspaceId, parentId: parentKey(workspaceId, parentId), depth }
  const rows = await outline(store, from, { limit: limit + 1, offset })
  const hasMore = rows.length > limit
  return { pages: rows.slice(0, limit), nextOffset: hasMore ? offset + limit : null }
}

export type PageReference = { id: string; title: string; url: string; version: number }

/** A page in short, also one in the trash. */
export async function referToPage(
  context: Context,
  workspaceId: string,
  pageId: string,
): Promise<PageReference> {
  const page = await trash.get(context.store, workspaceId, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { title, version } = page
  return { id: pageId, title, url: canonicalUrl(context, pageId), version }
}
