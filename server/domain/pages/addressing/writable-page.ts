import type { WorkspaceContext } from '../../context.ts'
import { requirePage } from '../tree.ts'

/** Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function requireWritablePage(
  { store, viewer }: WorkspaceContext,
  pageId: string,
): Promise<void> {
  await requirePage(store, viewer, pageId, 'write')
}
