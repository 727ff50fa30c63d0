import type { JSONContent } from '@tiptap/core'
import type { PageDocument } from '../../../content/document.ts'

/** A page for Tiptap, which changes nothing of what it is given. */
export function toJson(document: PageDocument): JSONContent {
  // SAFETY: the same shape, but for `readonly`.
  return document as JSONContent
}

/** A page from the editor, whose schema is that of a page. */
export function fromJson(content: JSONContent): PageDocument {
  // SAFETY: the same shape, as the schema has made it.
  return content as PageDocument
}
