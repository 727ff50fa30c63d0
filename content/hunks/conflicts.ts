import type { Node } from 'prosemirror-model'
import { compareEdits, type Comparison } from '../merge/compare.ts'
import {
  type Edit,
  editsOf,
  leafText,
  type Versions,
  withoutReplacedMarks,
} from '../merge/edits.ts'
import { withPlainLists } from '../merge/list-kinds.ts'
import { type FoundConflict, locateConflicts, short } from '../merge/locations.ts'
import { adjacentEdits } from '../merge/near.ts'
import { changeOf } from '../steps/batch.ts'
import { diffDocuments } from '../steps/diff.ts'
import { mapPosition, startMapping } from '../steps/mapping.ts'

/** A document that has one change of its own, and what names it. */
type Changed<Key> = readonly (readonly [key: Key, document: Node])[]

/**
 * The documents among `mine` whose change is in conflict with that of `theirs`: both change the same token of the base
 * in two ways. Moved blocks are no conflict.
 */
export function findConflicts<Key>(base: Node, mine: Changed<Key>, theirs: Node): Key[] {
  const others = editsBetween(base, theirs)
  return mine.flatMap(([key, document]) => {
    const { conflicts } = compared({ base, mine: document, now: theirs }, others)
    return conflicts.length > 0 ? [key] : []
  })
}

/** The documents among `mine` whose change `theirs` has too, so that making it again would repeat it. */
export function findRepeated<Key>(base: Node, mine: Changed<Key>, theirs: Node): Key[] {
  const others = editsBetween(base, theirs)
  return mine.flatMap(([key, document]) => {
    const edits = editsBetween(base, document)
    const { repeated } = compareEdits(base, edits, others)
    return edits.length > 0 && repeated.size === withoutReplacedMarks(edits).length ? [key] : []
  })
}

/**
 * For each of the documents whose change stands in one sentence, cell or list item with that of `theirs`, without being in
 * conflict: the texts of these blocks in `theirs`.
 */
export function findNear<Key>(base: Node, mine: Changed<Key>, theirs: Node): Map<Key, string[]> {
  const diff = diffDocuments(base, theirs, 'none')
  const others = editsOf(base, diff)
  const mapping = startMapping([], [changeOf(diff.steps, diff.moves)])
  const found = new Map<Key, string[]>()
  for (const [key, document] of mine) {
    const comparison = compared({ base, mine: document, now: theirs }, others)
    if (comparison.conflicts.length > 0) continue
    const texts = adjacentEdits(base, comparison).map(({ mine: own }) => {
      const { pos } = mapPosition(mapping, 0, own[0]?.from ?? 0, 1)
      const { parent } = theirs.resolve(Math.min(pos, theirs.content.size))
      return short(parent.textBetween(0, parent.content.size, '\n', leafText))
    })
    if (texts.length > 0) found.set(key, [...new Set(texts)])
  }
  return found
}

/** The places where two documents changed the same token of the base in two ways. */
export function conflictsBetween(base: Node, mine: Node, theirs: Node): FoundConflict[] {
  const { conflicts } = compared({ base, mine, now: theirs }, editsBetween(base, theirs))
  const { steps, moves } = diffDocuments(base, theirs)
  const since = [changeOf(steps, moves)]
  return locateConflicts({ base, mine, now: theirs, since }, conflicts)
}

/** Compares both sides as `mergeDocuments` does. */
function compared(versions: Versions, others: readonly Edit[]): Comparison {
  const { base, mine } = versions
  const comparison = compareEdits(base, editsBetween(base, mine), others)
  const plain = comparison.conflicts.length > 0 ? withPlainLists(versions) : undefined
  if (plain === undefined) return comparison
  const own = editsBetween(plain.base, plain.mine)
  const items = compareEdits(plain.base, own, editsBetween(plain.base, plain.now))
  return items.conflicts.length > 0 ? comparison : items
}

function editsBetween(base: Node, document: Node): Edit[] {
  return editsOf(base, diffDocuments(base, document, 'none'))
}
