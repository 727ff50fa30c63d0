import type { Mark as EditorMark, Node } from 'prosemirror-model'
import { storedAttributes } from './check/attributes.ts'
import { checkContent } from './check/node.ts'
import { isRecord, startCheck } from './check/state.ts'
import type { ContentNode, Mark } from './node.ts'
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

/** A document of the editor as it is stored: the same for the same document, however it was made. */
export function storedDocument(doc: Node): PageDocument {
  return { type: 'doc', content: doc.children.map(storedNode) }
}

function storedNode(node: Node): ContentNode {
  const { type, text, children } = node
  const marks = node.marks.map(storedMark)
  const marked = marks.length > 0 ? { marks } : {}
  if (text !== undefined) return { type: type.name, ...marked, text }
  const attrs = storedAttributes(type.name, node.attrs)
  return {
    type: type.name,
    ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    ...(children.length > 0 ? { content: children.map(storedNode) } : {}),
    ...marked,
  }
}

function storedMark({ type, attrs }: EditorMark): Mark {
  const stored = storedAttributes(type.name, attrs)
  return Object.keys(stored).length > 0 ? { type: type.name, attrs: stored } : { type: type.name }
}
