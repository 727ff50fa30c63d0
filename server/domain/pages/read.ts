import { AppError } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import type { Role } from '../../lib/vocabulary.ts'
import { members, pageLookup, pages, personal, trash } from '../../store/index.ts'
import type { Context } from '../context.ts'
import type { Download } from '../document/download.ts'
import { cutPart } from '../document/excerpt.ts'
import { readDocument } from '../document/stored-body.ts'
import { type PageAddress, pageNotFound } from './tree.ts'
import { canonicalUrl } from './urls.ts'

export type Person = { id: string; firstName: string; lastName: string }

export type PageForEditor = Omit<pageLookup.PageRecord, 'parentId'> & {
  parentId: string | null
  content: object
  /** The pages above, the top one first. */
  breadcrumb: personal.PageLine[]
  createdBy: Person
  updatedBy: Person
  role: Role
  isFavourite: boolean
}

/** A page with all that an editor shows of it at once. */
export async function openPage(
  { store, caller }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<PageForEditor> {
  const [page, breadcrumb, isFavourite, role] = await Promise.all([
    pageLookup.open(store, workspaceId, pageId),
    pageLookup.breadcrumb(store, workspaceId, pageId),
    personal.isFavourite(store, { workspaceId, userId: caller.userId }, pageId),
    members.role(store, workspaceId, caller.userId),
  ])
  if (page === undefined) throw pageNotFound(pageId)
  const { parentId, document, createdBy, updatedBy, ...rest } = page
  const { createdFirstName, createdLastName, updatedFirstName, updatedLastName, ...record } = rest
  return {
    ...record,
    parentId: parentId === workspaceId ? null : parentId,
    content: readDocument(document, pageId),
    breadcrumb,
    createdBy: { id: createdBy, firstName: createdFirstName, lastName: createdLastName },
    updatedBy: { id: updatedBy, firstName: updatedFirstName, lastName: updatedLastName },
    // Membership ended since the request began: what may be shown, a viewer may see.
    role: role ?? 'VIEWER',
    isFavourite,
  }
}

export async function getMarkdown(
  { store, content }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<string> {
  const version = await pages.version(store, workspaceId, pageId)
  if (version === undefined) throw pageNotFound(pageId)
  return content.toMarkdown({ id: pageId, version }, async () => {
    const stored = await pages.content(store, workspaceId, pageId)
    return stored?.document
  })
}

/** A page as the text of a file. */
export async function downloadPage(
  { store, content, publicUrl = '' }: Context,
  { workspaceId, pageId }: PageAddress,
  format: Download['format'],
): Promise<{ title: string; text: string }> {
  const page = await pageLookup.open(store, workspaceId, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { title, document } = page
  return { title, text: await content.download({ id: pageId, title, document, format, publicUrl }) }
}

export async function getPageInfo(
  { store }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<pages.PageInfo> {
  const info = await pages.info(store, workspaceId, pageId)
  if (info === undefined) throw pageNotFound(pageId)
  return info
}

/** Which of the caller's workspaces holds a page; the same answer for a foreign page and for none. */
export async function locatePage({ store, caller }: Context, pageId: string): Promise<string> {
  const found = await pageLookup.workspacesOf(store, caller.userId, pageId)
  const open = found.find((id) => caller.workspaceIds?.includes(id) ?? true)
  if (open === undefined) throw pageNotFound(pageId)
  return open
}

const addressed = /\/pages\/([0-9a-fA-F-]{36})\/?(?:[?#].*)?$/
/** More pages of one title than this are not told apart by naming them all. */
const maxListedHeadings = 5

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
  const [first, ...others] = await pageLookup.byTitle(store, workspaceId, page, maxListedHeadings)
  if (first === undefined) {
    const message = 'No page has exactly this title. Search for the page and use its ID.'
    throw new AppError('PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${wanted} not found. ${message}`)
  }
  if (others.length === 0) return first
  throw new AppError(
    'PAGE_AMBIGUOUS',
    `Several pages have this title. Use one of these IDs: ${[first, ...others].join(', ')}`,
  )
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
