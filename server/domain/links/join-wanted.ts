import { AppError } from '../../lib/errors.ts'
import { type pages as storedPages, sections, type Store, wantedLinks } from '../../store/index.ts'
import type { Context } from '../context.ts'
import type { ChangeContext } from '../pages/change.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { findPage } from '../pages/wiki/read-wiki.ts'
import { viewerOfPerson } from '../people/access.ts'
import { callerOf } from './caller-of.ts'
import { changePageLinks } from './change-page.ts'

type Engine = Pick<Context, 'store' | 'content'>
type Wanted = wantedLinks.WantedOnPage

/** Links that one statement reads. */
const linksAtOnce = 100

/**
 * Makes links of the wikilinks whose page appeared, as changes of the people who wrote them. It can stop at any page
 * and continues there.
 */
export async function joinWanted(
  context: Engine,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const { store } = context
  for (;;) {
    const found = await wantedLinks.nextFound(store, workspaceId)
    if (found === undefined) return
    const { title } = found
    let { doneTo } = found
    for (;;) {
      const pages = await waitingFor(store, workspaceId, title, doneTo)
      if (pages.size === 0) break
      for (const [pageId, links] of pages) {
        if (signal.aborted) return
        await joinOnPage(context, { workspaceId, pageId }, links)
        const from = doneTo
        doneTo = pageId
        await store.transactIn({ workspaceId }, (transaction) =>
          wantedLinks.advance(transaction, workspaceId, { title, doneTo: pageId }, from),
        )
      }
    }
    const done = { title, doneTo }
    await store.transactIn({ workspaceId }, (transaction) =>
      wantedLinks.removeFound(transaction, workspaceId, done),
    )
  }
}

/** The next links that wait for a title, by page. */
async function waitingFor(
  store: Store,
  workspaceId: string,
  title: string,
  after: string,
): Promise<Map<string, Wanted[]>> {
  const part = { after, limit: linksAtOnce }
  const links = await wantedLinks.withTitle(store, workspaceId, title, part)
  const pages = Map.groupBy(links, ({ pageId }) => pageId)
  const last = links.at(-1)
  // The last page may have more of them.
  if (links.length === linksAtOnce && last !== undefined && pages.size > 1) {
    pages.delete(last.pageId)
  }
  return pages
}

async function joinOnPage(
  context: Engine,
  address: PageAddress,
  links: readonly Wanted[],
): Promise<void> {
  const { store } = context
  for (const own of Map.groupBy(links, authorOf).values()) {
    const as = await contextOf(context, address, own)
    const pages = as === undefined ? {} : await pagesFor(as, address, own)
    const joined = Object.keys(pages)
    if (as === undefined || joined.length === 0) continue
    try {
      await changePageLinks(as, address, { kind: 'join wikilinks', pages })
    } catch (error) {
      // It was deleted or closed since, or has content that no link can be changed in.
      if (!(error instanceof AppError) || error.code === 'BUSY') throw error
      continue
    }
    await store.transactIn(address, async (transaction) => {
      for (const name of joined) await wantedLinks.remove(transaction, address, name)
    })
  }
}

function authorOf({ authorId, via, keyId, runId }: Wanted): string {
  return [authorId, via, keyId, runId].join(' ')
}

/** What the author of links changes a page with; undefined for one who has left. */
async function contextOf(
  { store, content }: Engine,
  { workspaceId }: PageAddress,
  [link]: readonly Wanted[],
): Promise<ChangeContext | undefined> {
  if (link === undefined) return undefined
  const viewer = await viewerOfPerson(store, workspaceId, link.authorId)
  const caller = callerOf(link)
  return viewer && { store, content, viewer, caller }
}

/**
 * The IDs of the pages that links name, as their author sees them, by name. Only pages that everyone who reads the page
 * with the link can know of count.
 */
async function pagesFor(
  context: ChangeContext,
  { workspaceId, pageId }: PageAddress,
  links: readonly Wanted[],
): Promise<Record<string, string>> {
  const { store } = context
  const pages: Record<string, string> = {}
  const page = await writablePage(context, pageId)
  if (page === undefined) return pages
  for (const { name } of links) {
    const id = await findPage(context, name, page.parentId)
    if (id === undefined) continue
    const sectionId = await sections.ofPage(store, workspaceId, id)
    if (sectionId === null || sectionId === page.sectionId) pages[name] = id
  }
  return pages
}

async function writablePage(
  { store, viewer }: ChangeContext,
  pageId: string,
): Promise<storedPages.PageRow | undefined> {
  try {
    return await requirePage(store, viewer, pageId, 'write')
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
