import { yieldWholeTurn } from '../../lib/time-slices.ts'
import type { Role } from '../../lib/vocabulary.ts'
import { members, pageLookup, pages, personal, trash, workspaces } from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import type { Download } from '../document/download.ts'
import { takeExcerpt } from '../document/excerpt.ts'
import { readDocument } from '../document/stored-body.ts'
import { findViewer } from '../people/access.ts'
import { type Level, levelName } from '../rights/levels.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { resolvePage } from './addressing/resolve-page.ts'
import { currentDocument, documentAt } from './journal/current.ts'
import type { PageAddress } from './tree.ts'
import { canonicalUrl } from './urls.ts'

export type Person = { id: string; firstName: string; lastName: string }

export type PageForEditor = Omit<pageLookup.PageRecord, 'parentId' | 'sectionId'> & {
  parentId: string | null
  content: object
  /** Ancestors, top level first. */
  breadcrumb: personal.PageLine[]
  createdBy: Person
  updatedBy: Person
  role: Role
  level: Level
  isFavourite: boolean
}

/** Shorter documents are read in a millisecond. */
const minPausedLength = 100_000

/** A page with everything that an editor shows. Throws PAGE_NOT_FOUND. */
export async function openPage(
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<PageForEditor> {
  const { store, caller, viewer } = context
  const [page, breadcrumb, isFavourite, role] = await Promise.all([
    pageLookup.open(store, viewer, pageId),
    pageLookup.breadcrumb(store, viewer, pageId),
    personal.isFavourite(store, { workspaceId, userId: caller.userId }, pageId),
    members.role(store, workspaceId, caller.userId),
  ])
  if (page === undefined) throw pageNotFound(pageId)
  const { parentId, createdBy, updatedBy, sectionId: _sectionId, ...opened } = page
  const { document: _document, documentVersion: _stored, contentVersion: _behind, ...rest } = opened
  const document = await documentAt(context, store, { workspaceId, pageId }, page)
  const content = readDocument(document, pageId)
  // Writing the answer takes as long as reading the document.
  if (document.length > minPausedLength) await yieldWholeTurn()
  const { createdFirstName, createdLastName, updatedFirstName, updatedLastName, ...record } = rest
  return {
    ...record,
    parentId: parentId === workspaceId ? null : parentId,
    content,
    breadcrumb,
    createdBy: { id: createdBy, firstName: createdFirstName, lastName: createdLastName },
    updatedBy: { id: updatedBy, firstName: updatedFirstName, lastName: updatedLastName },
    // The membership ended during the request.
    role: role ?? 'VIEWER',
    level: levelName(page.level),
    isFavourite,
  }
}

/** Throws PAGE_NOT_FOUND. */
export async function getMarkdown(
  { store, content, viewer }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<string> {
  const version = await pages.version(store, viewer, pageId)
  if (version === undefined) throw pageNotFound(pageId)
  return content.toMarkdown({ id: pageId, version }, () =>
    currentDocument({ content }, store, { workspaceId, pageId }),
  )
}

/** A page as a file. Throws PAGE_NOT_FOUND. */
export async function downloadPage(
  { store, content, viewer, publicUrl = '' }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
  format: Download['format'],
): Promise<{ title: string; text: string }> {
  const page = await pageLookup.open(store, viewer, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { title } = page
  const document = await documentAt({ content }, store, { workspaceId, pageId }, page)
  const keepsLineBreaks = await workspaces.keepsLineBreaks(store, workspaceId)
  const file = { id: pageId, title, document, format, publicUrl, keepsLineBreaks }
  return { title, text: await content.download(file) }
}

/** Throws PAGE_NOT_FOUND. */
export async function getPageInfo(
  { store, viewer }: WorkspaceContext,
  { pageId }: PageAddress,
): Promise<pages.PageInfo> {
  const info = await pages.info(store, viewer, pageId)
  if (info === undefined) throw pageNotFound(pageId)
  return info
}

/** The workspace of a page. Throws PAGE_NOT_FOUND, also for a page without access. */
export async function locatePage(context: Context, pageId: string): Promise<string> {
  const { store, caller } = context
  for (const { id } of await members.workspacesOf(store, caller.userId)) {
    const viewer = await findViewer(context, id)
    if (viewer === undefined) continue
    if ((await pageLookup.get(store, viewer, pageId)) !== undefined) return id
  }
  throw pageNotFound(pageId)
}

export type FoundPage = Omit<pageLookup.PageRecord, 'parentId' | 'sectionId'> & {
  parentId: string | null
  level: Level
  markdown: string
  /** Characters of the complete page. */
  length: number
  nextOffset: number | null
}

export type PageQuery = {
  workspaceId: string
  /** ID, URL or exact title. */
  page: string
  offset: number
  maxBytes: number
}

/** The metadata and a part of the Markdown of a page. Throws PAGE_NOT_FOUND or PAGE_AMBIGUOUS. */
export async function findPage(context: WorkspaceContext, query: PageQuery): Promise<FoundPage> {
  const { store, content, viewer } = context
  const { workspaceId, offset, maxBytes } = query
  const id = await resolvePage(context, query.page)
  const record = await pageLookup.get(store, viewer, id)
  if (record === undefined) throw pageNotFound(id)
  const complete = await content.toMarkdown({ id, version: record.version }, () =>
    currentDocument({ content }, store, { workspaceId, pageId: id }),
  )
  const { text, nextOffset } = takeExcerpt(complete, offset, maxBytes)
  const { sectionId: _sectionId, ...page } = record
  const parentId = page.parentId === workspaceId ? null : page.parentId
  const level = levelName(record.level)
  return { ...page, parentId, level, markdown: text, length: complete.length, nextOffset }
}

export type PageReference = { id: string; title: string; url: string; version: number }

/** A reference to a page, including deleted ones. Throws PAGE_NOT_FOUND. */
export async function referToPage(
  context: WorkspaceContext,
  pageId: string,
): Promise<PageReference> {
  const page = await trash.get(context.store, context.viewer, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { title, version } = page
  return { id: pageId, title, url: canonicalUrl(context, pageId), version }
}
