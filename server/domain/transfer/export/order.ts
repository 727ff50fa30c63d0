import { posix } from 'node:path'
import { mapInSlices, startTimeSlice } from '../../../lib/time-slices.ts'
import type { pages } from '../../../store/index.ts'
import { compareEntries } from '../import/plan.ts'
import type { PlacedPage } from './layout.ts'

/**
 * The positions that front matter has to state, by the ID of the page. An import sorts the pages of a folder by their
 * stated position, then by their names: only the first pages need one, as far as the others are in that order.
 */
export async function statedOrder(
  placed: readonly PlacedPage<pages.TreeRow>[],
  derivedOrder: (pageId: string) => number,
): Promise<Map<string, number>> {
  const slice = startTimeSlice()
  const stated = new Map<string, number>()
  for (const siblings of Map.groupBy(placed, ({ row }) => row.parentId).values()) {
    const entries = await mapInSlices(siblings, (page) => ({
      id: page.row.id,
      name: page.name,
      fileName: posix.basename(page.folder ?? page.path),
      order: derivedOrder(page.row.id),
    }))
    let sorted = entries.length - 1
    while (sorted > 0 && compareAt(entries, sorted - 1) < 0) {
      sorted -= 1
      if (slice.isOver()) await slice.pause()
    }
    const first = entries[sorted]?.order ?? Infinity
    const start = first === Infinity ? 1 : Math.floor(first) - sorted
    for (const [index, { id }] of entries.slice(0, Math.max(0, sorted)).entries()) {
      stated.set(id, start + index)
    }
  }
  return stated
}

type SortedEntry = Parameters<typeof compareEntries>[0]

function compareAt(entries: readonly SortedEntry[], index: number): number {
  const [one, other] = [entries[index], entries[index + 1]]
  return one === undefined || other === undefined ? 0 : compareEntries(one, other)
}
