import { startTimeSlice } from '../../lib/time-slices.ts'
import { pageLookup, type Reader, type Viewer } from '../../store/index.ts'

type Parent = { parentId: string; depth: number }
type Rows = pageLookup.OutlineRow[]

/** Pages per statement, if so many are needed. */
const largestBatch = 512

/**
 * The pages below a parent down to a depth, parents before children. Reads only the skipped and the requested
 * pages, so that the first fifty of 100,000 pages cost as much as fifty.
 */
export async function outline(
  reader: Reader,
  viewer: Viewer,
  { parentId, depth }: Parent,
  { limit, offset }: { limit: number; offset: number },
): Promise<Rows> {
  // One statement also reads the pages that it skips.
  if (depth === 1 && offset < largestBatch) {
    const rows = await pageLookup.level(reader, viewer, parentId, { limit, offset })
    return rows.map((row) => toRow(row, viewer, 1, parentId))
  }
  const found: Rows = []
  const timeSlice = startTimeSlice()
  let toSkip = offset
  const needed = () => toSkip + limit - found.length
  const levels = [startLevel(reader, viewer, parentId, needed)]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    if (found.length === limit) break
    if (timeSlice.isOver()) await timeSlice.pause()
    const row = await level()
    if (row === undefined) {
      levels.pop()
      continue
    }
    if (toSkip > 0) toSkip -= 1
    else found.push(toRow(row, viewer, levels.length, parentId))
    if (row.children > 0 && levels.length < depth) {
      levels.push(startLevel(reader, viewer, row.id, needed))
    }
  }
  return found
}

/** Iterates over the children of a page; undefined after the last. */
function startLevel(
  reader: Reader,
  viewer: Viewer,
  parentId: string,
  needed: () => number,
): () => Promise<pageLookup.LevelRow | undefined> {
  let after: pageLookup.LevelRow | undefined
  let rows: pageLookup.LevelRow[] = []
  let index = 0
  let isLast = false
  return async () => {
    if (index === rows.length && !isLast) {
      const from = after ?? { position: '', id: '' }
      const batch = Math.min(needed(), largestBatch)
      rows = await pageLookup.next(reader, viewer, parentId, { ...from, limit: batch })
      isLast = rows.length < batch
      index = 0
    }
    after = rows[index]
    index += 1
    return after
  }
}

function toRow(
  { id, title, icon, children, sectionId, parentId }: pageLookup.LevelRow,
  { workspaceId }: Viewer,
  depth: number,
  from: string,
): pageLookup.OutlineRow {
  const isShared = depth === 1 && from === workspaceId && parentId !== workspaceId
  return { id, title, icon, depth, children, sectionId, isShared }
}
