import { stringAttribute } from './node.ts'
import type { ContentNode } from './node.ts'

/** The labels of the footnotes that these blocks define, at any depth. */
export function footnotesOf(blocks: readonly ContentNode[]): string[] {
  return blocks.flatMap((block) => [
    ...(block.type === 'footnoteDefinition' ? [stringAttribute(block, 'label')] : []),
    ...footnotesOf(block.content ?? []),
  ])
}
