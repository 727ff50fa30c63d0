import type { Node as PageNode } from '@tiptap/pm/model'
import { type BlockRange, isContainer, isItem, isList } from './block-range.ts'

export type Direction = 'up' | 'down'

/** Whether the blocks of a range can stand at a position, which is between two blocks. */
export function acceptsBlocks(doc: PageNode, range: BlockRange, pos: number): boolean {
  if (pos >= range.from && pos <= range.to) return false
  const $pos = doc.resolve(pos)
  const { parent, nodeBefore, nodeAfter } = $pos
  const source = doc.resolve(range.from).parent
  const index = $pos.index()
  if (isList(source)) {
    if (isList(parent)) return isCompatible(source, parent)
    const isInNeighbour = [nodeBefore, nodeAfter].some(
      (node) => node !== null && isCompatible(source, node),
    )
    return !isInNeighbour && accepts(parent, index, [source])
  }
  if (isList(parent)) return false
  return accepts(parent, index, [...doc.slice(range.from, range.to).content.content])
}

function accepts(parent: PageNode, index: number, nodes: readonly PageNode[]): boolean {
  if (isItem(parent) ? index === 0 : !isContainer(parent)) return false
  return nodes.every(({ type }) => parent.canReplaceWith(index, index, type))
}

/** Whether the items of one list can stand in the other. */
function isCompatible(one: PageNode, other: PageNode): boolean {
  return isList(other) && one.firstChild?.type === other.firstChild?.type
}

/** The next position in a direction that takes the blocks: each key press moves them by one line of sight. */
export function nextGap(
  doc: PageNode,
  range: BlockRange,
  direction: Direction,
): number | undefined {
  let pos: number | undefined = direction === 'up' ? range.from : range.to
  while (pos !== undefined) {
    pos = stepFrom(doc, range, pos, direction)
    if (pos !== undefined && acceptsBlocks(doc, range, pos)) return pos
  }
  return undefined
}

function stepFrom(
  doc: PageNode,
  range: BlockRange,
  pos: number,
  direction: Direction,
): number | undefined {
  const $pos = doc.resolve(pos)
  const isUp = direction === 'up'
  const next = isUp ? $pos.nodeBefore : $pos.nodeAfter
  if (next === null) {
    if ($pos.depth === 0) return undefined
    return isUp ? $pos.before() : $pos.after()
  }
  const sign = isUp ? -1 : 1
  return isOpenTo(doc, range, next) ? pos + sign : pos + sign * next.nodeSize
}

/** Whether blocks go into a neighbour rather than past it. */
function isOpenTo(doc: PageNode, range: BlockRange, node: PageNode): boolean {
  if (isList(node)) {
    const source = doc.resolve(range.from).parent
    return isList(source) && isCompatible(source, node)
  }
  return node.type.name === 'details' || (isContainer(node) && node.type.name !== 'doc')
}
