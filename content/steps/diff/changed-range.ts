import type { Fragment } from 'prosemirror-model'
import type { Hunk } from './align.ts'

/** The one range outside of which two fragments are the same, in positions of each; undefined if they are equal. */
export function changedRange(before: Fragment, after: Fragment): Hunk | undefined {
  const first = before.findDiffStart(after)
  const last = before.findDiffEnd(after)
  if (first === null || last === null) return undefined
  const start = isInsidePair(before, first) ? first - 1 : first
  // In "aa" and "aaa" both searches count the same letters.
  const overlap = Math.max(0, start - Math.min(last.a, last.b))
  const end = isInsidePair(before, last.a + overlap) ? overlap + 1 : overlap
  return { before: { from: start, to: last.a + end }, after: { from: start, to: last.b + end } }
}

/** Half of a surrogate pair is no text. */
export function isInsidePair(fragment: Fragment, position: number): boolean {
  if (position <= 0 || position >= fragment.size) return false
  return /[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(
    fragment.textBetween(position - 1, position + 1, ' ', ' '),
  )
}
