import { Fragment, type Node, type ResolvedPos, Slice } from 'prosemirror-model'
import type { ReplaceStep } from 'prosemirror-transform'
import { type Inserted, insertSlice } from '../insert.ts'
import { mapInsertion, mapRange, type Range } from '../mapping.ts'
import type { Redo } from '../redo-state.ts'

/** The content that is left is searched so far from an insertion. */
const reach = 300

/**
 * How items of a list that is left out are inserted: beside what is left of its other items, in their order, or in a list
 * of the same kind. Other content, and items that have their list, are not. `docBefore` has the document before a step.
 */
export function insertionOfItems(
  docBefore: (index: number) => Node | undefined,
): NonNullable<Redo['insertItems']> {
  return (redo, first, step, pos) => {
    if (!isMisplaced(redo, step, pos)) return undefined
    const list = docBefore(redo.count - first)?.resolve(step.from).parent
    return list !== undefined && isList(list)
      ? insertItems(redo, first, step, { pos, list })
      : undefined
  }
}

/** Whether blocks cannot stand at a position. */
function isMisplaced({ tr }: Redo, { slice }: ReplaceStep, pos: number): boolean {
  const isClosed = slice.openStart + slice.openEnd === 0
  if (!isClosed || slice.content.firstChild?.isBlock !== true) return false
  const $pos = tr.doc.resolve(pos)
  return !takes($pos, $pos.depth, $pos.index(), slice.content)
}

function insertItems(
  redo: Redo,
  first: number,
  { from, slice }: ReplaceStep,
  { pos, list }: { pos: number; list: Node },
): Inserted | undefined {
  const { tr } = redo
  const adjacent = positionByOthers(redo, first, from, slice.content)
  if (adjacent !== undefined) return insertSlice(tr, adjacent, slice)
  const wrapped = new Slice(Fragment.from(list.copy(slice.content)), 0, 0)
  const inserted = insertSlice(tr, pos, wrapped)
  return inserted && { ...inserted, find: (offset) => inserted.find(offset + 1) }
}

function isList({ type }: Node): boolean {
  return type.spec.group?.split(' ').includes('list') === true
}

/** Before what followed the items, or behind what they followed. */
function positionByOthers(
  { tr, mapping }: Redo,
  first: number,
  from: number,
  items: Fragment,
): number | undefined {
  const [left, right] = [
    mapInsertion(mapping, first, from, -1).pos,
    mapInsertion(mapping, first, from, 1).pos,
  ]
  const gap = { from: left, to: right }
  const following = mapRange(mapping, first, from, from + reach)
    .map((range) => range.from)
    .find((start) => left <= start && start < right)
  if (following !== undefined) {
    const before = edgeOf(tr.doc, following, items, { gap, side: 'before' })
    if (before !== undefined) return before
  }
  const preceding = mapRange(mapping, first, Math.max(0, from - reach), from)
    .map((range) => range.to)
    .findLast((end) => left < end && end <= right)
  return preceding === undefined
    ? undefined
    : edgeOf(tr.doc, preceding, items, { gap, side: 'after' })
}

/** The outermost position in a gap that takes the items, with nothing but edges of nodes between it and `position`. */
function edgeOf(
  doc: Node,
  position: number,
  items: Fragment,
  { gap, side }: { gap: Range; side: 'before' | 'after' },
): number | undefined {
  const $at = doc.resolve(Math.min(position, doc.content.size))
  for (let depth = 0; depth < $at.depth; depth += 1) {
    const edge = side === 'before' ? $at.before(depth + 1) : $at.after(depth + 1)
    const index = side === 'before' ? $at.index(depth) : $at.indexAfter(depth)
    const isEdge = Math.abs(edge - $at.pos) === $at.depth - depth
    const isInGap = gap.from <= edge && edge <= gap.to
    if (isEdge && isInGap && takes($at, depth, index, items)) return edge
  }
  return takes($at, $at.depth, $at.index(), items) ? $at.pos : undefined
}

function takes($at: ResolvedPos, depth: number, index: number, items: Fragment): boolean {
  const parent = $at.node(depth)
  return !parent.isTextblock && parent.canReplace(index, index, items)
}
