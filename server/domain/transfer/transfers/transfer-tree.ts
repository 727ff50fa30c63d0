import type { TransferKind } from '../../../lib/vocabulary.ts'
import { levelNumbers, type pages, type Reader, type Viewer } from '../../../store/index.ts'
import { type CopiedTree, readTree } from '../../pages/copies/read-tree.ts'
import { requireLevel } from '../../rights/levels.ts'
import { canManage } from '../../rights/sections.ts'
import { maxTransferredPages } from './transfer-job.ts'

export type TransferTree = CopiedTree

/**
 * The pages that a transfer takes, parents before children. A move leaves pages where they are that the caller may not
 * change, or whose permissions they do not manage. Throws FORBIDDEN or VALIDATION_FAILED.
 */
export function readTransferTree(
  view: { store: Reader; viewer: Viewer },
  root: pages.ReadablePage,
  {
    kind,
    includesBelow,
    copyIdOf,
  }: { kind: TransferKind; includesBelow: boolean; copyIdOf: (pageId: string) => string },
): Promise<TransferTree> {
  return readTree(view, root, {
    includeSubpages: includesBelow,
    maxPages: maxTransferredPages,
    copyIdOf,
    stays: (page) => kind === 'move' && !isMovable(view.viewer, page),
  })
}

/** Whether the caller may copy or move the first page. Throws FORBIDDEN. */
export function requireTransferable(
  viewer: Viewer,
  page: pages.ReadablePage,
  kind: TransferKind,
): void {
  if (kind === 'copy') return
  requireLevel(page.level, 'write', 'Copy it instead, or ask someone who manages this page.')
  if (isMovable(viewer, page)) return
  requireLevel(page.level, 'manage', 'Copy it instead, or ask someone who manages this page.')
}

function isMovable(viewer: Viewer, page: pages.ReadablePage): boolean {
  if (page.level < levelNumbers.write) return false
  return page.sectionId !== page.id || canManage(viewer, page)
}
