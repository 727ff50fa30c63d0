import { activity, runChanges } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { readRows } from '../pages/journal/body.ts'
import { subtree } from '../pages/subtree.ts'
import type { PageAddress } from '../pages/tree.ts'
import { type Family, isReverted } from './target.ts'

/** Events read at once. */
const batchSize = 200

/**
 * Whether others did nothing on a page that the family created, nor below it: then it goes to the trash as a whole.
 * Pages that are about to leave it, with those below them, do not count.
 */
export async function isUntouched(
  context: WorkspaceContext,
  family: Family,
  page: PageAddress,
  {
    created,
    leaving,
    deletedWith = null,
  }: {
    created: ReadonlySet<string>
    leaving: ReadonlySet<string>
    /** The deleted page with which it is in the trash. */
    deletedWith?: string | null
  },
): Promise<boolean> {
  const { workspaceId } = page
  const left = new Set<string>()
  for await (const part of subtree(context.store, page, deletedWith)) {
    for (const pageId of part) {
      if (!leaving.has(pageId) || left.has(pageId)) continue
      const one = { workspaceId, pageId }
      for await (const below of subtree(context.store, one, deletedWith)) {
        for (const id of below) left.add(id)
      }
    }
    const ids = part.filter((pageId) => !left.has(pageId))
    if (ids.some((pageId) => !created.has(pageId))) return false
    const makers = await runChanges.makers(context.store, workspaceId, ids)
    if (makers.some((maker) => !isReverted(family, maker))) return false
  }
  return true
}

/**
 * Whether others did nothing since an event on a page that the family restored from the trash, nor below it: then it
 * goes back as a whole.
 */
export async function isUntouchedSince(
  context: WorkspaceContext,
  family: Family,
  page: PageAddress,
  restored: Restored,
  deletedWith: string | null = null,
): Promise<boolean> {
  const { workspaceId } = page
  for await (const ids of subtree(context.store, page, deletedWith)) {
    for (const pageId of ids) {
      if (await isTouchedSince(context, family, { workspaceId, pageId }, restored)) return false
    }
  }
  return true
}

type Restored = { sequence: number; at: number }

async function isTouchedSince(
  { store }: WorkspaceContext,
  family: Family,
  address: PageAddress,
  { sequence, at }: Restored,
): Promise<boolean> {
  const { workspaceId, pageId } = address
  // What someone types has no event yet.
  const rows = await readRows(store, address, 0)
  if (rows.some((row) => row.at >= at && !isReverted(family, row))) return true
  const whose = { of: 'page', id: pageId } as const
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const found = await activity.newest(store, workspaceId, whose, { before, limit: batchSize })
    const since = found.filter((event) => event.sequence > sequence)
    if (since.some(({ runId, createdAt }) => !isReverted(family, { runId, at: createdAt }))) {
      return true
    }
    if (since.length < batchSize) return false
    before = since.at(-1)?.sequence ?? 0
  }
}
