import type { Change } from './batch.ts'
import { mapRange, type Range, startMapping, type StepMapping } from './mapping.ts'

/**
 * What a change removes, as ranges of the document before it, which has `size`. Content that it moves or writes again
 * is not removed.
 */
export function removedRanges(change: Change, size: number): Range[] {
  const found: Range[] = []
  collectRemoved(startMapping([], [change]), { from: 0, to: size }, found)
  return found
}

/** Halves a range until each part is there as a whole, or not at all. */
function collectRemoved(mapping: StepMapping, { from, to }: Range, found: Range[]): void {
  const left = mapRange(mapping, 0, from, to).reduce((sum, part) => sum + part.to - part.from, 0)
  if (left >= to - from) return
  if (left === 0) {
    const last = found.at(-1)
    if (last?.to === from) found[found.length - 1] = { from: last.from, to }
    else found.push({ from, to })
    return
  }
  const middle = (from + to) >> 1
  collectRemoved(mapping, { from, to: middle }, found)
  collectRemoved(mapping, { from: middle, to }, found)
}
