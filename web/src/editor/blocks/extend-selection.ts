import type { Node as PageNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { blockAround, type BlockRange, blocksIn } from './block-range.ts'
import { BlockSelection } from './block-selection.ts'
import type { Direction } from './gaps.ts'

/** Selects one block more, or one less on the side of the head. */
export function extendSelection(
  doc: PageNode,
  selection: BlockSelection,
  direction: Direction,
): BlockSelection | undefined {
  const { anchor, head, from, to } = selection
  const $head = doc.resolve(head)
  const next = direction === 'up' ? $head.nodeBefore : $head.nodeAfter
  const isOne = doc.resolve(from).nodeAfter?.nodeSize === to - from
  // The head of a single block changes sides.
  if (isOne && direction === (selection.isBackwards ? 'down' : 'up')) {
    const turned = BlockSelection.of(doc, { from, to }, direction === 'up')
    return extendSelection(doc, turned, direction)
  }
  if (next === null) return parentOf(doc, selection)
  const at = direction === 'up' ? head - next.nodeSize : head + next.nodeSize
  return at === anchor ? undefined : new BlockSelection(doc.resolve(anchor), doc.resolve(at))
}

/** All the blocks between what is selected and another block, wherever the two stand. */
export function selectThrough(
  { doc, selection }: EditorState,
  to: BlockRange,
): BlockSelection | undefined {
  const from = blocksIn(selection)
  if (from === undefined) return undefined
  const isBackwards = to.from < from.from
  const start = doc.resolve(Math.min(from.from, to.from) + 1)
  const end = doc.resolve(Math.max(from.to, to.to) - 1)
  const both = blocksIn({ $from: start, $to: end })
  return both && BlockSelection.of(doc, both, isBackwards)
}

/** The block that holds all of the blocks. */
function parentOf(doc: PageNode, { from }: BlockSelection): BlockSelection | undefined {
  const $from = doc.resolve(from)
  if ($from.depth === 0) return undefined
  const range = blockAround($from)
  if (range === undefined) return undefined
  return BlockSelection.of(doc, range)
}

/** The block before or behind the selected ones. */
export function neighbourOf(
  doc: PageNode,
  selection: BlockSelection,
  direction: Direction,
): BlockSelection | undefined {
  const isUp = direction === 'up'
  const $edge = doc.resolve(isUp ? selection.from : selection.to)
  const next = isUp ? $edge.nodeBefore : $edge.nodeAfter
  if (next === null) return parentOf(doc, selection)
  const from = isUp ? $edge.pos - next.nodeSize : $edge.pos
  return BlockSelection.of(doc, { from, to: from + next.nodeSize })
}
