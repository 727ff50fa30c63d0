import { startTimeSlice } from '../../lib/time-slices.ts'
import { pageKey } from '../index/documents.ts'
import type { SegmentView } from '../index/index-reader.ts'
import { Memtable } from '../index/memtable.ts'
import { sharedBytes } from '../index/shared-arrays.ts'
import { countDocument, noTotals, type Totals } from '../index/totals.ts'
import type { Snapshot } from '../index/workspace-index.ts'

const pagesPerStep = 256

/** Those of the pages that the snapshot has, as if there were no others. */
export async function selectPages(
  snapshot: Snapshot,
  pageIds: readonly string[],
): Promise<Snapshot> {
  const timeSlice = startTimeSlice()
  const totals = noTotals()
  const views: SegmentView[] = []
  // The newest changes are the last part. They come first, before a pause lets more of them in.
  for (const view of snapshot.views.toReversed()) {
    const live = sharedBytes(view.size)
    for (let from = 0; from < pageIds.length; from += pagesPerStep) {
      mark(view, pageIds.slice(from, from + pagesPerStep), { live, totals })
      if (!(view.part instanceof Memtable) && timeSlice.isOver()) await timeSlice.pause()
    }
    views.unshift({ ...view, live })
  }
  return { views, size: snapshot.size, totals }
}

function mark(
  { part, size, live: known }: SegmentView,
  pageIds: readonly string[],
  { live, totals }: { live: Uint8Array; totals: Totals },
): void {
  for (const id of pageIds) {
    const number = part instanceof Memtable ? part.numberOf(id) : part.documents.find(pageKey(id))
    if (number === undefined || number === -1 || number >= size) continue
    if (known !== undefined && known[number] !== 1) continue
    live[number] = 1
    countDocument(totals, part.documents, number)
  }
}
