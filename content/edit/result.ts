import { isWithinLimits } from '../check/page-limits.ts'
import { startCheck } from '../check/state.ts'
import type { PageDocument } from '../document.ts'
import { booleanAttribute, children, isEmptyParagraph, paragraph } from '../node.ts'
import type { ContentNode } from '../node.ts'

export type EditFailure =
  | 'HEADING_NOT_FOUND'
  | 'HEADING_AMBIGUOUS'
  | 'TEXT_NOT_FOUND'
  | 'TEXT_AMBIGUOUS'
  | 'INVALID_MARKDOWN'
  | 'COLUMN_REQUIRED'
  | 'SUBSECTION_REPEATED'
  | 'NOT_A_BOARD'

export type Failed = { ok: false; reason: EditFailure; message: string; matches: number }

/** What an edit removed: top-level blocks, and headings and tasks at any depth. */
export type Removed = { blocks: number; headings: number; tasks: number }

export type EditResult = { ok: true; document: PageDocument; removed: Removed } | Failed

export function failed(reason: EditFailure, message: string, matches: number): Failed {
  return { ok: false, reason, message, matches }
}

/** The page with `count` blocks from `start` replaced, if it does not become too large. */
export function spliced(
  document: PageDocument,
  start: number,
  count: number,
  blocks: readonly ContentNode[],
): EditResult {
  const added = blocks.every(isEmptyParagraph) ? [] : blocks
  const content = document.content.toSpliced(start, count, ...added)
  const state = startCheck()
  if (!isWithinLimits(state, content, 1)) {
    return failed('INVALID_MARKDOWN', state.offence?.reason ?? 'The page would be too large.', 0)
  }
  return {
    ok: true,
    document: { type: 'doc', content: content.length > 0 ? content : [paragraph([])] },
    removed: countBlocks(document.content.slice(start, start + count)),
  }
}

/** Counts what an edit removes with these blocks. */
export function countBlocks(blocks: readonly ContentNode[]): Removed {
  const removed = { blocks: 0, headings: 0, tasks: 0 }
  for (const block of blocks) if (!isEmptyParagraph(block)) removed.blocks += 1
  const open = [...blocks]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'heading') removed.headings += 1
    if (booleanAttribute(node, 'checked') !== undefined) removed.tasks += 1
    open.push(...children(node))
  }
  return removed
}
