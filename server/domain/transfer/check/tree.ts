import type { checks } from '../../../store/index.ts'

/** Finds pages whose parent is missing, and cycles. */
export function checkTree(rows: readonly checks.TreeRow[]): string[] {
  const workspaces = Map.groupBy(rows, ({ workspaceId }) => workspaceId)
  return [...workspaces.values()].flatMap(checkWorkspace)
}

function checkWorkspace(rows: readonly checks.TreeRow[]): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ends = new Map<string, boolean>()
  const faults: string[] = []
  for (const row of rows) {
    const isTop = row.parentId === row.workspaceId
    if (!isTop && !byId.has(row.parentId)) {
      faults.push(`page ${row.id} is under ${row.parentId}, which is not in its workspace`)
    } else if (!reachesTop(row, byId, ends)) {
      faults.push(`page ${row.id} is below itself`)
    }
  }
  return faults
}

/** Walks up from a page and remembers for each page on the way whether the walk ends. */
function reachesTop(
  start: checks.TreeRow,
  byId: ReadonlyMap<string, checks.TreeRow>,
  ends: Map<string, boolean>,
): boolean {
  const walked = new Set<string>()
  let page: checks.TreeRow | undefined = start
  while (page !== undefined && !ends.has(page.id) && !walked.has(page.id)) {
    walked.add(page.id)
    page = byId.get(page.parentId)
  }
  const isEnding = page === undefined || ends.get(page.id) === true
  for (const id of walked) ends.set(id, isEnding)
  return isEnding
}
