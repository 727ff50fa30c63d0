import { startTimeSlice } from '../../../lib/time-slices.ts'
import { type pages, type Transaction, transfers } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { moveUpOthers } from '../../pages/sections/move-up.ts'
import { mailNotices } from '../../pages/sections/notices.ts'
import { removeWithin } from '../../pages/trash.ts'
import { requirePage } from '../../pages/tree.ts'
import { requireMember } from '../../people/access.ts'
import type { CopyContexts } from './read-original.ts'
import { readTransferTree } from './transfer-tree.ts'
import { copyIdOf, endTransfer } from './transfers.ts'

/**
 * Moves the originals to the trash, if each is still as it was copied, and ends the transfer in the same transaction.
 * Pages that stay move up to the parent of the first page, with the permissions that they have. False if a page
 * changed since. Throws PAGE_NOT_FOUND or FORBIDDEN.
 */
export async function finishMove(
  { source, row }: CopyContexts,
  marks: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { workspaceId, pageId } = row
  const finished = await source.store.transactAlone({ workspaceId }, async (transaction) => {
    const { caller } = source
    const viewer = await requireMember({ store: transaction, caller }, workspaceId, 'write')
    const context = { ...source, viewer }
    const root = await requirePage(transaction, viewer, pageId, 'write')
    const going = await unchanged(transaction, context, { root, row, marks })
    if (going === undefined) return undefined
    const isEnded = await endTransfer(transaction, row, {
      from: 'running',
      to: 'done',
      error: null,
    })
    // It was cancelled.
    if (!isEnded) return { notices: [] }
    // Also those that the caller cannot read: neither the answer nor what the caller sees depends on them.
    await moveUpOthers(transaction, context, root, (id) => going.has(id))
    return removeWithin(transaction, context, { workspaceId, pageId })
  })
  if (finished === undefined) return false
  mailNotices(source, finished.notices)
  return true
}

/** The pages that move; undefined if one of them is not as it was copied. */
async function unchanged(
  transaction: Transaction,
  { viewer }: WorkspaceContext,
  {
    root,
    row,
    marks,
  }: { root: pages.ReadablePage; row: CopyContexts['row']; marks: ReadonlyMap<string, string> },
): Promise<ReadonlySet<string> | undefined> {
  const { workspaceId } = row
  const timeSlice = startTimeSlice()
  const view = { store: transaction, viewer }
  const tree = await readTransferTree(view, root, {
    kind: row.kind,
    includesBelow: row.includesBelow === 1,
    copyIdOf: (id) => copyIdOf(row, 'page', id),
  })
  for (const { page } of tree.originals) {
    const mark = await transfers.markOf(transaction, { workspaceId, pageId: page.id })
    if (mark !== marks.get(page.id)) return undefined
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return new Set(tree.originals.map(({ page }) => page.id))
}
