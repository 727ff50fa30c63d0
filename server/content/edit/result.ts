import { measure } from '../check/measure.ts'
import { startCheck } from '../check/state.ts'
import type { PageDocument } from '../document.ts'
import { isEmptyParagraph, paragraph } from '../node.ts'
import type { ContentNode } from '../node.ts'

export type EditFailure =
  | 'HEADING_NOT_FOUND'
  | 'HEADING_AMBIGUOUS'
  | 'TEXT_NOT_FOUND'
  | 'TEXT_AMBIGUOUS'
  | 'INVALID_MARKDOWN'

export type EditResult =
  | { ok: true; document: PageDocument }
  | { ok: false; reason: EditFailure; message: string; matches: number }

export function failed(reason: EditFailure, message: string, matches: number): EditResult {
  return { ok: false, reason, message, matches }
}

/** The page with `count` blocks from `start` on replaced, unless that makes it too large. */
export function spliced(
  document: PageDocument,
  start: number,
  count: number,
  blocks: readonly ContentNode[],
): EditResult {
  const added = blocks.every(isEmptyParagraph) ? [] : blocks
  const content = document.content.toSpliced(start, count, ...added)
  const state = startCheck()
  if (!measure(state, content, 1)) {
    return failed('INVALID_MARKDOWN', state.offence?.reason ?? 'The page would be too large.', 0)
  }
  return {
    ok: true,
    document: { type: 'doc', content: content.length > 0 ? content : [paragraph([])] },
  }
}
