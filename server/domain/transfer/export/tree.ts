import type { pages, Viewer } from '../../../store/index.ts'

/** A section whose parent the viewer cannot read is at the top level. */
export function asSeen(
  { workspaceId, seesEverything }: Viewer,
  rows: readonly pages.PageRow[],
): readonly pages.PageRow[] {
  if (seesEverything) return rows
  const ids = new Set(rows.map(({ id }) => id))
  return rows.map((row) =>
    row.id !== row.sectionId || ids.has(row.parentId) ? row : { ...row, parentId: workspaceId },
  )
}

/** A page and the pages below it, as if it were the only one at the top level. */
export function below(
  rows: readonly pages.PageRow[],
  { rootId, workspaceId }: { rootId: string; workspaceId: string },
): readonly pages.PageRow[] {
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const found = rows.filter(({ id }) => id === rootId)
  for (const { id } of found) {
    // In a damaged tree, a page can be its own descendant.
    found.push(...(children.get(id) ?? []).filter((child) => child.id !== rootId))
  }
  return found.map((row) => (row.id === rootId ? { ...row, parentId: workspaceId } : row))
}
