import { clock } from '../../lib/clock.ts'
import { personal } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireWriteAccess } from '../people/access.ts'
import { type PageAddress, requirePage } from './tree.ts'

/** Recent pages per person: stored, and listed. */
const storedRecentPages = 50
const listedRecentPages = 20

export function listFavourites({ store, viewer }: WorkspaceContext): Promise<personal.PageLine[]> {
  return personal.favourites(store, viewer)
}

/** Has no effect on a favourite. Throws FORBIDDEN or PAGE_NOT_FOUND. */
export async function addFavourite(
  { store, caller, viewer }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  requireWriteAccess(caller)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId)
    const owner = { workspaceId, userId: caller.userId }
    await personal.addFavourite(transaction, owner, pageId, clock.now())
  })
}

/** Throws FORBIDDEN. */
export async function removeFavourite(
  { store, caller }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  requireWriteAccess(caller)
  const owner = { workspaceId, userId: caller.userId }
  await store.transactIn('none', (transaction) =>
    personal.removeFavourite(transaction, owner, pageId),
  )
}

export function listRecent({
  store,
  viewer,
}: WorkspaceContext): Promise<(personal.PageLine & { visitedAt: number })[]> {
  return personal.recent(store, viewer, listedRecentPages)
}

/** Throws FORBIDDEN or PAGE_NOT_FOUND. */
export async function recordVisit(
  { store, caller, viewer }: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  requireWriteAccess(caller)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId)
    const owner = { workspaceId, userId: caller.userId }
    await personal.visit(transaction, owner, { pageId, now: clock.now(), keep: storedRecentPages })
  })
}
