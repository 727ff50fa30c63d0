import type { PhrasingContent, RootContent } from 'mdast'
import type { ContentNode } from '../node.ts'
import { guard, guarded } from './line-starts.ts'
import { verbatim } from './mdast-nodes.ts'
import { phrasing } from './phrasing.ts'
import { spansLines } from './tight-items.ts'

/** Headings of level 3 to 6 fit on one line only; a break in the others turns them into underlined headings. */
export function writeHeading(block: ContentNode, level: number): RootContent {
  const depth = level === 1 || level === 2 || level === 3 || level === 4 || level === 5 ? level : 6
  const content = phrasing(block, depth > 2 ? 'tag' : 'backslash')
  if (depth > 2 || !spansLines(content)) return { type: 'heading', depth, children: content }
  const line = guarded(depth === 2 ? withoutPipes(content) : content)
  // The library underlines a heading only if it has some text.
  return { type: 'heading', depth, children: hasText(line) ? line : [guard, ...line] }
}

function hasText(content: readonly PhrasingContent[]): boolean {
  return content.some((node) => {
    if ('children' in node) return hasText(node.children)
    return 'value' in node ? node.value !== '' : 'alt' in node && Boolean(node.alt)
  })
}

/** A line with a pipe above a line of dashes would be a table. */
function withoutPipes(content: readonly PhrasingContent[]): PhrasingContent[] {
  return content.flatMap((node): PhrasingContent[] => {
    if ('children' in node) return [{ ...node, children: withoutPipes(node.children) }]
    if (node.type !== 'text' || !node.value.includes('|')) return [node]
    return node.value
      .split(/(\|)/)
      .map((value) => (value === '|' ? verbatim('&#x7C;') : { type: 'text', value }))
  })
}
