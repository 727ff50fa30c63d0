import { startTimeSlice } from '../../lib/time-slices.ts'
import { levelNumbers, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { subtree } from '../pages/subtree.ts'
import type { PageAddress } from '../pages/tree.ts'
import { hasDeleted } from './own-events.ts'
import { firstOfLast } from './page-moves.ts'
import type { PageChanges, Plan } from './plan.ts'
import type { Family } from './target.ts'

/**
 * Pages that the family deleted and that return with everything that went with them, parents before those below them:
 * pages of others, and pages of the family with pages of others inside.
 */
export async function returningPages(
  context: WorkspaceContext,
  family: Family,
  plan: Plan,
): Promise<string[]> {
  const { store, viewer } = context
  const { workspaceId } = family
  const deleted = plan.pages.filter(({ deleted: sequence }) => sequence !== undefined)
  deleted.sort((one, other) => (other.deleted ?? 0) - (one.deleted ?? 0))
  const homes = new Map<string, string>()
  for (const { pageId, moves } of plan.pages) {
    const first = firstOfLast(moves)
    if (first !== undefined) homes.set(pageId, first.from ?? workspaceId)
  }
  const restored = new Set(
    plan.pages.filter(({ origin }) => origin === 'restored').map(({ pageId }) => pageId),
  )
  const timeSlice = startTimeSlice()
  const returning: string[] = []
  for (const changes of deleted) {
    const { pageId } = changes
    if (timeSlice.isOver()) await timeSlice.pause()
    const row = await trash.get(store, viewer, pageId)
    const isTrashed = row?.deletedAt != null && (row.deletedWith ?? pageId) === pageId
    if (!isTrashed || row.level < levelNumbers.write) continue
    if (!(await hasDeleted(store, family, row))) continue
    if (await wasInTrash(context, row, { restored, homes })) continue
    const address = { workspaceId, pageId }
    if (await comesBack(store, address, { changes, homes, created: plan.created })) {
      returning.push(pageId)
    }
  }
  return returning
}

/** Whether a page came from the trash with one above it that the run restored, and stayed there. */
async function wasInTrash(
  { store, viewer }: WorkspaceContext,
  page: trash.TrashRow,
  { restored, homes }: { restored: ReadonlySet<string>; homes: ReadonlyMap<string, string> },
): Promise<boolean> {
  // In a damaged tree, a page can be its own descendant.
  const seen = new Set<string>()
  for (let now = page; !seen.has(now.id) && !homes.has(now.id);) {
    seen.add(now.id)
    const parent = await trash.get(store, viewer, now.parentId)
    if (parent?.deletedAt == null) return false
    if (restored.has(parent.id)) return true
    now = parent
  }
  return false
}

type Inside = {
  changes: PageChanges
  /** The former parents of moved pages. */
  homes: ReadonlyMap<string, string>
  created: ReadonlySet<string>
}

async function comesBack(
  store: WorkspaceContext['store'],
  address: PageAddress,
  { changes: { origin }, homes, created }: Inside,
): Promise<boolean> {
  if (origin === 'deleted') return true
  const ids = new Set<string>()
  for await (const part of subtree(store, address, address.pageId)) {
    for (const id of part) ids.add(id)
  }
  if (origin === 'created') return !ids.isSubsetOf(created)
  // It was in the trash before. Pages that were moved into it leave it again, and others return to it.
  for (const [id, first] of homes) {
    if (id !== address.pageId && ids.has(id) !== ids.has(first)) return true
  }
  return false
}
