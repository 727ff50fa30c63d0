import type { Node as PageNode, ResolvedPos } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'

/** A run of blocks in one parent: the position before the first and the one behind the last. */
export type BlockRange = { readonly from: number; readonly to: number }

const itemParents = new Set(['bulletList', 'orderedList', 'taskList'])
const items = new Set(['listItem', 'taskItem'])
const containers = new Set(['doc', 'blockquote', 'callout', 'detailsContent', 'footnoteDefinition'])

export function isList(node: PageNode): boolean {
  return itemParents.has(node.type.name)
}

export function isItem(node: PageNode): boolean {
  return items.has(node.type.name)
}

export function isContainer(node: PageNode): boolean {
  return containers.has(node.type.name)
}

/** Whether the child number `index` of a node can be moved by itself. The first text of an item is the item. */
export function isMovable(parent: PageNode, index: number): boolean {
  if (isItem(parent)) return index > 0
  if (parent.maybeChild(index)?.type.name === 'kanbanColumn') return false
  return isList(parent) || isContainer(parent)
}

/** The smallest block around a position that can be moved. A table is one block. */
export function blockAround($pos: ResolvedPos): BlockRange | undefined {
  let found: BlockRange | undefined
  for (let depth = 1; depth <= $pos.depth; depth += 1) {
    const parent = $pos.node(depth - 1)
    if (parent.type.name === 'table') break
    if (isMovable(parent, $pos.index(depth - 1))) {
      found = { from: $pos.before(depth), to: $pos.after(depth) }
    }
  }
  return found
}

/** The blocks that a selection touches, all of them in one parent. */
export function blocksIn({ $from, $to }: Pick<Selection, '$from' | '$to'>): BlockRange | undefined {
  if (isBlockRun($from, $to)) return { from: $from.pos, to: $to.pos }
  const one = blockAround($from)
  if (one !== undefined && $to.pos <= one.to) return one
  for (let depth = $from.sharedDepth($to.pos); depth >= 0; depth -= 1) {
    const parent = $from.node(depth)
    const index = $from.index(depth)
    if (isTablePart(parent) || !isMovable(parent, index)) continue
    const from = $from.posAtIndex(index, depth)
    const last = $to.indexAfter(depth)
    return { from, to: $to.posAtIndex(Math.max(last, index + 1), depth) }
  }
  return undefined
}

/** Whether blocks are selected as such, as a divider is. */
function isBlockRun($from: ResolvedPos, $to: ResolvedPos): boolean {
  const { parent } = $from
  if (parent.inlineContent || $to.pos <= $from.pos || !$from.sameParent($to)) return false
  return isMovable(parent, $from.index())
}

function isTablePart({ type }: PageNode): boolean {
  return type.spec['tableRole'] !== undefined
}

/** A block with its position, when there is one that can be moved at it. */
export function blockAt(doc: PageNode, pos: number): BlockRange | undefined {
  if (pos < 0 || pos > doc.content.size) return undefined
  const $pos = doc.resolve(pos)
  const { nodeAfter, parent } = $pos
  if (nodeAfter === null || !isMovable(parent, $pos.index())) return undefined
  return { from: pos, to: pos + nodeAfter.nodeSize }
}

/** The blocks of a range, in their order. */
export function nodesIn(doc: PageNode, { from, to }: BlockRange): PageNode[] {
  return [...doc.slice(from, to).content.content]
}
