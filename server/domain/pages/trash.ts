import { clock } from '../../lib/clock.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import { versions } from '../../search/index/versions.ts'
import { pages, search, searchPending, trash, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { emit } from '../events/events.ts'
import { indexPending } from '../search/reindex.ts'
import { subtree } from './subtree.ts'
import { endPosition, pageNotFound, parentKey, requirePage } from './tree.ts'
import type { PageAddress } from './tree.ts'

/** Moves a page and all pages below it to the trash. Returns their number. Throws PAGE_NOT_FOUND. */
export async function removePage(context: Context, address: PageAddress): Promise<number> {
  const { store, caller } = context
  const { workspaceId, pageId } = address
  return store.transactAlone({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    const change = { at: clock.now(), by: caller.userId }
    const deleted = startCount(transaction, workspaceId)
    for await (const ids of subtree(transaction, address, null)) {
      await trash.remove(transaction, { workspaceId, ids, deletedWith: pageId }, change)
      await search.logRemovals(transaction, { workspaceId, ids }, versions.analyser)
      await deleted.add(ids)
    }
    const { title } = page
    const event = { type: 'page.deleted', pageId, title, pages: deleted.pages() } as const
    await emit(transaction, workspaceId, caller, event, deleted.delta(-1))
    return deleted.pages()
  })
}

export type Restored = { parentId: string | null; pages: number }

/**
 * Restores a page and all pages deleted with it to their position, or to the end of the top level if the parent
 * no longer exists. Has no effect on a page that is not deleted. Search knows all pages when this resolves, or
 * after a crash at the next start. Throws PAGE_NOT_FOUND.
 */
export async function restorePage(context: Context, address: PageAddress): Promise<Restored> {
  const { store } = context
  const { workspaceId } = address
  const restored = await store.transactAlone({ workspaceId }, (transaction) =>
    restoreTree(transaction, context, address),
  )
  if (restored.pages > 0) await indexPending(context, workspaceId)
  return restored
}

async function restoreTree(
  transaction: Transaction,
  { caller }: Context,
  address: PageAddress,
): Promise<Restored> {
  const { workspaceId, pageId } = address
  const page = await trash.get(transaction, workspaceId, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  if (page.deletedAt === null) return { parentId: orNull(workspaceId, page.parentId), pages: 0 }
  const parentId = await liveParent(transaction, workspaceId, page.parentId)
  const change = { at: clock.now(), by: caller.userId }
  if (parentKey(workspaceId, parentId) !== page.parentId) {
    const position = await endPosition(transaction, workspaceId, parentId)
    const location = { parentId: parentKey(workspaceId, parentId), position }
    await pages.move(transaction, { workspaceId, pageId, ...change }, location)
  }
  const count = startCount(transaction, workspaceId)
  for await (const ids of subtree(transaction, address, page.deletedWith ?? pageId)) {
    await trash.restore(transaction, { workspaceId, ids }, change)
    await searchPending.add(transaction, { workspaceId, ids })
    await count.add(ids)
  }
  const { title } = page
  const event = { type: 'page.restored', pageId, title, parentId, pages: count.pages() } as const
  await emit(transaction, workspaceId, caller, event, count.delta(1))
  return { parentId, pages: count.pages() }
}

type Count = {
  add: (ids: readonly string[]) => Promise<void>
  pages: () => number
  delta: (sign: 1 | -1) => Partial<Record<PageType, number>>
}

/** Counts pages by their type. */
function startCount(transaction: Transaction, workspaceId: string): Count {
  const counts = new Map<PageType, number>()
  return {
    add: async (ids) => {
      for (const { type, pages } of await trash.types(transaction, { workspaceId, ids })) {
        counts.set(type, (counts.get(type) ?? 0) + pages)
      }
    },
    pages: () => counts.values().reduce((sum, pages) => sum + pages, 0),
    delta: (sign) =>
      Object.fromEntries(counts.entries().map(([type, pages]) => [type, sign * pages])),
  }
}

async function liveParent(
  transaction: Transaction,
  workspaceId: string,
  parentId: string,
): Promise<string | null> {
  if (parentId === workspaceId) return null
  return (await pages.get(transaction, workspaceId, parentId)) === undefined ? null : parentId
}

function orNull(workspaceId: string, parentId: string): string | null {
  return parentId === workspaceId ? null : parentId
}

/** The deletions in the trash, newest first. */
export function listTrash(
  { store }: Context,
  workspaceId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<trash.TrashItem[]> {
  return trash.list(store, workspaceId, { limit, offset })
}
