import type { RootContent } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import type { ContentNode } from '../node.ts'
import { writeBlock } from './blocks.ts'
import { writeCalmBlocks } from './calm-blocks.ts'
import { options } from './handlers.ts'
import { type BlocksRoot, verbatim } from './mdast-nodes.ts'

/** The Markdown of each top-level block; '' for a block without any. */
export function writeBlocks({ content }: PageDocument): readonly string[] {
  return writeEach(content, false, () => footnotesOf(content))
}

/**
 * The Markdown of each of these blocks. `isFollowed`: others follow the last one. `footnotes` are the labels that the page
 * defines.
 */
export function writeEach(
  blocks: readonly ContentNode[],
  isFollowed: boolean,
  footnotes: () => readonly string[],
): readonly string[] {
  const calm = writeCalmBlocks(blocks)
  if (calm.every((text) => text !== undefined)) return calm
  return writeAll(blocks, isFollowed, { footnotes, calm })
}

/** The same by the library, for all blocks that are not in `calm`. */
export function writeAll(
  blocks: readonly ContentNode[],
  isFollowed: boolean,
  {
    footnotes,
    calm = [],
  }: { footnotes: () => readonly string[]; calm?: readonly (string | undefined)[] },
): readonly string[] {
  const groups = blocks.map((block, index): RootContent[] => {
    const text = calm[index]
    if (text !== undefined) return [verbatim(text)]
    return writeBlock(block, isFollowed || index < blocks.length - 1)
  })
  const root: BlocksRoot = {
    type: 'root',
    children: groups.flat(),
    groups,
    footnotes,
    written: [],
  }
  toMarkdown(root, options)
  return root.written
}
