import { Fragment, type Node } from 'prosemirror-model'
import type { Versions } from './edits.ts'

/**
 * The same documents with lists of items with a box instead of task lists, so that an item with a box can stand beside
 * one without. Positions stay as they are. Undefined if there is no task list, or if one could not be told later.
 */
export function withPlainLists({ base, mine, now }: Versions): Versions | undefined {
  const plain = { base: plainLists(base), mine: plainLists(mine), now: plainLists(now) }
  const isSame = plain.base === base && plain.mine === mine && plain.now === now
  return isSame || [base, mine, now].some(hasListOfTasks) ? undefined : plain
}

function plainLists(document: Node): Node {
  const { bulletList, listItem } = document.type.schema.nodes
  return withTypes(document, ({ type }) =>
    type.name === 'taskList' ? bulletList : type.name === 'taskItem' ? listItem : undefined,
  )
}

/** The document as it is read from Markdown: a list in which each item has a box is a task list. */
export function withTaskLists(document: Node): Node {
  const { taskList, taskItem } = document.type.schema.nodes
  return withTypes(document, (node, parent) => {
    if (hasOnlyTasks(node)) return taskList
    return parent !== undefined && hasOnlyTasks(parent) ? taskItem : undefined
  })
}

/** Whether a list that is no task list would become one. */
function hasListOfTasks(document: Node): boolean {
  let isFound = false
  document.descendants((node) => {
    isFound ||= hasOnlyTasks(node)
    return !isFound && !node.isTextblock
  })
  return isFound
}

function hasOnlyTasks({ type, children }: Node): boolean {
  return (
    type.name === 'bulletList' &&
    children.every(({ attrs }) => typeof attrs['checked'] === 'boolean')
  )
}

type Type = Node['type']

function withTypes(
  node: Node,
  typeOf: (node: Node, parent: Node | undefined) => Type | undefined,
  parent?: Node,
): Node {
  if (node.isTextblock || node.isLeaf) return node
  const children = node.children.map((child) => withTypes(child, typeOf, node))
  const type = typeOf(node, parent)
  const isSame = children.every((child, index) => child === node.child(index))
  if (type === undefined && isSame) return node
  return (type ?? node.type).create(node.attrs, Fragment.from(children), node.marks)
}
