import { activity, runChanges } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { readRows } from '../pages/journal/body.ts'
import type { PageAddress } from '../pages/tree.ts'
import { type ExpectedTree, expectedSubtree } from './expected-subtree.ts'
import { isOwnEvent } from './own-events.ts'
import { type Family, isReverted } from './target.ts'

/** Events read at once. */
const batchSize = 200

/**
 * Whether others did nothing on a page that the family created, nor on what will be below it: then it goes to the trash
 * as a whole.
 */
export async function isUntouched(
  context: WorkspaceContext,
  family: Family,
  page: PageAddress,
  { created, tree, deletedWith }: Now & { created: ReadonlySet<string> },
): Promise<boolean> {
  for await (const ids of expectedSubtree(context.store, page, { ...tree, deletedWith })) {
    if (ids.some((pageId) => !created.has(pageId))) return false
    if (await haveOthersChanged(context, family, ids)) return false
  }
  return true
}

/** Whether others changed one of some pages that the family created. */
async function haveOthersChanged(
  context: WorkspaceContext,
  family: Family,
  pageIds: readonly string[],
): Promise<boolean> {
  const { workspaceId } = family
  const makers = await runChanges.makers(context.store, workspaceId, pageIds)
  for (const { pageId } of makers.filter((maker) => !isReverted(family, maker))) {
    // Who accepted a proposed page made its first version.
    const accepted = family.accepted.created.get(pageId)
    if (accepted === undefined) return true
    if (await isTouchedSince(context, family, { workspaceId, pageId }, accepted)) return true
  }
  return false
}

/** The tree to look at, and the deleted page with which a page is in the trash. */
type Now = { tree: ExpectedTree; deletedWith: string | null }

/**
 * Whether others did nothing since an event on a page that the family restored from the trash, nor on what will be below
 * it: then it goes back as a whole.
 */
export async function isUntouchedSince(
  context: WorkspaceContext,
  family: Family,
  page: PageAddress,
  { restored, tree, deletedWith }: Now & { restored: Restored },
): Promise<boolean> {
  const { workspaceId } = page
  for await (const ids of expectedSubtree(context.store, page, { ...tree, deletedWith })) {
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
    if (since.some((event) => !isOwnEvent(family, event))) return true
    if (since.length < batchSize) return false
    before = since.at(-1)?.sequence ?? 0
  }
}
