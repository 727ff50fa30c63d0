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

/** Puts a page and all under it into the trash, out of lists and search. Gives how many went. */
export async function removePage(context: Context, address: PageAddress): Promise<number> {
  const { store, caller } = context
  const { workspaceId, pageId } = address
  return store.transactAlone({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    const change = { at: clock.now(), by: caller.userId }
    const gone = startCount(transaction, workspaceId)
    for await (const ids of subtree(transaction, address, null)) {
      await trash.remove(transaction, { workspaceId, ids, deletedWith: pageId }, change)
      await search.logRemovals(transaction, { workspaceId, ids }, versions.analyser)
      await gone.add(ids)
    }
    const { title } = page
    const told = { type: 'page.deleted', pageId, title, pages: gone.pages() } as const
    await emit(transaction, workspaceId, caller, told, gone.delta(-1))
    return gone.pages()
  })
}

export type Restored = { parentId: string | null; pages: number }

/**
 * Brings back a page with all that went with it. Its place is where it was; the end of the top when the
 * page above it is gone. A page that is not in the trash stays as it is. The pages are there at once;
 * search has learned of all of them when this resolves, or after a crash at the next start.
 */
export async function restorePage(context: Context, address: PageAddress): Promise<Restored> {
  const { store } = context
  const { workspaceId } = address
  const restored = await store.transactAlone({ workspaceId }, (transaction) =>
    bringBack(transaction, context, address),
  )
  if (restored.pages > 0) await indexPending(context, workspaceId)
  return restored
}

async function bringBack(
  transaction: Transaction,
  { caller }: Context,
  address: PageAddress,
): Promise<Restored> {
  const { workspaceId, pageId } = address
  const page = await trash.get(transaction, workspaceId, pageId)
  if (page === undefined) throw pageNotFound(pageId)
  if (page.deletedAt === null) return { parentId: orNull(workspaceId, page.parentId), pages: 0 }
  const parentId = await livingParent(transaction, workspaceId, page.parentId)
  const change = { at: clock.now(), by: caller.userId }
  if (parentKey(workspaceId, parentId) !== page.parentId) {
    const position = await endPosition(transaction, workspaceId, parentId)
    const place = { parentId: parentKey(workspaceId, parentId), position }
    await pages.move(transaction, { workspaceId, pageId, ...change }, place)
  }
  const back = startCount(transaction, workspaceId)
  for await (const ids of subtree(transaction, address, page.deletedWith ?? pageId)) {
    await trash.restore(transaction, { workspaceId, ids }, change)
    await searchPending.add(transaction, { workspaceId, ids })
    await back.add(ids)
  }
  const { title } = page
  const told = { type: 'page.restored', pageId, title, parentId, pages: back.pages() } as const
  await emit(transaction, workspaceId, caller, told, back.delta(1))
  return { parentId, pages: back.pages() }
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

async function livingParent(
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

/** What is in the trash, deletion by deletion, newest first. */
export function listTrash(
  { store }: Context,
  workspaceId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<trash.TrashItem[]> {
  return trash.list(store, workspaceId, { limit, offset })
}
