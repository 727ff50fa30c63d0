import type { LinkChange } from '../../../content/links/rewrite.ts'
import { AppError } from '../../lib/errors.ts'
import {
  levelIn,
  levelNumbers,
  linkChanges,
  pageLinks,
  pageTags,
  sections,
  type Store,
  type Viewer,
} from '../../store/index.ts'
import type { Context } from '../context.ts'
import { linkedTitle } from '../document/page-links.ts'
import type { ChangeContext } from '../pages/change.ts'
import { viewerOfPerson } from '../people/access.ts'
import { callerOf } from './caller-of.ts'
import { changePageLinks } from './change-page.ts'

type Row = linkChanges.LinkChangeRow
type Site = { pageId: string; sectionId: string | null }

/** Changes that are read together, so that renames in a row become one. */
const changesAtOnce = 100
const pagesAtOnce = 50

/**
 * Makes the pending changes of links and tags in a workspace, as changes of the people who caused them. It can stop
 * at any page and continues there.
 */
export async function makePendingChanges(
  context: Pick<Context, 'store' | 'content'>,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const { store } = context
  while (!signal.aborted) {
    const rows = await linkChanges.list(store, workspaceId, changesAtOnce)
    const [first] = rows
    if (first === undefined) return
    // A page that is renamed while someone types its title is changed once.
    const chain =
      first.pageId === null ? [first] : rows.filter(({ pageId }) => pageId === first.pageId)
    const isDone = await makeChange(context, chain, signal)
    if (!isDone) return
    await store.transactIn({ workspaceId }, async (transaction) => {
      for (const row of chain) await linkChanges.remove(transaction, row)
    })
  }
}

async function makeChange(
  { store, content }: Pick<Context, 'store' | 'content'>,
  chain: readonly Row[],
  signal: AbortSignal,
): Promise<boolean> {
  const last = chain.at(-1)
  if (last === undefined) return true
  const { workspaceId, authorId } = last
  const viewer = await viewerOfPerson(store, workspaceId, authorId)
  // Someone who has left changes nothing.
  if (viewer === undefined) return true
  const context: ChangeContext = { store, content, viewer, caller: callerOf(last) }
  for (const row of chain) {
    for (let after = row.doneTo; !signal.aborted;) {
      const pages = await pagesOf(store, viewer, row, after)
      for (const page of pages) {
        if (signal.aborted) return false
        if (await isOpenTo(store, row, page)) {
          await changeIfAllowed(context, page, changeOf(row, last.newText))
        }
      }
      const done = pages.at(-1)?.pageId
      if (done === undefined) break
      after = done
      await store.transactIn({ workspaceId }, (transaction) =>
        linkChanges.advance(transaction, row, done),
      )
    }
  }
  return !signal.aborted
}

function changeOf({ pageId, oldText }: Row, newText: string): LinkChange {
  return pageId === null
    ? { kind: 'rename tag', from: oldText, to: newText }
    : { kind: 'relabel', pageId, from: oldText, to: newText }
}

function pagesOf(
  store: Store,
  viewer: Viewer,
  { pageId, oldText }: Row,
  after: string,
): Promise<Site[]> {
  const part = { after, limit: pagesAtOnce }
  return pageId === null
    ? pageTags.pages(store, viewer, oldText, part)
    : pageLinks.labelled(store, viewer, { targetId: pageId, ...linkedTitle(oldText) }, part)
}

/** Readers of a page do not learn the new title of one in a section that they may not read. */
async function isOpenTo(store: Store, { workspaceId, pageId }: Row, page: Site): Promise<boolean> {
  if (pageId === null) return true
  const sectionId = await sections.ofPage(store, workspaceId, pageId)
  return sectionId === null || sectionId === page.sectionId
}

async function changeIfAllowed(
  context: ChangeContext,
  { pageId, sectionId }: Site,
  change: LinkChange,
): Promise<void> {
  const { store, viewer } = context
  if ((await levelIn(store, viewer, sectionId)) < levelNumbers.write) return
  try {
    await changePageLinks(context, { workspaceId: viewer.workspaceId, pageId }, change)
  } catch (error) {
    // It was deleted or closed since, or has content that no link can be changed in.
    if (!(error instanceof AppError) || error.code === 'BUSY') throw error
  }
}
