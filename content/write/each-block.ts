import { toMarkdown } from 'mdast-util-to-markdown'
import type { PageDocument } from '../document.ts'
import { writeBlock } from './blocks.ts'
import { options } from './handlers.ts'
import type { BlocksRoot } from './mdast-nodes.ts'

/** The Markdown of each top-level block; '' for a block without any. */
export function writeBlocks(document: PageDocument): readonly string[] {
  const { content } = document
  const groups = content.map((block, index) => writeBlock(block, index < content.length - 1))
  const root: BlocksRoot = { type: 'root', children: groups.flat(), groups, written: [] }
  toMarkdown(root, options)
  return root.written
}
