import { startTimeSlice } from '../../../../lib/time-slices.ts'
import type { pages } from '../../../../store/index.ts'
import type { ShownPage } from '../../../sharing/sites/site-pages.ts'
import { createNames } from '../names.ts'

export type PageTree = {
  top: ShownPage[]
  /** In the order of the tree. */
  all: ShownPage[]
  byId: Map<string, ShownPage>
  unreachable: pages.PageRow[]
}

const maxNameBytes = 120

/**
 * Assigns each page an HTML file that is named after its title; all of them are in one folder. Pauses for other work.
 */
export async function pageTree(
  workspaceId: string,
  rows: readonly pages.PageRow[],
): Promise<PageTree> {
  const slice = startTimeSlice()
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const nameOf = createNames()
  const tree: PageTree = { top: [], all: [], byId: new Map(), unreachable: [] }
  const open = inReverse(byParent.get(workspaceId), undefined)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (slice.isOver()) await slice.pause()
    const { row, parent } = next
    const { id, title, icon } = row
    const path = nameOf(title, '.html', maxNameBytes)
    const page: ShownPage = { id, path, title, icon, parent, children: [] }
    const siblings = parent?.children ?? tree.top
    siblings.push(page)
    tree.all.push(page)
    tree.byId.set(id, page)
    open.push(...inReverse(byParent.get(id), page))
  }
  tree.unreachable = rows.filter(({ id }) => !tree.byId.has(id))
  return tree
}

function inReverse(rows: readonly pages.PageRow[] = [], parent: ShownPage | undefined) {
  return rows.toReversed().map((row) => ({ row, parent }))
}
