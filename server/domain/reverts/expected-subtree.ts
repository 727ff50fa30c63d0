import type { Reader } from '../../store/index.ts'
import { subtree } from '../pages/subtree.ts'
import type { PageAddress } from '../pages/tree.ts'

/** A page and the deleted page with which it is in the trash now; null for a page outside the trash. */
export type Arriving = { pageId: string; deletedWith: string | null }

/** Where pages will be when a revert has moved them. */
export type ExpectedTree = {
  /** Pages that leave the one above them. */
  leaving: ReadonlySet<string>
  /** Pages that return to another one, by its ID. */
  arriving: ReadonlyMap<string, readonly Arriving[]>
}

/** The tree as it is. */
export const presentTree: ExpectedTree = { leaving: new Set(), arriving: new Map() }

/** IDs of a page and of all that will be below it, in batches; see `subtree`. */
export async function* expectedSubtree(
  reader: Reader,
  { workspaceId, pageId: rootId }: PageAddress,
  { leaving, arriving, deletedWith }: ExpectedTree & { deletedWith: string | null },
): AsyncGenerator<string[]> {
  const seen = new Set<string>()
  const roots: Arriving[] = [{ pageId: rootId, deletedWith }]
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
    const left = new Set<string>()
    const address = { workspaceId, pageId: root.pageId }
    for await (const part of subtree(reader, address, root.deletedWith)) {
      for (const pageId of part) {
        if (pageId === root.pageId || !leaving.has(pageId) || left.has(pageId)) continue
        for await (const below of subtree(reader, { workspaceId, pageId }, root.deletedWith)) {
          for (const id of below) left.add(id)
        }
      }
      const ids = part.filter((id) => !left.has(id) && !seen.has(id))
      for (const id of ids) {
        seen.add(id)
        roots.push(...(arriving.get(id) ?? []))
      }
      if (ids.length > 0) yield ids
    }
  }
}
