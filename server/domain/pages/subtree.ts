import { startWriteSlice } from '../../lib/time-slices.ts'
import { type Reader, trash } from '../../store/index.ts'
import type { PageAddress } from './tree.ts'

/** Pages that one statement reads or changes. */
const batchSize = 128
/** Pages whose children one statement reads. */
const parentBatchSize = 16

/**
 * IDs of a page and of all pages below it that belong to one deletion (null: that are not deleted), in batches,
 * parents before children. Yields to the event loop between batches. The caller must change the pages of a batch
 * before it requests the next one.
 */
export async function* subtree(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  deletedWith: string | null,
): AsyncGenerator<string[]> {
  const timeSlice = startWriteSlice()
  // In a damaged tree, a page can be its own descendant.
  const seen = new Set([pageId])
  let level = [pageId]
  yield level
  while (level.length > 0) {
    const next: string[] = []
    for (let start = 0; start < level.length; start += parentBatchSize) {
      const parents = { workspaceId, ids: level.slice(start, start + parentBatchSize) }
      for await (const below of batchesBelow(reader, parents, deletedWith)) {
        const batch = below.filter((id) => !seen.has(id))
        for (const id of batch) {
          seen.add(id)
          next.push(id)
        }
        if (batch.length > 0) yield batch
        if (timeSlice.isOver()) await timeSlice.pause()
      }
    }
    level = next
  }
}

async function* batchesBelow(
  reader: Reader,
  parents: { workspaceId: string; ids: readonly string[] },
  deletedWith: string | null,
): AsyncGenerator<string[]> {
  const ids = await trash.below(reader, parents, deletedWith, batchSize)
  if (ids.length < batchSize) {
    yield ids
    return
  }
  const { workspaceId } = parents
  for (const id of parents.ids) {
    let after = { position: '', id: '' }
    for (;;) {
      const rows = await trash.nextBelow(reader, { workspaceId, id }, deletedWith, {
        after,
        limit: batchSize,
      })
      yield rows.map((row) => row.id)
      const last = rows.at(-1)
      if (last === undefined || rows.length < batchSize) break
      after = last
    }
  }
}
