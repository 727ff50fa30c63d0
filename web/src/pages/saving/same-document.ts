import type { PageDocument } from '../../../../content/document.ts'
import { schema } from '../../../../content/schema.ts'

/** The document with every attribute written out, so that equal documents are equal as text. */
export function normal(document: PageDocument): PageDocument {
  // SAFETY: what the schema writes of a document is a document.
  const { content = [] } = schema.nodeFromJSON(document).toJSON() as Partial<PageDocument>
  return { type: 'doc', content }
}

export function sameDocument(a: PageDocument, b: PageDocument): boolean {
  return a === b || JSON.stringify(normal(a)) === JSON.stringify(normal(b))
}
