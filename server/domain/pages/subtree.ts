import { startPace } from '../../lib/turns.ts'
import { type Reader, trash } from '../../store/index.ts'
import type { PageAddress } from './tree.ts'

/** Pages in a piece: the store reads or changes so many by one statement. */
const atOnce = 128
/** Pages whose children are asked for together. */
const parentsAtOnce = 16

/**
 * Ids of a page and of all below it that went with one deletion (with null: that are in no trash), in pieces,
 * a page never before the one above it. Between pieces other requests have their turn. Who changes what it
 * is given must do so before asking for the next piece.
 */
export async function* subtree(
  reader: Reader,
  { workspaceId, pageId }: PageAddress,
  deletedWith: string | null,
): AsyncGenerator<string[]> {
  const pace = startPace()
  // In a damaged tree a page can be below itself.
  const seen = new Set([pageId])
  let level = [pageId]
  yield level
  while (level.length > 0) {
    const next: string[] = []
    for (let start = 0; start < level.length; start += parentsAtOnce) {
      const parents = { workspaceId, ids: level.slice(start, start + parentsAtOnce) }
      for await (const below of piecesBelow(reader, parents, deletedWith)) {
        const piece = below.filter((id) => !seen.has(id))
        for (const id of piece) {
          seen.add(id)
          next.push(id)
        }
        if (piece.length > 0) yield piece
        if (pace.isOver()) await pace.pause()
      }
    }
    level = next
  }
}

async function* piecesBelow(
  reader: Reader,
  parents: { workspaceId: string; ids: readonly string[] },
  deletedWith: string | null,
): AsyncGenerator<string[]> {
  const few = await trash.below(reader, parents, deletedWith, atOnce)
  if (few.length < atOnce) {
    yield few
    return
  }
  const { workspaceId } = parents
  for (const id of parents.ids) {
    let after = { position: '', id: '' }
    for (;;) {
      const rows = await trash.nextBelow(reader, { workspaceId, id }, deletedWith, {
        after,
        limit: atOnce,
      })
      yield rows.map((row) => row.id)
      const last = rows.at(-1)
      if (last === undefined || rows.length < atOnce) break
      after = last
    }
  }
}
