import { maxDepth } from '../limits.ts'
import type { ContentNode } from '../node.ts'
import { count, refuse } from './state.ts'
import type { CheckState } from './state.ts'

/** Counts blocks that were read from Markdown against the limits of a page; false when refused. */
export function measure(state: CheckState, nodes: readonly ContentNode[], depth: number): boolean {
  if (depth > maxDepth) {
    refuse(state, '', `Blocks lie more than ${maxDepth} deep. Flatten the lists or quotes.`)
    return false
  }
  return nodes.every((node) => {
    const size = node.type.length + 24 + (node.text?.length ?? 0) + attributesSize(node)
    if (!count(state, '', node.type === 'text' ? 0 : 1, size)) return false
    return node.content === undefined || measure(state, node.content, depth + 1)
  })
}

function attributesSize(node: ContentNode): number {
  let size = 0
  for (const { attrs } of [node, ...(node.marks ?? [])]) {
    if (attrs === undefined) continue
    for (const name in attrs) size += name.length + 12 + String(attrs[name]).length
  }
  return size
}
