import type { Node } from 'prosemirror-model'
import { Mapping, ReplaceStep, type Step } from 'prosemirror-transform'
import { type Change, changeOf } from '../steps/batch.ts'
import { diffDocuments, type DocumentDiff } from '../steps/diff.ts'
import { mapPosition, startMapping } from '../steps/mapping.ts'
import { type Rebased, rebase } from '../steps/rebase.ts'
import { carryMarks } from './carry-marks.ts'
import { compareEdits, type Conflict } from './compare.ts'
import { editsOf, type SideEdits } from './edits.ts'
import { withPlainLists, withTaskLists } from './list-kinds.ts'
import { adjacentEdits } from './near.ts'
import { hasUnknownToken } from './result.ts'
import { isUntouched } from './untouched.ts'

/** What both sides read, what one made of it, and what it is now, after these changes. */
export type Sides = { base: Node; mine: Node; now: Node; since: readonly Change[] }

export type Merged = SideEdits & {
  ok: true
  doc: Node
  /** Where a position of the base is in the result. */
  toResult: (position: number) => number
}

export type MergeRefusal =
  | { ok: false; conflicts: readonly Conflict[] }
  | { ok: false; conflicts?: undefined; reason: string }

/**
 * The document now with what an author made of an older one. Different tokens merge. Both sides are in conflict if they
 * changed the same token, mark or attribute in two ways, and where the result would have a word that neither wrote.
 */
export function mergeDocuments(sides: Sides): Merged | MergeRefusal {
  const merged = mergeAsTheyAre(sides)
  return merged.ok ? merged : (mergeItems(sides) ?? merged)
}

/** Merges lists in which a side gave a box to some items, or took it away: their texts stay items of the same list. */
function mergeItems(sides: Sides): Merged | undefined {
  const plain = withPlainLists(sides)
  if (plain === undefined) return undefined
  const since = [changeOfDiff(plain.base, diffDocuments(plain.base, plain.now))]
  const merged = mergeAsTheyAre({ ...plain, since })
  return merged.ok ? { ...merged, doc: withTaskLists(merged.doc) } : undefined
}

function mergeAsTheyAre(sides: Sides): Merged | MergeRefusal {
  const { base, mine, now, since } = sides
  const own = diffDocuments(base, mine, 'none')
  const others = diffDocuments(base, now, 'none')
  const compared = compareEdits(base, editsOf(base, own), editsOf(base, others))
  const { repeated, conflicts } = compared
  // The journal follows text where others split or joined blocks; the difference knows text that they typed again.
  const journal = startMapping([], since)
  const isIntact =
    conflicts.every((one) =>
      [...one.mine, ...one.theirs].every(({ kind }) => kind === 'replace'),
    ) && compared.mine.every((edit) => isUntouched(base, now, journal, edit))
  if (!isIntact && conflicts.length > 0) return { ok: false, conflicts }
  const over = isIntact ? since : [changeOfDiff(base, others)]
  const batch = without(own, new Set([...repeated].map(({ step }) => step)))
  const rebased = rebase(now, over, changeOf(batch.steps, batch.moves))
  if (!rebased.ok) return rebased
  return checked(sides, { mine: compared.mine, theirs: compared.theirs }, rebased, over)
}

function checked(
  { base, mine, now }: Sides,
  edits: SideEdits,
  rebased: Extract<Rebased, { ok: true }>,
  over: readonly Change[],
): Merged | MergeRefusal {
  const mapping = startMapping([], over)
  const positions = {
    toNow: (position: number, side: -1 | 1) => mapPosition(mapping, 0, position, side).pos,
    fromNow: (position: number, side: -1 | 1) =>
      rebased.steps.reduce((at, step) => step.getMap().map(at, side), position),
  }
  const doc = carryMarks(rebased.doc, edits, positions)
  const hasMovedOut = rebased.retained.some(({ reason }) => reason === 'moved out')
  if (hasMovedOut || hasUnknownToken(doc, now, mine)) {
    const near = adjacentEdits(base, edits)
    return { ok: false, conflicts: near.length > 0 ? near : [edits] }
  }
  const toResult = (position: number) => positions.fromNow(positions.toNow(position, 1), 1)
  return { ok: true, doc, ...edits, toResult }
}

/** A difference as a change that others follow. */
function changeOfDiff(base: Node, { steps, moves }: DocumentDiff): Change {
  let document = base
  const docs = steps.map((step) => {
    const before = document
    document = step.apply(before).doc ?? before
    return before
  })
  return changeOf(steps, moves, undefined, docs)
}

/** A difference without some of its steps, which are none of a move. Steps go from the end to the start, then come insertions of moves. */
export function without(diff: DocumentDiff, left: ReadonlySet<number>): DocumentDiff {
  if (left.size === 0) return diff
  const { steps, moves } = diff
  const firstInsertion = steps.length - moves.length
  const [all, remaining] = [new Mapping(), new Mapping()]
  const result: Step[] = []
  const indexes = steps.map((step, index) => {
    if (index < firstInsertion) {
      all.appendMap(step.getMap())
      if (left.has(index)) return -1
      remaining.appendMap(step.getMap())
      return result.push(step) - 1
    }
    const mapping = new Mapping([...all.invert().maps, ...remaining.maps])
    const moved = step.map(mapping) ?? insertedAt(mapping, step)
    all.appendMap(step.getMap())
    remaining.appendMap(moved.getMap())
    return result.push(moved) - 1
  })
  return {
    steps: result,
    moves: moves.map(({ remove, insert }) => ({
      remove: indexes[remove] ?? -1,
      insert: indexes[insert] ?? -1,
    })),
  }
}

/** An insertion into content that is left out stands where that content would. */
function insertedAt(mapping: Mapping, step: Step): Step {
  if (!(step instanceof ReplaceStep)) return step
  return new ReplaceStep(mapping.map(step.from), mapping.map(step.to), step.slice)
}
