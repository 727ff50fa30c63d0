import type { TermList } from '../../server/search/analysis/term-list.ts'

/** The terms of a list with their counts, in its order. */
export function readTermList({ size, units, bounds, counts }: TermList): [string, number][] {
  return Array.from({ length: size }, (_, index) => [
    String.fromCharCode(...units.subarray(bounds[index], bounds[index + 1])),
    counts[index] ?? 0,
  ])
}
