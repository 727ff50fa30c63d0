import { generateKeyBetween } from 'fractional-indexing'
import { history, personal, trash, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { subtree } from './subtree.ts'
import { endPosition, type PageAddress, pageNotFound } from './tree.ts'

/** Pages removed in one transaction: the writes of others go between. */
const batch = 100
/** Pages after which an emptying answers, and is asked to go on. */
const mostAtOnce = 5000
const listed = 50

/**
 * Removes a page in the trash, and what went with it, for good. No event tells of it: subscribers were told
 * that the pages are gone when they went. Leaves go first, so that a purge that is cut off leaves the rest
 * as one deletion. Gives how many pages went.
 */
export async function purgePage(context: Context, address: PageAddress): Promise<number> {
  const purged = await purgeIfDeleted(context, address)
  if (purged === undefined) throw pageNotFound(address.pageId)
  return purged
}

async function purgeIfDeleted(
  { store }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<number | undefined> {
  const page = await trash.get(store, workspaceId, pageId)
  if (page === undefined || page.deletedAt === null) return undefined
  const deletion = page.deletedWith ?? pageId
  const pieces = await Array.fromAsync(subtree(store, { workspaceId, pageId }, deletion))
  const ids = pieces.flat().toReversed()
  let purged = 0
  for (let start = 0; start < ids.length; start += batch) {
    purged += await store.transactIn({ workspaceId }, (transaction) =>
      purgeBatch(transaction, { workspaceId, deletion }, ids.slice(start, start + batch)),
    )
  }
  return purged
}

/** Removes what is in the trash, the newest deletion first, until it is empty or much is done. */
export async function emptyTrash(
  context: Context,
  workspaceId: string,
): Promise<{ pages: number; left: number }> {
  let pages = 0
  while (pages < mostAtOnce) {
    const deletions = await trash.list(context.store, workspaceId, { limit: listed, offset: 0 })
    const before = pages
    for (const { id } of deletions) {
      if (pages >= mostAtOnce) break
      pages += (await purgeIfDeleted(context, { workspaceId, pageId: id })) ?? 0
    }
    if (pages === before) break
  }
  return { pages, left: await trash.count(context.store, workspaceId) }
}

async function purgeBatch(
  transaction: Transaction,
  { workspaceId, deletion }: { workspaceId: string; deletion: string },
  ids: readonly string[],
): Promise<number> {
  let purged = 0
  for (const id of ids) {
    const page = await trash.get(transaction, workspaceId, id)
    // It may have been restored meanwhile, or removed by somebody else.
    const isDue = page?.deletedAt != null && (page.deletedWith ?? id) === deletion
    if (!isDue) continue
    await freeChildren(transaction, workspaceId, id)
    await history.remove(transaction, { workspaceId, pageId: id })
    await personal.forgetPage(transaction, workspaceId, id)
    await trash.purge(transaction, workspaceId, id)
    purged += 1
  }
  return purged
}

/** What was deleted on its own before stays in the trash, at the end of the top. */
async function freeChildren(
  transaction: Transaction,
  workspaceId: string,
  id: string,
): Promise<void> {
  const children = await trash.children(transaction, workspaceId, id)
  if (children.length === 0) return
  let position = await endPosition(transaction, workspaceId, null)
  for (const child of children) {
    await trash.place(transaction, { workspaceId, id: child }, { parentId: workspaceId, position })
    position = generateKeyBetween(position, null)
  }
}
