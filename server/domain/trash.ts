import { clock } from '../lib/clock.ts'
import { pages, trash, type Transaction } from '../store/index.ts'
import type { Context } from './context.ts'
import { emit } from './events.ts'
import { reindexTitle, removeFromSearch } from './page-content.ts'
import { endPosition, pageNotFound, parentKey, requirePage } from './page-tree.ts'
import type { PageAddress } from './page-tree.ts'

/** Puts a page and all under it into the trash, out of lists and search. Gives how many went. */
export async function removePage(context: Context, address: PageAddress): Promise<number> {
  const { store, caller } = context
  const { workspaceId, pageId } = address
  return store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requirePage(transaction, workspaceId, pageId)
    const gone = await trash.below(transaction, workspaceId, pageId, null)
    const change = { at: clock.now(), by: caller.userId }
    for (const { id } of gone) {
      await trash.remove(transaction, { workspaceId, id, deletedWith: pageId }, change)
      await removeFromSearch(transaction, { workspaceId, id })
    }
    await emit(transaction, workspaceId, caller, {
      type: 'page.deleted',
      pageId,
      title: page.title,
      pages: gone.length,
    })
    return gone.length
  })
}

export type Restored = { parentId: string | null; pages: number }

/**
 * Brings back a page with all that went with it. Its place is where it was; the end of the top when the
 * page above it is gone. A page that is not in the trash stays as it is.
 */
export async function restorePage(context: Context, address: PageAddress): Promise<Restored> {
  const { store, caller } = context
  const { workspaceId, pageId } = address
  return store.transactIn({ workspaceId }, async (transaction) => {
    const page = await trash.get(transaction, workspaceId, pageId)
    if (page === undefined) throw pageNotFound(pageId)
    if (page.deletedAt === null) return { parentId: orNull(workspaceId, page.parentId), pages: 0 }
    const parentId = await livingParent(transaction, workspaceId, page.parentId)
    const back = await trash.below(transaction, workspaceId, pageId, page.deletedWith ?? pageId)
    const change = { at: clock.now(), by: caller.userId }
    if (parentKey(workspaceId, parentId) !== page.parentId) {
      const position = await endPosition(transaction, workspaceId, parentId)
      const place = { parentId: parentKey(workspaceId, parentId), position }
      await pages.move(transaction, { workspaceId, pageId, ...change }, place)
    }
    for (const { id, title } of back) {
      await trash.restore(transaction, { workspaceId, id }, change)
      await reindexTitle(transaction, { workspaceId, id, title })
    }
    const { title } = page
    const told = { pageId, title, parentId, pages: back.length }
    await emit(transaction, workspaceId, caller, { type: 'page.restored', ...told })
    return { parentId, pages: back.length }
  })
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
