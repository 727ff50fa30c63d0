import type { Node } from 'prosemirror-model'
import type { Step } from 'prosemirror-transform'
import { diffDocuments } from '../steps/diff.ts'

/** What a change replaces, in the document before it, and what it inserts there. */
type Range = { from: number; to: number; inserted: string }

/** A document that has one change of its own, and what names it. */
type Changed<Key> = readonly (readonly [key: Key, document: Node])[]

/**
 * The documents among `mine` whose change is in conflict with that of `theirs`: both replace the same text of the base
 * with different text. Moved blocks are no conflict.
 */
export function findConflicts<Key>(base: Node, mine: Changed<Key>, theirs: Node): Key[] {
  const others = rangesOf(base, theirs)
  return mine.flatMap(([key, document]) => (overlap(rangesOf(base, document), others) ? [key] : []))
}

/** The documents among `mine` whose change `theirs` has too, so that making it again would repeat it. */
export function findRepeated<Key>(base: Node, mine: Changed<Key>, theirs: Node): Key[] {
  const others = rangesOf(base, theirs)
  return mine.flatMap(([key, document]) => {
    const ranges = rangesOf(base, document)
    return ranges.length > 0 && countRepeated(ranges, others) === ranges.length ? [key] : []
  })
}

/** A change that others made in part only would be there twice. */
function overlap(mine: readonly Range[], theirs: readonly Range[]): boolean {
  const repeated = countRepeated(mine, theirs)
  if (repeated > 0 && repeated < mine.length) return true
  return mine.some((one) => theirs.some((other) => isDisputed(one, other)))
}

function countRepeated(mine: readonly Range[], theirs: readonly Range[]): number {
  return mine.filter((one) => theirs.some((other) => isSame(one, other))).length
}

function isSame(one: Range, other: Range): boolean {
  return one.from === other.from && one.to === other.to && one.inserted === other.inserted
}

function isDisputed(one: Range, other: Range): boolean {
  if (isSame(one, other)) return false
  // Text that both insert at one place stays, one after the other.
  if (one.from === one.to || other.from === other.to) {
    const [point, range] = one.from === one.to ? [one.from, other] : [other.from, one]
    return range.from < point && point < range.to
  }
  return Math.max(one.from, other.from) < Math.min(one.to, other.to)
}

function rangesOf(base: Node, document: Node): Range[] {
  const { steps, moves } = diffDocuments(base, document)
  const moved = new Set(moves.flatMap(({ remove, insert }) => [remove, insert]))
  const ranges: Range[] = []
  steps.forEach((step, index) => {
    if (moved.has(index)) return
    const before = steps.slice(0, index).toReversed()
    step.getMap().forEach((from, to, newFrom, newTo) => {
      ranges.push({
        from: toBase(before, from, 1),
        to: toBase(before, to, -1),
        inserted: newTo > newFrom ? JSON.stringify(step.toJSON()['slice'] ?? null) : '',
      })
    })
  })
  return ranges.map(({ from, to, inserted }) => ({ from, to: Math.max(from, to), inserted }))
}

/** A position before the earlier steps, the latest first. */
function toBase(before: readonly Step[], position: number, side: -1 | 1): number {
  return before.reduce((at, step) => step.getMap().invert().map(at, side), position)
}
