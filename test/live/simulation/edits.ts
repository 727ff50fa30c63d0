import type { Node, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow } from 'prosemirror-tables'
import { canJoin, canSplit, findWrapping, liftTarget } from 'prosemirror-transform'
import { schema } from '../../../content/schema.ts'
import type { Random } from './random.ts'
import { runAt } from './run-command.ts'

export type TextBlock = { readonly node: Node; readonly pos: number }

/** An edit of the state, or undefined where it is not possible. */
type Edit = (state: EditorState, block: TextBlock, random: Random) => Transaction | undefined

export function textBlocks(doc: Node): TextBlock[] {
  const found: TextBlock[] = []
  doc.descendants((node, pos) => {
    if (node.isTextblock) found.push({ node, pos })
    return !node.isTextblock
  })
  return found
}

/** Half of all edits are in the two paragraphs that everybody works on. */
export function pickBlock(doc: Node, random: Random): TextBlock {
  const blocks = textBlocks(doc)
  const shared = blocks[Math.min(1 + random.below(2), blocks.length - 1)]
  return random.next() < 0.5 && shared !== undefined ? shared : random.pick(blocks)
}

/** One random edit of the structure, or a deletion, or a move. */
export function randomEdit(state: EditorState, random: Random): Transaction | undefined {
  const total = edits.reduce((sum, [weight]) => sum + weight, 0)
  let rest = random.next() * total
  const found = edits.find(([weight]) => (rest -= weight) <= 0)
  return found?.[1](state, pickBlock(state.doc, random), random)
}

const split: Edit = (state, block, random) => {
  const pos = insideOf(block, random)
  return canSplit(state.doc, pos) ? state.tr.split(pos) : undefined
}

const join: Edit = (state, _block, random) => {
  const positions: number[] = []
  state.doc.descendants((_node, pos) => {
    if (pos > 0 && canJoin(state.doc, pos)) positions.push(pos)
  })
  return positions.length > 0 ? state.tr.join(random.pick(positions)) : undefined
}

const wrap: Edit = (state, block, random) => {
  const range = state.doc.resolve(insideOf(block, random)).blockRange()
  const type = nodeType(random.pick(['blockquote', 'callout', 'bulletList', 'details'] as const))
  const wrapping = range && findWrapping(range, type)
  return range && wrapping ? state.tr.wrap(range, wrapping) : undefined
}

const lift: Edit = (state, block, random) => {
  const range = state.doc.resolve(insideOf(block, random)).blockRange()
  const target = range && liftTarget(range)
  return range && typeof target === 'number' ? state.tr.lift(range, target) : undefined
}

const sink: Edit = (state, block, random) => {
  const pos = insideOf(block, random)
  return (
    runAt(state, sinkListItem(nodeType('listItem')), pos) ??
    runAt(state, sinkListItem(nodeType('taskItem')), pos)
  )
}

const liftItem: Edit = (state, block, random) =>
  runAt(state, liftListItem(nodeType('listItem')), insideOf(block, random))

const table =
  (command: Command): Edit =>
  (state, _block, random) => {
    const cells: number[] = []
    state.doc.descendants((node, pos) => {
      if (node.type.name === 'tableCell' || node.type.name === 'tableHeader') cells.push(pos + 2)
    })
    return cells.length > 0 ? runAt(state, command, random.pick(cells)) : undefined
  }

const mark: Edit = (state, block, random) => {
  const range = rangeIn(block, random, 12)
  if (range === undefined || block.node.type.spec.code === true) return undefined
  const type = schema.marks[random.pick(['bold', 'italic', 'strike', 'highlight'] as const)]
  const { tr } = state
  if (state.doc.rangeHasMark(range.from, range.to, type)) {
    return changed(tr.removeMark(range.from, range.to, type))
  }
  return changed(tr.addMark(range.from, range.to, type.create()))
}

const changeType: Edit = (state, { node, pos }) => {
  const { name } = node.type
  if (name !== 'paragraph' && name !== 'heading') return undefined
  const other = nodeType(name === 'paragraph' ? 'heading' : 'paragraph')
  return changed(state.tr.setBlockType(pos, pos + node.nodeSize, other))
}

const tick: Edit = (state, _block, random) => {
  const tasks: TextBlock[] = []
  state.doc.descendants((node, pos) => {
    if (node.type.name === 'taskItem' || node.type.name === 'kanbanCard') tasks.push({ node, pos })
  })
  if (tasks.length === 0) return undefined
  const { node, pos } = random.pick(tasks)
  return state.tr.setNodeAttribute(pos, 'checked', node.attrs['checked'] !== true)
}

const deleteText: Edit = (state, block, random) => {
  const range = rangeIn(block, random, 15)
  return range && state.tr.delete(range.from, range.to)
}

const deleteAcross: Edit = (state, _block, random) => {
  const blocks = textBlocks(state.doc)
  const index = random.below(blocks.length - 1)
  const [first, second] = [blocks[index], blocks[index + 1]]
  if (first === undefined || second === undefined) return undefined
  return changed(state.tr.deleteRange(insideOf(first, random), insideOf(second, random)))
}

const deleteBlock: Edit = (state, { node, pos }) => {
  if (state.doc.childCount < 4) return undefined
  return changed(state.tr.deleteRange(pos, pos + node.nodeSize))
}

/** A drag of a block, a list item or a card to another place of its kind. */
const move: Edit = (state, _block, random) => {
  const { doc } = state
  const name = random.pick(['', '', 'listItem', 'kanbanCard'] as const)
  const sources: { pos: number; node: Node }[] = []
  doc.descendants((node, pos, parent) => {
    if (name === '' ? parent === doc : node.type.name === name) sources.push({ pos, node })
    return !node.isTextblock
  })
  if (sources.length < 2) return undefined
  const source = random.pick(sources)
  const target = random.pick(sources)
  const end = source.pos + source.node.nodeSize
  if (target.pos >= source.pos && target.pos < end) return undefined
  const { tr } = state
  tr.delete(source.pos, end)
  return tr.insert(tr.mapping.map(target.pos), source.node)
}

const edits: readonly (readonly [number, Edit])[] = [
  [6, split],
  [4, join],
  [3, wrap],
  [3, lift],
  [3, sink],
  [2, liftItem],
  [2, table(addRowAfter)],
  [2, table(addColumnAfter)],
  [1, table(deleteRow)],
  [1, table(deleteColumn)],
  [5, mark],
  [3, changeType],
  [2, tick],
  [7, deleteText],
  [2, deleteAcross],
  [2, deleteBlock],
  [4, move],
]

function insideOf({ node, pos }: TextBlock, random: Random): number {
  return pos + 1 + random.below(node.content.size + 1)
}

function rangeIn({ node, pos }: TextBlock, random: Random, limit: number) {
  const { size } = node.content
  if (size < 2) return undefined
  const from = pos + 1 + random.below(size)
  return { from, to: Math.min(pos + 1 + size, from + 1 + random.below(limit)) }
}

function changed(transaction: Transaction): Transaction | undefined {
  return transaction.docChanged ? transaction : undefined
}

function nodeType(name: string): NodeType {
  const type = schema.nodes[name]
  if (type === undefined) throw new RangeError(`No node type is named ${name}.`)
  return type
}
