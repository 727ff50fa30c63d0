import { clock } from '../../lib/clock.ts'
import { watches } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { requireWriteAccess } from '../people/access.ts'

/** The pages that the caller watches, as far as they can read them, in the order of their watches. */
export function listWatches({ store, viewer }: WorkspaceContext): Promise<watches.WatchedPage[]> {
  return watches.list(store, viewer)
}

/** Watches a page, or changes whether its subpages are watched too. Throws FORBIDDEN or PAGE_NOT_FOUND. */
export async function addWatch(
  { store, caller, viewer }: WorkspaceContext,
  { workspaceId, pageId, includesSubpages }: PageAddress & { includesSubpages: boolean },
): Promise<void> {
  requireWriteAccess(caller)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId)
    await watches.put(
      transaction,
      { workspaceId, userId: caller.userId },
      { pageId, includesSubpages: includesSubpages ? 1 : 0, at: clock.now() },
    )
  })
}

/** Has no effect on a page that is not watched. Throws FORBIDDEN. */
export async function removeWatch(
  { store, caller }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  requireWriteAccess(caller)
  await store.transactIn('none', (transaction) =>
    watches.remove(transaction, { workspaceId, userId: caller.userId }, pageId),
  )
}
