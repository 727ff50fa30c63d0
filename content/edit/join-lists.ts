import { booleanAttribute, children } from '../node.ts'
import type { ContentNode } from '../node.ts'

const kinds = new Set(['bulletList', 'orderedList', 'taskList'])

/** Joins two adjacent lists of the same kind; undefined for different kinds. */
export function joinLists(
  first: ContentNode | undefined,
  second: ContentNode | undefined,
): ContentNode | undefined {
  if (first === undefined || second === undefined || !kinds.has(first.type)) return undefined
  if (first.type === second.type) return withItems(first, second, children(second))
  // Tasks can join a list that has items with and without a checkbox.
  if (second.type === 'taskList' && hasBoxes(first)) {
    return withItems(first, second, children(second).map(toListItem))
  }
  return undefined
}

/** The first list decides on blank lines between items, unless it has only one item. */
function withItems(
  first: ContentNode,
  second: ContentNode,
  items: readonly ContentNode[],
): ContentNode {
  const own = children(first)
  const tight = own.length === 1 ? booleanAttribute(second, 'tight') : undefined
  const attrs = tight === undefined ? first.attrs : { ...first.attrs, tight }
  return { ...first, ...(attrs === undefined ? {} : { attrs }), content: [...own, ...items] }
}

function hasBoxes(list: ContentNode): boolean {
  return children(list).some((item) => booleanAttribute(item, 'checked') !== undefined)
}

function toListItem(task: ContentNode): ContentNode {
  const checked = booleanAttribute(task, 'checked') ?? false
  return { ...task, type: 'listItem', attrs: { checked } }
}
