import { startTimeSlice } from '../../../lib/time-slices.ts'
import { pages, type Snapshot, type Viewer } from '../../../store/index.ts'

/**
 * The pages that the viewer can read, read one by one with pauses for other work: rows of the store take three times as
 * much memory as plain objects. Siblings follow each other and share the ID of their parent.
 */
export async function readTree(snapshot: Snapshot, viewer: Viewer): Promise<pages.TreeRow[]> {
  const slice = startTimeSlice()
  const rows: pages.TreeRow[] = []
  let parent = ''
  for await (const { id, parentId, sectionId, title } of pages.tree(snapshot, viewer)) {
    if (slice.isOver()) await slice.pause()
    if (parentId !== parent) parent = parentId
    rows.push({ id, parentId: parent, sectionId, title })
  }
  return rows
}

/** A section whose parent the viewer cannot read is at the top level. */
export function asSeen<Row extends pages.TreeRow>(
  { workspaceId, seesEverything }: Viewer,
  rows: readonly Row[],
): readonly Row[] {
  if (seesEverything) return rows
  const ids = new Set(rows.map(({ id }) => id))
  return rows.map((row) =>
    row.id !== row.sectionId || ids.has(row.parentId) ? row : { ...row, parentId: workspaceId },
  )
}

/** A page and the pages below it, as if it were the only one at the top level. */
export function below<Row extends pages.TreeRow>(
  rows: readonly Row[],
  { rootId, workspaceId }: { rootId: string; workspaceId: string },
): readonly Row[] {
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const found = rows.filter(({ id }) => id === rootId)
  for (const { id } of found) {
    // In a damaged tree, a page can be its own descendant.
    found.push(...(children.get(id) ?? []).filter((child) => child.id !== rootId))
  }
  return found.map((row) => (row.id === rootId ? { ...row, parentId: workspaceId } : row))
}
