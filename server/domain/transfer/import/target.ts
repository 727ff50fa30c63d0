import { levelNumbers } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { requirePage, requireParent } from '../../pages/tree.ts'

/** Whether the author can change permissions below the parent. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function requireTarget(
  { store, viewer }: WorkspaceContext,
  parentId: string | null,
): Promise<boolean> {
  await requireParent(store, viewer, parentId, 'write')
  if (parentId === null) return true
  const { sectionId, level } = await requirePage(store, viewer, parentId)
  return sectionId === null || level >= levelNumbers.manage
}
