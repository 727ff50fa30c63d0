import { startPace } from '../../lib/turns.ts'
import { pageLookup, type Reader } from '../../store/index.ts'

type Place = { workspaceId: string; parentId: string; depth: number }
type Rows = pageLookup.OutlineRow[]

/** Pages read at a time where some of them may have others under them. */
const atOnce = 64

/**
 * The pages under a parent down to a depth, each before those under it. Reads what comes before and what is asked
 * for, and not the rest: of a workspace of 100,000 pages the first fifty cost what fifty cost.
 */
export async function outline(
  reader: Reader,
  { workspaceId, parentId, depth }: Place,
  { limit, offset }: { limit: number; offset: number },
): Promise<Rows> {
  if (depth === 1) {
    const rows = await pageLookup.level(reader, { workspaceId, parentId }, { limit, offset })
    return rows.map((row) => toRow(row, 1))
  }
  const found: Rows = []
  const pace = startPace()
  let left = offset
  const levels = [startLevel(reader, workspaceId, parentId)]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (found.length === limit) break
    if (pace.isOver()) await pace.pause()
    const row = await level()
    if (row === undefined) {
      levels.pop()
      continue
    }
    if (left > 0) left -= 1
    else found.push(toRow(row, levels.length))
    if (row.children > 0 && levels.length < depth) {
      levels.push(startLevel(reader, workspaceId, row.id))
    }
  }
  return found
}

/** Gives the pages under one, one after the other; undefined after the last. */
function startLevel(
  reader: Reader,
  workspaceId: string,
  parentId: string,
): () => Promise<pageLookup.LevelRow | undefined> {
  let after: pageLookup.LevelRow | undefined
  let rows: pageLookup.LevelRow[] = []
  let place = 0
  let isLast = false
  return async () => {
    if (place === rows.length && !isLast) {
      const from = after ?? { position: '', id: '' }
      rows = await pageLookup.next(reader, { workspaceId, parentId }, from, atOnce)
      isLast = rows.length < atOnce
      place = 0
    }
    after = rows[place]
    place += 1
    return after
  }
}

function toRow(row: pageLookup.LevelRow, depth: number): pageLookup.OutlineRow {
  const { id, title, icon, children } = row
  return { id, title, icon, depth, children }
}
