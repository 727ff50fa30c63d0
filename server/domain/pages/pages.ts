import { newId } from '../../lib/ids.ts'
import type { Ownership } from '../../lib/vocabulary.ts'
import { pageLookup, pages } from '../../store/index.ts'
import { requirePageRoom } from '../administration/quotas.ts'
import type { Context } from '../context.ts'
import type { Download } from '../document/download.ts'
import { indexRenamed } from '../search/reindex.ts'
import { changePage } from './change.ts'
import { addPage } from './create.ts'
import { type PageAddress, pageNotFound, requirePage, requireVersion } from './tree.ts'

export type NewPage = {
  workspaceId: string
  parentId: string | null
  title: string
  ownership: Ownership
  markdown: string
  /** Files of the workspace. */
  attachments?: readonly string[]
}

/** Gives the new page's id. */
export async function createPage(
  context: Context,
  { markdown, attachments = [], ...page }: NewPage,
): Promise<string> {
  const { workspaceId } = page
  await requirePageRoom(context, workspaceId)
  const content = await context.content.fromMarkdown(markdown, '/markdown')
  const id = newId()
  await context.store.transactIn({ workspaceId }, (transaction) =>
    addPage(transaction, context, { ...page, id, icon: null, content, attachments }),
  )
  return id
}

export type PageChange = PageAddress & {
  title?: string
  icon?: string | null
  /** A Tiptap document as it came in. */
  content?: object
  /** Refused when the page is at another version. */
  expectedVersion?: number
}

/** Changes what is given and leaves the rest; of two that write at once the later wins, whole. */
export async function updatePage(context: Context, input: PageChange): Promise<void> {
  const { store, caller } = context
  const { workspaceId, pageId } = input
  const content =
    input.content === undefined
      ? undefined
      : await context.content.fromDocument(input.content, '/content')
  const changed = (['title', 'icon', 'content'] as const).some((name) => input[name] !== undefined)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    requireVersion(page, input.expectedVersion)
    if (changed) await changePage(transaction, caller, page, { ...input, content })
  })
  if (input.title !== undefined && content === undefined) await indexRenamed(context, input)
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
  return { title, text: await content.download({ title, document, format, publicUrl }) }
}

export async function getPageInfo(
  { store }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<pages.PageInfo> {
  const info = await pages.info(store, workspaceId, pageId)
  if (info === undefined) throw pageNotFound(pageId)
  return info
}

export function listByOwnership(
  { store }: Context,
  workspaceId: string,
  ownership: Ownership,
  limit: number,
): Promise<Pick<pages.PageRow, 'id' | 'title' | 'icon' | 'createdAt'>[]> {
  return pages.byOwnership(store, workspaceId, ownership, limit)
}

/** How many titles are read at once. */
const titlesAtOnce = 1000

/** Every page of an ownership, the oldest first. */
export async function listTitlesByOwnership(
  { store }: Context,
  workspaceId: string,
  ownership: Ownership,
): Promise<Pick<pages.PageRow, 'id' | 'title'>[]> {
  const all: Pick<pages.PageRow, 'id' | 'title'>[] = []
  for (;;) {
    const part = { after: all.at(-1)?.id ?? '', limit: titlesAtOnce }
    const rows = await pages.titlesByOwnership(store, { workspaceId, ownership }, part)
    all.push(...rows)
    if (rows.length < titlesAtOnce) return all
  }
}

/** The page's address in its legacy form, which redirects to the canonical one. */
export function pageUrl({ publicUrl }: Context, { workspaceId, pageId }: PageAddress): string {
  return `${publicUrl ?? ''}/workspaces/${workspaceId}/pages/${pageId}`
}

/** The page's own address. */
export function canonicalUrl({ publicUrl }: Context, pageId: string): string {
  return `${publicUrl ?? ''}/pages/${pageId}`
}
