import { checkContent } from './check/node.ts'
import { isRecord, startCheck } from './check/state.ts'
import type { ContentNode } from './node.ts'
import { schema } from './schema.ts'

/** The content of a page as it is stored: plain JSON that conforms to the schema. */
export type PageDocument = { readonly type: 'doc'; readonly content: readonly ContentNode[] }

export type DocumentResult =
  | { ok: true; document: PageDocument }
  | { ok: false; path: string; reason: string }

/**
 * Converts unknown JSON from an editor or a script to a page, or returns what is wrong and where. Unknown attributes
 * are dropped. Unknown nodes and marks are rejected, because they have content.
 */
export function checkDocument(value: unknown): DocumentResult {
  if (!isRecord(value) || value['type'] !== 'doc') {
    return {
      ok: false,
      path: isRecord(value) ? '/type' : '',
      reason: 'A page is an object whose "type" is "doc".',
    }
  }
  const state = startCheck()
  const content = checkContent(state, schema.topNodeType, value['content'], '/content', 1)
  if (content === undefined) {
    return { ok: false, path: '', reason: 'The document is refused.', ...state.offence }
  }
  return { ok: true, document: { type: 'doc', content } }
}
