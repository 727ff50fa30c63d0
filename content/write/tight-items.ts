import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { separator } from '../vocabulary.ts'

/**
 * Separates the blocks of a tight item where only a blank line would do otherwise, because a blank line makes the
 * complete list loose.
 */
export function separated(blocks: readonly RootContent[]): RootContent[] {
  return blocks.flatMap((block, index) => {
    const left = blocks[index - 1]
    const needs = left !== undefined && runsInto(left, block)
    return needs ? [{ type: 'html', value: separator }, block] : [block]
  })
}

/** Whether only a blank line ends one of the blocks: HTML that starts with most tags. */
export function needsBlankLine(blocks: readonly RootContent[]): boolean {
  return blocks
    .slice(0, -1)
    .some((block) => block.type === 'html' && !endsByItself.test(block.value))
}

const endsByItself = /^<(?:!|\?|(?:script|pre|style|textarea)(?:\s|>|$))/i

/** Whether `right` on the next line would be parsed as a part of `left`. */
function runsInto(left: RootContent, right: RootContent): boolean {
  if (left.type === 'blockquote' && right.type === 'blockquote') return true
  const tail = lastLine(left)
  const isText = right.type === 'paragraph' || isSetext(right)
  const isHtml = right.type === 'html' && !right.value.startsWith('<!--')
  if (tail.type === 'table') return isText || isHtml || right.type === 'table'
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

/** A heading over several lines is written with an underline. */
function isSetext(block: RootContent): boolean {
  return block.type === 'heading' && block.depth < 3 && spansLines(block.children)
}

export function spansLines(content: readonly PhrasingContent[]): boolean {
  return content.some((node) => {
    if (node.type === 'break') return true
    if ('children' in node) return spansLines(node.children)
    return 'value' in node && node.value.includes('\n')
  })
}

function canInterrupt(list: Extract<RootContent, { type: 'list' }>): boolean {
  const isFromOne = list.ordered !== true || (list.start ?? 1) === 1
  return isFromOne && (list.children[0]?.children.length ?? 0) > 0
}
