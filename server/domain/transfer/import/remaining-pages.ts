import { startTimeSlice } from '../../../lib/time-slices.ts'
import type { Ledger } from './ledger.ts'
import type { Plan, PlannedPage } from './plan.ts'
import type { Skipped } from './root.ts'

/** Why a page is not imported because of one above it. */
export const leftOutReasons = {
  gone: 'is below a page that was deleted',
  hidden: 'is below a page that you cannot edit any more',
}

/**
 * The pages that an interrupted import has not written. A page that was deleted meanwhile stays deleted; what would be
 * below it, or below one that the author cannot edit any more, is reported.
 */
export async function remainingPages(
  { pages, read }: Plan,
  ledger: Ledger | undefined,
): Promise<{ remaining: readonly PlannedPage[]; skipped: Skipped[] }> {
  if (ledger === undefined) return { remaining: pages, skipped: [] }
  /** The author may not read a section that the import itself restores for others. */
  const isRestored = async (sectionId: string): Promise<boolean> => {
    const page = pages.find(({ id }) => id === sectionId)
    const source = page === undefined ? undefined : await read(page)
    return typeof source === 'object' && source.permissions !== undefined
  }
  const skipped: Skipped[] = []
  const closed = new Map<string | null, string>()
  const remaining: PlannedPage[] = []
  const timeSlice = startTimeSlice()
  for (const page of pages) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const { id, parentId, entry } = page
    const known = ledger.page(entry.path)
    if (known?.isDone === true) {
      if (known.closed === 'gone') closed.set(id, leftOutReasons.gone)
      else if (known.closed !== undefined && !(await isRestored(known.closed.sectionId))) {
        closed.set(id, leftOutReasons.hidden)
      }
      continue
    }
    const reason = known === undefined ? closed.get(parentId) : undefined
    if (reason === undefined) remaining.push(page)
    else {
      closed.set(id, reason)
      skipped.push({ path: entry.source ?? entry.path, reason })
    }
  }
  return { remaining, skipped }
}
