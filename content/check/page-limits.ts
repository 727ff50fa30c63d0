import { maxDepth } from '../limits.ts'
import type { ContentNode } from '../node.ts'
import { attributesSize } from './attributes.ts'
import { count, refuse } from './state.ts'
import type { CheckState } from './state.ts'

/** Counts blocks from Markdown against the limits of a page; false if a limit is exceeded. */
export function isWithinLimits(
  state: CheckState,
  nodes: readonly ContentNode[],
  depth: number,
): boolean {
  if (depth > maxDepth) {
    refuse(state, '', `Blocks lie more than ${maxDepth} deep. Flatten the lists or quotes.`)
    return false
  }
  return nodes.every((node) => {
    let size = node.type.length + 24 + (node.text?.length ?? 0)
    size += attributesSize(node.type, node.attrs)
    for (const { type, attrs } of node.marks ?? []) {
      size += type.length + 12 + attributesSize(type, attrs)
    }
    if (!count(state, '', node.type === 'text' ? 0 : 1, size)) return false
    return node.content === undefined || isWithinLimits(state, node.content, depth + 1)
  })
}
