import type { Nodes, RootContent } from 'mdast'
import { separator } from '../vocabulary.ts'

/**
 * Parts the blocks of a tight item where only a blank line would do otherwise, since a blank line
 * loosens the whole list.
 */
export function separated(blocks: readonly RootContent[]): RootContent[] {
  return blocks.flatMap((block, index) => {
    const left = blocks[index - 1]
    const needs = left !== undefined && runsInto(left, block)
    return needs ? [{ type: 'html', value: separator }, block] : [block]
  })
}

/** Whether `right` on the next line would be read as a part of `left`. */
function runsInto(left: RootContent, right: RootContent): boolean {
  if (left.type === 'blockquote' && right.type === 'blockquote') return true
  const tail = lastLine(left)
  const isText = right.type === 'paragraph' || isSetext(right)
  if (tail.type === 'table') return isText || right.type === 'table'
  if (tail.type !== 'paragraph') return false
  if (right.type === 'list') return left === tail && !canInterrupt(right)
  return (
    isText || right.type === 'table' || (right.type === 'html' && !right.value.startsWith('<!--'))
  )
}

function lastLine(block: RootContent): Nodes {
  let tail: Nodes = block
  while (
    tail.type === 'blockquote' ||
    tail.type === 'list' ||
    tail.type === 'listItem' ||
    tail.type === 'footnoteDefinition'
  ) {
    const last: Nodes | undefined = tail.children.at(-1)
    if (last === undefined) return tail
    tail = last
  }
  return tail
}

function isSetext(block: RootContent): boolean {
  return block.type === 'heading' && block.depth < 3 && JSON.stringify(block).includes('"break"')
}

function canInterrupt(list: Extract<RootContent, { type: 'list' }>): boolean {
  const isFromOne = list.ordered !== true || (list.start ?? 1) === 1
  return isFromOne && (list.children[0]?.children.length ?? 0) > 0
}
