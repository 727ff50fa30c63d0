import { systemViewer, trash } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { pageNotFound } from '../rights/page-not-found.ts'

/**
 * Checks the pages of a stored answer before it is replayed: the caller may have lost their access since. Pages that
 * no longer exist are allowed, because deleting them may have been the request. Throws PAGE_NOT_FOUND.
 */
export async function requireReplayable(
  { store, viewer }: WorkspaceContext,
  pageIds: readonly string[],
): Promise<void> {
  if (viewer.seesEverything) return
  for (const id of pageIds) {
    if ((await trash.get(store, viewer, id)) !== undefined) continue
    const isHidden = (await trash.get(store, systemViewer(viewer.workspaceId), id)) !== undefined
    if (isHidden) throw pageNotFound(id)
  }
}
