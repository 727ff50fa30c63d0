import { Fragment, type Node as PageNode, type NodeType } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'

const lists = new Set(['bulletList', 'orderedList', 'taskList'])
const items = new Set(['listItem', 'taskItem'])

/** Lists and lines join the list that the cursor is in. Undefined outside of lists and for other blocks. */
export function putItems(tr: Transaction, blocks: Fragment): Transaction | undefined {
  const { $from } = tr.selection
  const depth = $from.depth - 1
  if (depth < 1 || !items.has($from.node(depth).type.name) || $from.index(depth) !== 0) {
    return undefined
  }
  const isFitting = blocks.content.every(
    ({ type }) => lists.has(type.name) || type.name === 'paragraph',
  )
  if (!isFitting) return undefined
  const item = $from.node(depth)
  const { content } = blocks
  // The first line goes on in the item that is there.
  const isJoined = content[0]?.type.name === 'paragraph' && $from.parent.content.size > 0
  const added = (isJoined ? content.slice(1) : content).flatMap((block) =>
    itemsOf(block, item.type),
  )
  if (isJoined) tr.insert($from.pos, content[0]?.content ?? Fragment.empty)
  const isEmpty = item.childCount === 1 && $from.parent.content.size === 0
  const isBefore = !isEmpty && !isJoined && $from.parentOffset === 0
  const start = $from.before(depth)
  const end = tr.mapping.map($from.after(depth))
  const at = isEmpty || isBefore ? start : end
  tr.replaceWith(at, isEmpty ? end : at, added)
  const size = added.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  return tr.setSelection(TextSelection.near(tr.doc.resolve(at + size), -1))
}

function itemsOf(block: PageNode, type: NodeType): PageNode[] {
  if (!lists.has(block.type.name)) return [itemOf(type, null, Fragment.from(block))]
  return block.children.map((item) => itemOf(type, item.attrs['checked'], item.content))
}

/** An item becomes one of the list around it: a bullet in a list of tasks is an open task. */
function itemOf(type: NodeType, checked: unknown, content: Fragment): PageNode {
  const isTask = type.name === 'taskItem'
  return type.create({ checked: isTask ? checked === true : null }, content)
}
