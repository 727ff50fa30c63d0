import { Fragment, type Node as PageNode, Slice } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { type BlockRange, isItem, isList } from './block-range.ts'

/**
 * Moves blocks to a position between two others and returns where they stand then. They are taken out and put in
 * with the same content, which live pages recognize as a move: what others type in them meanwhile goes with them.
 */
export function moveBlocks(
  tr: Transaction,
  range: BlockRange,
  target: number,
): BlockRange | undefined {
  if (target >= range.from && target <= range.to) return undefined
  const start = tr.steps.length
  const isOfList = isList(tr.doc.resolve(range.from).parent)
  const intoList = isList(tr.doc.resolve(target).parent)
  if (isOfList && !intoList) return moveOutOfList(tr, range, target)
  if (isOfList || !intoList) return carry(tr, range, target)
  const pos = openList(tr, target)
  const mapping = tr.mapping.slice(start)
  return carry(tr, { from: mapping.map(range.from, 1), to: mapping.map(range.to, -1) }, pos)
}

/** The items become a list, and what stays is one list. */
function moveOutOfList(tr: Transaction, range: BlockRange, target: number): BlockRange {
  const start = tr.steps.length
  const $from = tr.doc.resolve(range.from)
  const isInside = range.from > $from.start() && range.to < $from.end()
  const list = separateItems(tr, range)
  const pos = tr.mapping.slice(start).map(target)
  const moved = carry(tr, list, pos)
  if (!isInside) return moved
  const seam = pos < list.from ? list.from + moved.to - moved.from : list.from
  const { nodeBefore, nodeAfter } = tr.doc.resolve(seam)
  if (nodeBefore === null || nodeBefore.type !== nodeAfter?.type) return moved
  const count = tr.steps.length
  tr.join(seam)
  const mapping = tr.mapping.slice(count)
  return { from: mapping.map(moved.from), to: mapping.map(moved.to) }
}

function carry(tr: Transaction, { from, to }: BlockRange, target: number): BlockRange {
  const start = tr.steps.length
  const $from = tr.doc.resolve(from)
  const { parent } = $from
  const isEmptied = from === $from.start() && to === $from.end() && !isItem(parent)
  const filler = isEmptied ? fillerOf(parent) : undefined
  if (filler !== undefined) tr.insert(to, filler)
  const { content } = tr.doc.slice(from, to)
  const map = tr.mapping.slice(start)
  const at = tr.mapping.maps.length
  tr.step(new ReplaceStep(from, to, Slice.empty))
  const pos = tr.mapping.slice(at).map(map.map(target))
  tr.step(new ReplaceStep(pos, pos, new Slice(content, 0, 0)))
  const after = tr.mapping.maps.length
  // An empty callout or toggle is a place to write; an empty quote or list is none.
  if (filler !== undefined && (isList(parent) || parent.type.name === 'blockquote')) {
    const inside = pos <= from ? from + content.size : from
    const $inside = tr.doc.resolve(inside)
    tr.delete($inside.before(), $inside.after())
  }
  const moved = tr.mapping.slice(after).map(pos, 1)
  return { from: moved, to: moved + content.size }
}

function fillerOf(parent: PageNode): PageNode | undefined {
  const first = parent.firstChild
  const { nodes } = parent.type.schema
  if (isList(parent)) return first?.type.createAndFill() ?? undefined
  return nodes['paragraph']?.create()
}

/** Makes items a list of their own, in place. */
function separateItems(tr: Transaction, { from, to }: BlockRange): BlockRange {
  const $from = tr.doc.resolve(from)
  const list = $from.parent
  const isFirst = from === $from.start()
  const isLast = to === $from.end()
  const count = $from.index()
  if (!isLast) {
    tr.split(to, 1)
    continueNumbers(tr, to + 1, list, count)
  }
  if (isFirst) return { from: from - 1, to: to + 1 }
  tr.split(from, 1)
  if (list.type.name === 'orderedList') tr.setNodeAttribute(from + 1, 'start', 1)
  return { from: from + 1, to: to + 3 }
}

/** Opens a list between two of its items for other blocks. */
function openList(tr: Transaction, pos: number): number {
  const $pos = tr.doc.resolve(pos)
  if ($pos.nodeBefore === null) return $pos.before()
  if ($pos.nodeAfter === null) return $pos.after()
  const { parent } = $pos
  tr.split(pos, 1)
  continueNumbers(tr, pos + 1, parent, $pos.index())
  return pos + 1
}

function continueNumbers(tr: Transaction, at: number, list: PageNode, count: number): void {
  if (list.type.name !== 'orderedList') return
  tr.setNodeAttribute(at, 'start', Number(list.attrs['start']) + count)
}

/** A copy right behind the blocks, without their anchors: an anchor names one block of a page. */
export function duplicateBlocks(tr: Transaction, { from, to }: BlockRange): BlockRange {
  const copy = withoutAnchors(tr.doc.slice(from, to).content)
  tr.insert(to, copy)
  return { from: to, to: to + copy.size }
}

function withoutAnchors(content: Fragment): Fragment {
  const nodes = content.content
    .filter(({ type }) => type.name !== 'anchor')
    .map((node) => (node.isText ? node : node.copy(withoutAnchors(node.content))))
  return Fragment.from(nodes)
}

/** Takes blocks away, and a list or quote that has nothing left. */
export function removeBlocks(tr: Transaction, { from, to }: BlockRange): void {
  const $from = tr.doc.resolve(from)
  const isAll = from === $from.start() && to === $from.end()
  const { parent, depth } = $from
  if (isAll && depth > 0 && (isList(parent) || parent.type.name === 'blockquote')) {
    removeBlocks(tr, { from: $from.before(), to: $from.after() })
    return
  }
  const paragraph = isAll ? parent.type.schema.nodes['paragraph']?.create() : undefined
  if (paragraph === undefined) tr.delete(from, to)
  else tr.replaceWith(from, to, paragraph)
}
