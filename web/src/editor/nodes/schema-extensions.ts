import type { Extensions } from '@tiptap/core'
import { blockAtoms, inlineAtoms } from './atoms.ts'
import { callout } from './callout.ts'
import { codeBlock } from './code-block.ts'
import { nodeFrom } from './from-spec.ts'
import { lists } from './lists.ts'
import { marks } from './marks.ts'
import { tables } from './tables.ts'
import { horizontalRule, inlineNodes, textBlocks } from './text-nodes.ts'
import { toggles } from './toggles/nodes.ts'

const board = [nodeFrom('kanbanColumn'), nodeFrom('kanbanCard')]

/** Every node and mark of a page. */
export const schemaExtensions: Extensions = [
  ...textBlocks,
  callout,
  ...toggles,
  ...lists,
  codeBlock,
  horizontalRule,
  ...blockAtoms,
  ...tables,
  ...board,
  ...inlineNodes,
  ...inlineAtoms,
  ...marks,
]
