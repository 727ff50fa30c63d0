import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { personal } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { type PageAddress, requirePage } from './tree.ts'

/** How many pages opened last are remembered of each person, and shown. */
const remembered = 50
const shown = 20

export function listFavourites(
  { store, caller }: Context,
  workspaceId: string,
): Promise<personal.PageLine[]> {
  return personal.favourites(store, { workspaceId, userId: caller.userId })
}

/** Twice is once. */
export async function addFavourite(
  { store, caller }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  refuseReaders(caller)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, workspaceId, pageId)
    const own = { workspaceId, userId: caller.userId }
    await personal.addFavourite(transaction, own, pageId, clock.now())
  })
}

export async function removeFavourite(
  { store, caller }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  refuseReaders(caller)
  const own = { workspaceId, userId: caller.userId }
  await store.transactIn('nothing', (transaction) =>
    personal.removeFavourite(transaction, own, pageId),
  )
}

export function listRecent(
  { store, caller }: Context,
  workspaceId: string,
): Promise<(personal.PageLine & { visitedAt: number })[]> {
  return personal.recent(store, { workspaceId, userId: caller.userId }, shown)
}

export async function visitPage(
  { store, caller }: Context,
  { workspaceId, pageId }: PageAddress,
): Promise<void> {
  refuseReaders(caller)
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, workspaceId, pageId)
    const own = { workspaceId, userId: caller.userId }
    await personal.visit(transaction, own, { pageId, now: clock.now(), keep: remembered })
  })
}

/** A viewer may keep favourites, a key that may only read changes nothing. */
function refuseReaders({ readOnly }: Context['caller']): void {
  if (readOnly)
    throw new AppError('FORBIDDEN', 'This API key is read-only. Use a key with write access.')
}
