import { Fragment, type Node as PageNode, type Schema } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'

/** What is selected as whole blocks, and whether it is a part of one text. */
export function copiedBlocks(state: EditorState): { blocks: Fragment; isText: boolean } {
  const { selection, doc, schema } = state
  const { $from, $to, from, to } = selection
  if (selection instanceof CellSelection) return copiedCells(selection, schema)
  if ($from.sameParent($to) && $from.parent.inlineContent) return copiedText(state)
  const { content } = doc.slice(from, to)
  const shared = $from.node($from.sharedDepth(to))
  const closed = Fragment.from(content.content.map(closedNode))
  return { blocks: wrapped(closed, shared), isText: false }
}

function copiedText(state: EditorState): { blocks: Fragment; isText: boolean } {
  const { $from, $to } = state.selection
  const { parent } = $from
  const { paragraph } = state.schema.nodes
  const { code } = state.schema.marks
  const content = parent.content.cut($from.parentOffset, $to.parentOffset)
  const isWhole = $from.parentOffset === 0 && $to.parentOffset === parent.content.size
  if (parent.type.spec.code === true) {
    const text = content.textBetween(0, content.size)
    if (isWhole || text.includes('\n')) {
      return { blocks: Fragment.from(parent.copy(content)), isText: true }
    }
    const marked = code && text !== '' ? [state.schema.text(text, [code.create()])] : []
    return { blocks: Fragment.from(paragraph?.create(null, marked)), isText: true }
  }
  const isRetained = isWhole && parent.type.name === 'heading'
  const block = isRetained ? parent : paragraph?.create(null, content)
  return { blocks: Fragment.from(block), isText: true }
}

function copiedCells(
  selection: CellSelection,
  schema: Schema,
): { blocks: Fragment; isText: boolean } {
  const { content } = selection.content()
  const isOne = selection.$anchorCell.pos === selection.$headCell.pos
  const [row] = content.content
  if (isOne && row?.firstChild) return { blocks: row.firstChild.content, isText: false }
  const rows = content.content.filter(({ type }) => type.name === 'tableRow')
  const table = rows.length > 0 ? schema.nodes['table']?.create(null, rows) : undefined
  return { blocks: table === undefined ? content : Fragment.from(table), isText: false }
}

/** A block that was cut open holds what its kind needs. */
function closedNode(node: PageNode): PageNode {
  if (node.isLeaf || node.isTextblock) return node
  const content = Fragment.from(node.content.content.map(closedNode))
  const missing = node.type.contentMatch.fillBefore(content, true)
  return node.copy(missing === null ? content : missing.append(content))
}

const holders = new Set(['bulletList', 'orderedList', 'taskList', 'table', 'details'])

/** Items, rows and the parts of a toggle stand in what holds them. */
function wrapped(content: Fragment, holder: PageNode): Fragment {
  const { firstChild: first } = content
  if (first === null) return content
  if (holders.has(holder.type.name)) return Fragment.from(closedNode(holder.copy(content)))
  const { tableRow, table, listItem, bulletList } = holder.type.schema.nodes
  if (holder.type === tableRow && table) {
    return Fragment.from(table.create(null, tableRow.create(null, content)))
  }
  if (first.type === listItem && bulletList) return Fragment.from(bulletList.create(null, content))
  return content
}
