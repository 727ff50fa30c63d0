import { Fragment, type Node as PageNode, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { putCells } from './put-cells.ts'
import { putItems } from './put-items.ts'

/** Puts whole blocks in at the selection as a person expects, in one transaction. */
export function putBlocks(state: EditorState, blocks: Fragment): Transaction {
  const inCells = putCells(state, blocks)
  if (inCells !== undefined) return inCells
  const { tr } = state
  if (tr.selection instanceof NodeSelection || !tr.selection.$from.parent.inlineContent) {
    return tr.replaceSelection(new Slice(blocks, 0, 0))
  }
  if (!tr.selection.empty) tr.deleteSelection()
  const { $from } = tr.selection
  const { parent } = $from
  if (!parent.inlineContent) return tr.replaceSelection(new Slice(blocks, 0, 0))
  if (parent.type.spec.code === true) return tr.insertText(textOf(blocks))
  const inline = inlineOf(blocks, $from)
  if (inline !== undefined) return putInline(tr, inline)
  return putItems(tr, blocks) ?? putBetween(tr, blocks)
}

export function textOf(blocks: Fragment): string {
  const texts: string[] = []
  for (const block of blocks.content) {
    texts.push(block.textBetween(0, block.content.size, '\n', (leaf) => leafText(leaf)))
  }
  return texts.join('\n')
}

function leafText(leaf: PageNode): string {
  if (leaf.type.name === 'hardBreak') return '\n'
  const text: unknown = leaf.attrs['latex'] ?? leaf.attrs['label'] ?? leaf.attrs['name']
  return typeof text === 'string' ? text : ''
}

/** What goes on in the text at the cursor: one paragraph, or lines where only text can be. */
function inlineOf(blocks: Fragment, $from: ResolvedPos): Fragment | undefined {
  const { parent } = $from
  const { firstChild: first } = blocks
  const isText = first?.isTextblock === true && first.type.spec.code !== true
  if (blocks.childCount === 1 && isText) {
    const isSame = first.type.name === 'paragraph' || parent.content.size > 0
    if (isSame || parent.type.name !== 'paragraph') return first.content
  }
  const isLines = blocks.content.every(({ type }) => type.name === 'paragraph')
  const isInCell = $from.depth > 0 && /^table(?:Cell|Header)$/.test($from.node(-1).type.name)
  if (!isLines || !(isInCell || parent.type.name === 'detailsSummary')) return undefined
  const { hardBreak } = parent.type.schema.nodes
  const gap = isInCell && hardBreak ? hardBreak.create() : parent.type.schema.text(' ')
  return Fragment.from(
    blocks.content.flatMap((block, index) => [...(index > 0 ? [gap] : []), ...block.children]),
  )
}

function putInline(tr: Transaction, content: Fragment): Transaction {
  const { from } = tr.selection
  const fitting = Fragment.from(
    content.content.filter((node) =>
      tr.selection.$from.parent.type.contentMatch.matchType(node.type),
    ),
  )
  tr.replaceWith(from, from, fitting)
  return tr.setSelection(TextSelection.create(tr.doc, from + fitting.size))
}

/** Between the text before and after the cursor, joined to them where paragraphs meet. */
function putBetween(tr: Transaction, blocks: Fragment): Transaction {
  const { $from } = tr.selection
  const { parent } = $from
  const depth = $from.depth
  const index = $from.index(depth - 1)
  const around = $from.node(depth - 1)
  const isEmpty = parent.content.size === 0 && parent.type.name === 'paragraph'
  if (isEmpty && around.canReplace(index, index + 1, blocks)) {
    tr.replaceWith($from.before(), $from.after(), blocks)
    return selectEnd(tr, $from.before() + blocks.size)
  }
  if (parent.type.name === 'detailsSummary') return putInDetails(tr, blocks)
  if (!around.canReplace(index + 1, index + 1, blocks)) {
    return tr.replaceSelection(Slice.maxOpen(blocks))
  }
  const { firstChild: first } = blocks
  const isJoined = first?.type.name === 'paragraph' && $from.parentOffset > 0
  const rest = isJoined ? blocks.cut(first.nodeSize) : blocks
  if (isJoined) tr.insert($from.pos, first.content)
  const at = tr.mapping.map($from.pos)
  return putRest(tr, at, rest)
}

function putRest(tr: Transaction, at: number, rest: Fragment): Transaction {
  const $at = tr.doc.resolve(at)
  if (rest.childCount === 0) return tr.setSelection(TextSelection.create(tr.doc, at))
  if ($at.parentOffset === $at.parent.content.size) {
    tr.insert($at.after(), rest)
    return selectEnd(tr, $at.after() + rest.size)
  }
  if ($at.parentOffset === 0) {
    tr.insert($at.before(), rest)
    return selectEnd(tr, $at.before() + rest.size)
  }
  const { paragraph } = tr.doc.type.schema.nodes
  const isHeading = $at.parent.type.name === 'heading'
  tr.split(at, 1, isHeading && paragraph ? [{ type: paragraph }] : undefined)
  const last = rest.lastChild
  const isJoined = last?.type.name === 'paragraph'
  const middle = isJoined ? rest.cut(0, rest.size - last.nodeSize) : rest
  tr.insert(at + 1, middle)
  const end = at + 1 + middle.size
  if (!isJoined) return selectEnd(tr, end)
  tr.insert(end + 1, last.content)
  return tr.setSelection(TextSelection.create(tr.doc, end + 1 + last.content.size))
}

/** A title takes one line; the blocks go below it. */
function putInDetails(tr: Transaction, blocks: Fragment): Transaction {
  const { $from } = tr.selection
  const { firstChild: first } = blocks
  const isTitle = first?.isTextblock === true && first.type.spec.code !== true
  const rest = isTitle ? blocks.cut(first.nodeSize) : blocks
  if (isTitle) tr.insert($from.pos, first.content)
  const below = tr.mapping.map($from.after()) + 1
  tr.insert(below, rest)
  return selectEnd(tr, below + rest.size)
}

export function selectEnd(tr: Transaction, position: number): Transaction {
  return tr.setSelection(TextSelection.near(tr.doc.resolve(position), -1))
}
