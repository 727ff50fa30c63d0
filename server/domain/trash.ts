import { clock } from '../lib/clock.ts'
import { pages, search, searchPending, trash, type Transaction } from '../store/index.ts'
import type { Context } from './context.ts'
import { emit } from './events.ts'
import { endPosition, pageNotFound, parentKey, requirePage } from './page-tree.ts'
import type { PageAddress } from './page-tree.ts'
import { indexPending } from './search-reindex.ts'
import { versions } from './search-versions.ts'
import { subtree } from './subtree.ts'

/** Puts a page and all under it into the trash, out of lists and search. Gives how many went. */
export async function removePage(context: Context, address: PageAddress): Promise<number> {
  const { store, caller } = context
  const { workspaceId, pageId } = address
  return store.transactAlone({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    const change = { at: clock.now(), by: caller.userId }
    let gone = 0
    for await (const ids of subtree(transaction, address, null)) {
      await trash.remove(transaction, { workspaceId, ids, deletedWith: pageId }, change)
      await search.logRemovals(transaction, { workspaceId, ids }, versions.analyser)
      gone += ids.length
    }
    const { title } = page
    await emit(transaction, workspaceId, caller, {
      type: 'page.deleted',
      pageId,
      title,
      pages: gone,
    })
    return gone
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
  let back = 0
  for await (const ids of subtree(transaction, address, page.deletedWith ?? pageId)) {
    await trash.restore(transaction, { workspaceId, ids }, change)
    await searchPending.add(transaction, { workspaceId, ids })
    back += ids.length
  }
  const { title } = page
  const told = { pageId, title, parentId, pages: back }
  await emit(transaction, workspaceId, caller, { type: 'page.restored', ...told })
  return { parentId, pages: back }
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
