import type { Token } from 'markdown-it'
import { booleanAttribute, children, paragraph } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { separator } from '../vocabulary.ts'

/** The schema requires a paragraph at the start of each item. */
export function readItem(open: Token, blocks: readonly ContentNode[]): ContentNode {
  const checked = open.meta?.['checked']
  const content = blocks[0]?.type === 'paragraph' ? blocks : [paragraph([]), ...blocks]
  if (typeof checked !== 'boolean') return { type: 'listItem', content }
  return { type: 'listItem', attrs: { checked }, content }
}

export function readList(open: Token, given: readonly ContentNode[], tight: boolean): ContentNode {
  const items = tight ? given.map(withoutSeparators) : given
  if (open.type === 'ordered_list_open') {
    const start = Number(open.attrGet('start') ?? 1)
    return { type: 'orderedList', attrs: { start, tight }, content: items }
  }
  if (items.some((item) => booleanAttribute(item, 'checked') === undefined)) {
    return { type: 'bulletList', attrs: { tight }, content: items }
  }
  const tasks = items.map((item) => ({ ...item, type: 'taskItem' }))
  return { type: 'taskList', attrs: { tight }, content: tasks }
}

/**
 * Where a blank line would make a tight item loose, the writer separates two blocks with an empty comment. It occurs
 * only between blocks: one at the end of an item was written by a person.
 */
function withoutSeparators(item: ContentNode): ContentNode {
  const blocks = children(item)
  if (!blocks.some(isSeparator)) return item
  const nonEmpty = blocks.filter(
    (node, index) => index === 0 || index === blocks.length - 1 || !isSeparator(node),
  )
  return { ...item, content: nonEmpty }
}

function isSeparator(node: ContentNode): boolean {
  return node.type === 'htmlBlock' && node.attrs?.['html'] === separator
}
