import { pageLookup } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { parentKey } from '../tree.ts'

/** Pages with the same title that are compared. */
const maxCompared = 20
/** IDs in an answer. */
const maxListed = 5

/** Other pages with the same title under the same parent, oldest first: their title names none of them any more. */
export async function findSameTitle(
  { store, viewer }: WorkspaceContext,
  { id, title, parentId }: { id: string; title: string; parentId: string | null },
): Promise<string[]> {
  const found: string[] = []
  const parent = parentKey(viewer.workspaceId, parentId)
  for (const other of await pageLookup.byTitle(store, viewer, title, maxCompared)) {
    if (other === id || found.length === maxListed) continue
    const page = await pageLookup.get(store, viewer, other)
    if (page?.parentId === parent) found.push(other)
  }
  return found
}
