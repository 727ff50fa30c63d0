import { pages, type Reader, searchHits } from '../../store/index.ts'
import { readBlocks } from '../document/stored-body.ts'

export type Text = { id: string; title: string; blocks: { number: number; text: string }[] }

/** As many as a statement of the store takes. */
const mostAtOnce = 128
/** Bytes; a longer body is read alone: 128 of the longest in one statement take SQLite a third of a second. */
const longBody = 16 * 1024

/**
 * Reads pages that are asked for in the order of `ids`: the first `count` with one statement, twice as many with
 * the next. Gives undefined for a page that is gone.
 */
export function readAhead(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
  count: number,
): (id: string) => Promise<Text | undefined> {
  let ahead = new Map<string, searchHits.HitText | undefined>()
  let atOnce = count
  return async (id) => {
    if (!ahead.has(id)) {
      const from = ids.indexOf(id)
      const next = ids.slice(from, from + atOnce)
      const rows = await searchHits.texts(reader, { workspaceId, ids: next, longest: longBody })
      const byId = new Map(rows.map((row) => [row.id, row]))
      ahead = new Map(next.map((one) => [one, byId.get(one)]))
      atOnce = Math.min(2 * atOnce, mostAtOnce)
    }
    const text = ahead.get(id)
    if (text === undefined) return undefined
    const { title, blocks } = text
    if (blocks !== null) return { id, title, blocks: readBlocks(blocks, id) }
    const [row] = await pages.texts(reader, workspaceId, [id])
    return row === undefined
      ? undefined
      : { id, title: row.title, blocks: readBlocks(row.blocks, id) }
  }
}
