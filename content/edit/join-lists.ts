import { booleanAttribute, children } from '../node.ts'
import type { ContentNode } from '../node.ts'

const kinds = new Set(['bulletList', 'orderedList', 'taskList'])

/** Two lists that follow each other as one, when they are of one kind; undefined when they are not. */
export function joinLists(
  first: ContentNode | undefined,
  second: ContentNode | undefined,
): ContentNode | undefined {
  if (first === undefined || second === undefined || !kinds.has(first.type)) return undefined
  if (first.type === second.type) return withItems(first, second, children(second))
  // Tasks fit into a list that mixes items with and without a box.
  if (second.type === 'taskList' && hasBoxes(first)) {
    return withItems(first, second, children(second).map(toListItem))
  }
  return undefined
}

/** The first list says how it is written, except that a single item cannot say how far items stand apart. */
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
