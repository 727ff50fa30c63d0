import { clock } from '../../lib/clock.ts'
import { startWriteSlice } from '../../lib/time-slices.ts'
import { versions } from '../../search/index/versions.ts'
import {
  pageLookup,
  pages,
  search,
  searchPending,
  trash,
  type Transaction,
  type Viewer,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'
import { requireLevel } from '../rights/levels.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { keepAccess } from '../rights/retained-access.ts'
import { indexPages } from '../search/reindex.ts'
import { countPages } from './count.ts'
import { pagesBehind } from './journal/behind.ts'
import { checkpoint } from './journal/checkpoint.ts'
import { onPage } from './page-queue.ts'
import { recordTrash } from './proposed.ts'
import { mailNotices, noticeOf, type SectionNotice } from './sections/notices.ts'
import { subtree } from './subtree.ts'
import { endPosition, parentKey, requirePage } from './tree.ts'
import type { PageAddress } from './tree.ts'

/** Hidden sections whose managers are notified of one deletion. */
const maxNotices = 50

/**
 * Moves a page and all pages below it to the trash. Returns the number that the caller can see. Those who manage
 * pages among them that the caller cannot read are notified. Throws PAGE_NOT_FOUND or FORBIDDEN.
 */
export async function removePage(context: WorkspaceContext, address: PageAddress): Promise<number> {
  const { workspaceId } = address
  const { removed, notices } = await context.store.transactAlone({ workspaceId }, (transaction) =>
    removeWithin(transaction, context, address),
  )
  mailNotices(context, notices)
  return removed
}

/** The same in the transaction of the caller, which runs alone and mails the notices when it is committed. */
export async function removeWithin(
  transaction: Transaction,
  { caller, viewer, draft }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<{ removed: number; notices: SectionNotice[] }> {
  const address = { workspaceId, pageId }
  const page = await requirePage(transaction, viewer, pageId, 'write')
  if (draft !== undefined) {
    recordTrash(draft, page)
    return { removed: 0, notices: [] }
  }
  const notices: SectionNotice[] = []
  const change = { at: clock.now(), by: caller.userId, runId: caller.run?.id ?? null }
  const deleted = countPages(transaction, viewer)
  for await (const ids of subtree(transaction, address, null)) {
    await trash.remove(transaction, { workspaceId, ids, deletedWith: pageId }, change)
    await search.logRemovals(transaction, { workspaceId, ids }, versions.analyser)
    await deleted.add(ids)
  }
  const { title } = page
  const event = { type: 'page.deleted', pageId, title, ...deleted.forEvent(page) } as const
  await emit(transaction, workspaceId, caller, event, deleted.delta(-1))
  const hidden = (await deleted.hiddenSections()).slice(0, maxNotices)
  for (const sectionId of hidden) {
    notices.push(await noticeOf(transaction, { workspaceId, sectionId }, 'deleted'))
  }
  return { removed: await deleted.readable(), notices }
}

/** A page that goes to the trash together with pages below it. */
export type Deletion = { page: trash.LivePage; below: readonly trash.LivePage[] }

/** Pages that one statement changes. */
const batchSize = 128

/**
 * Moves pages to the trash in the transaction of the caller, which runs alone, has checked that the viewer may write
 * all of them, and lists everything below them.
 */
export async function removeAll(
  transaction: Transaction,
  { caller, viewer }: WorkspaceContext,
  deletions: readonly Deletion[],
): Promise<void> {
  const { workspaceId } = viewer
  const timeSlice = startWriteSlice()
  const change = { at: clock.now(), by: caller.userId, runId: caller.run?.id ?? null }
  const inBatches = async (ids: readonly string[], work: (batch: string[]) => Promise<void>) => {
    for (let start = 0; start < ids.length; start += batchSize) {
      await work(ids.slice(start, start + batchSize))
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  }
  const single = deletions.filter(({ below }) => below.length === 0).map(({ page }) => page.id)
  await inBatches(single, (ids) => trash.removeEach(transaction, { workspaceId, ids }, change))
  for (const { page, below } of deletions) {
    if (below.length === 0) continue
    const ids = [page.id, ...below.map(({ id }) => id)]
    const deletion = { workspaceId, deletedWith: page.id }
    await inBatches(ids, (batch) => trash.remove(transaction, { ...deletion, ids: batch }, change))
  }
  const all = deletions.flatMap(({ page, below }) => [page.id, ...below.map(({ id }) => id)])
  await inBatches(all, (ids) =>
    search.logRemovals(transaction, { workspaceId, ids }, versions.analyser),
  )
  for (const { page, below } of deletions) {
    const count = countPages(transaction, viewer)
    count.addRows([page, ...below].map((one) => ({ ...one, pages: 1 })))
    const { id: pageId, title } = page
    const event = { type: 'page.deleted', pageId, title, ...count.forEvent(page) } as const
    await emit(transaction, workspaceId, caller, event, count.delta(-1))
    if (timeSlice.isOver()) await timeSlice.pause()
  }
}

/** Pages that a caller waits for search to know: about a second of work. The background indexes more. */
const maxIndexedPages = 1024

export type Restored = { parentId: string | null; pages: number }

/**
 * Restores a page and all pages deleted with it to their position, or to the end of the top level if the parent
 * no longer exists. Has no effect on a page that is not deleted. Search knows up to `maxIndexedPages` pages when this
 * resolves, or after a crash at the next start. Throws PAGE_NOT_FOUND.
 */
export async function restorePage(
  context: WorkspaceContext,
  address: PageAddress,
): Promise<Restored & { isIndexing?: true }> {
  const { store } = context
  const { workspaceId } = address
  const ids = new Set<string>()
  const restored = await store.transactAlone({ workspaceId }, (transaction) =>
    restoreTree(transaction, context, address, ids),
  )
  if (ids.size === 0) {
    const pending = await searchPending.among(store, { workspaceId, ids: [address.pageId] })
    return pending.length === 0 ? restored : { ...restored, isIndexing: true }
  }
  await checkpointAll(context, workspaceId, ids)
  if (ids.size <= maxIndexedPages) {
    await indexPages(context, workspaceId, [...ids])
    return restored
  }
  await store.commitOpen?.()
  context.search.onPending(workspaceId)
  return { ...restored, isIndexing: true }
}

/** Stores what was typed before the pages were deleted. */
async function checkpointAll(
  context: WorkspaceContext,
  workspaceId: string,
  ids: ReadonlySet<string>,
): Promise<void> {
  for await (const page of pagesBehind(context.store, workspaceId, Number.MAX_SAFE_INTEGER)) {
    if (ids.has(page.pageId)) await onPage(context.store, page, () => checkpoint(context, page))
  }
}

async function restoreTree(
  transaction: Transaction,
  { caller, viewer }: WorkspaceContext,
  address: PageAddress,
  restored: Set<string>,
): Promise<Restored> {
  const { workspaceId, pageId } = address
  const page = await trash.get(transaction, viewer, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  requireLevel(page.level, 'write', 'Ask someone who manages this page.')
  if (page.deletedAt === null) {
    return { parentId: await visibleParent(transaction, viewer, page.parentId), pages: 0 }
  }
  const parentId = await liveParent(transaction, workspaceId, page.parentId)
  const change = { at: clock.now(), by: caller.userId }
  let moved = {}
  if (parentKey(workspaceId, parentId) !== page.parentId) {
    const before = (await trash.page(transaction, viewer, pageId))?.position ?? ''
    const position = await endPosition(transaction, workspaceId, parentId)
    const location = { parentId: parentKey(workspaceId, parentId), position }
    await keepAccess(transaction, caller, { ...page, workspaceId })
    await pages.move(transaction, { workspaceId, pageId, ...change }, location)
    const positions = { before, after: position }
    moved = { movedFrom: { parentId: page.parentId }, position: positions }
  }
  const count = countPages(transaction, viewer)
  for await (const ids of subtree(transaction, address, page.deletedWith ?? pageId)) {
    await trash.restore(transaction, { workspaceId, ids }, change)
    await searchPending.add(transaction, { workspaceId, ids })
    await count.add(ids)
    for (const id of ids) restored.add(id)
  }
  const { title } = page
  const counts = count.forEvent(page)
  const event = { type: 'page.restored', pageId, title, parentId, ...counts, ...moved } as const
  await emit(transaction, workspaceId, caller, event, count.delta(1))
  const shown = await visibleParent(transaction, viewer, parentKey(workspaceId, parentId))
  return { parentId: shown, pages: await count.readable() }
}

async function liveParent(
  transaction: Transaction,
  workspaceId: string,
  parentId: string,
): Promise<string | null> {
  if (parentId === workspaceId) return null
  return (await pageLookup.exists(transaction, workspaceId, parentId)) ? parentId : null
}

/** The parent that the viewer sees; null at the top level and for a parent that the viewer cannot read. */
async function visibleParent(
  transaction: Transaction,
  viewer: Viewer,
  parentId: string,
): Promise<string | null> {
  if (parentId === viewer.workspaceId) return null
  return (await pages.get(transaction, viewer, parentId)) === undefined ? null : parentId
}

/** The deletions in the trash, newest first. */
export function listTrash(
  { store, viewer }: WorkspaceContext,
  { limit, offset }: { limit: number; offset: number },
): Promise<trash.TrashItem[]> {
  return trash.list(store, viewer, { limit, offset })
}
