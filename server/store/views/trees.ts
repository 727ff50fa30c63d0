import type { Reader } from '../connection.ts'
import { forList, listSizes } from '../id-lists.ts'
import { allViewed, type Viewer, viewedStatement } from '../rights/viewer.ts'

/** Pages of a tree that are listed. */
const largeTree = 128
const maxLevels = 10

const childrenStatements = listSizes.map((size) => ({
  size,
  statement: viewedStatement<
    { id: string },
    { workspaceId: string; ids: readonly string[]; limit: number }
  >(
    'views.children',
    `select q.id from pages q where q.workspace_id = $workspaceId and q.parent_id in ($ids[${size}])
       and q.deleted_at is null and {visible q} limit $limit`,
  ),
}))

/** Whether more pages are below one than a list of them is worth. Reads level by level, and only as many. */
export async function isLarge(reader: Reader, viewer: Viewer, pageId: string): Promise<boolean> {
  let parents = [pageId]
  let found = 0
  for (let level = 0; level < maxLevels; level += 1) {
    const { statement, list } = forList(childrenStatements, parents)
    const limit = largeTree - found
    const children = await allViewed(reader, viewer, statement, { ids: list, limit })
    found += children.length
    if (children.length === 0 || found >= largeTree) return found >= largeTree
    parents = children.map(({ id }) => id)
  }
  return true
}
