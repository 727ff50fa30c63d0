import { generateKeyBetween } from 'fractional-indexing'
import {
  daily,
  history,
  inboxUpkeep,
  levelNumbers,
  personal,
  sections,
  properties,
  proposalChanges,
  skillDrafts,
  skillEvaluations,
  skillFiles,
  skillLabels,
  skillStates,
  skillUses,
  skillVersions,
  steps,
  systemViewer,
  templates,
  trash,
  type Transaction,
  watches,
} from '../../store/index.ts'
import type { Caller, WorkspaceContext } from '../context.ts'
import { requireLevel } from '../rights/levels.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { removeSection } from '../rights/removal.ts'
import { keepAccess } from '../rights/retained-access.ts'
import { countPages } from './count.ts'
import { subtree } from './subtree.ts'
import { endPosition, type PageAddress } from './tree.ts'

/** Pages removed in one transaction, so that other writes can run in between. */
const batchSize = 100
/** After this many pages, emptying the trash returns and has to be called again. */
const maxPagesPerCall = 5000
const listLimit = 50

/**
 * Permanently deletes a page in the trash and all pages deleted with it, without an event: the deletion already
 * had one. Removes leaves first, so that an interrupted purge leaves the rest as one deletion. Returns the number
 * of pages that the caller can read. Throws PAGE_NOT_FOUND or FORBIDDEN.
 */
export async function purgePage(context: WorkspaceContext, address: PageAddress): Promise<number> {
  const purged = await purgeIfDeleted(context, address)
  if (purged === undefined) throw pageNotFound(address.pageId)
  return purged.readable
}

type Purged = { all: number; readable: number }

async function purgeIfDeleted(
  context: WorkspaceContext,
  { workspaceId, pageId }: PageAddress,
): Promise<Purged | undefined> {
  const { store, viewer } = context
  const page = await trash.get(store, viewer, pageId)
  if (page === undefined || page.deletedAt === null) return undefined
  requireLevel(page.level, 'manage', 'Ask someone who manages this page.')
  const deletion = page.deletedWith ?? pageId
  const batches = await Array.fromAsync(subtree(store, { workspaceId, pageId }, deletion))
  const ids = batches.flat().toReversed()
  const purged = { all: 0, readable: 0 }
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    const { all, readable } = await store.transactIn({ workspaceId }, (transaction) =>
      purgeBatch(transaction, context, { workspaceId, deletion }, batch),
    )
    purged.all += all
    purged.readable += readable
  }
  return purged
}

/** Permanently deletes pages in the trash that the caller manages, newest deletion first, up to the limit per call. */
export async function emptyTrash(
  context: WorkspaceContext,
): Promise<{ pages: number; left: number }> {
  const { store, viewer } = context
  const { workspaceId } = viewer
  let pages = 0
  let all = 0
  let offset = 0
  while (all < maxPagesPerCall) {
    const deletions = await trash.list(store, viewer, { limit: listLimit, offset })
    if (deletions.length === 0) return { pages, left: 0 }
    for (const { id } of deletions) {
      if (all >= maxPagesPerCall) break
      const page = await trash.get(store, viewer, id)
      const isManaged = page !== undefined && page.level >= levelNumbers.manage
      const purged = isManaged
        ? await purgeIfDeleted(context, { workspaceId, pageId: id })
        : undefined
      if (purged === undefined || purged.all === 0) offset += 1
      pages += purged?.readable ?? 0
      all += purged?.all ?? 0
    }
  }
  return { pages, left: await trash.count(store, viewer) }
}

async function purgeBatch(
  transaction: Transaction,
  { caller, viewer }: WorkspaceContext,
  { workspaceId, deletion }: { workspaceId: string; deletion: string },
  ids: readonly string[],
): Promise<Purged> {
  const due: trash.TrashRow[] = []
  for (const id of ids) {
    const page = await trash.get(transaction, systemViewer(workspaceId), id)
    // Another request may have restored or removed it.
    const isDue = page?.deletedAt != null && (page.deletedWith ?? id) === deletion
    if (isDue) due.push(page)
  }
  const count = countPages(transaction, viewer)
  await count.add(due.map(({ id }) => id))
  const purged = { all: due.length, readable: await count.readable() }
  for (const { id, sectionId } of due) {
    await freeChildren(transaction, caller, { workspaceId, id })
    if (sectionId === id) await removeSection(transaction, { workspaceId, sectionId: id })
    await history.remove(transaction, { workspaceId, pageId: id })
    await steps.remove(transaction, { workspaceId, pageId: id })
    await properties.removePage(transaction, { workspaceId, pageId: id })
    await proposalChanges.removeOfPage(transaction, { workspaceId, pageId: id })
    await templates.remove(transaction, { workspaceId, pageId: id })
    await removeSkill(transaction, { workspaceId, pageId: id })
    await daily.removePage(transaction, { workspaceId, pageId: id })
    await inboxUpkeep.removePage(transaction, { workspaceId, pageId: id })
    await watches.removePage(transaction, { workspaceId, pageId: id })
    await personal.forgetPage(transaction, workspaceId, id)
    await trash.purge(transaction, workspaceId, id)
  }
  return purged
}

async function removeSkill(transaction: Transaction, page: PageAddress): Promise<void> {
  await skillLabels.removeAll(transaction, page)
  await skillFiles.remove(transaction, page)
  await skillUses.remove(transaction, page)
  await skillEvaluations.remove(transaction, page)
  await skillVersions.remove(transaction, page)
  await skillDrafts.remove(transaction, page)
  await skillStates.remove(transaction, page)
}

/** Pages that were deleted separately stay in the trash, at the end of the top level, with their permissions. */
async function freeChildren(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const children = await trash.children(transaction, workspaceId, id)
  if (children.length === 0) return
  let position = await endPosition(transaction, workspaceId, null)
  for (const child of children) {
    const sectionId = await sections.ofPage(transaction, workspaceId, child)
    await keepAccess(transaction, caller, { workspaceId, id: child, sectionId })
    await trash.reparent(
      transaction,
      { workspaceId, id: child },
      { parentId: workspaceId, position },
    )
    position = generateKeyBetween(position, null)
  }
}
