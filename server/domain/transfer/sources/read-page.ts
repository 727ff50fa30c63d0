import type { PageDocument } from '../../../../content/document.ts'
import type { Loss } from './source-files.ts'

/** An image whose bytes are in the page, under the address that the document has for it. */
export type InlineImage = { url: string; mimeType: string; base64: string }

/** A thread of comments in the form that front matter has. */
export type PageThread = {
  quote?: string
  resolved?: true
  /** `text` is Markdown. */
  thread: { by: string; at?: string; text: string }[]
}

/** What a file of a source says of a page, as plain values that can leave a worker. */
export type ReadPage = {
  document: PageDocument
  title: string | undefined
  icon: string | undefined
  properties: Record<string, unknown>
  images: InlineImage[]
  /** Names of files, by their addresses. */
  fileNames: Record<string, string>
  comments?: readonly PageThread[]
  losses: Omit<Loss, 'path'>[]
  /** Why the page has no content. */
  problem?: string
}

export const emptyDocument: PageDocument = { type: 'doc', content: [{ type: 'paragraph' }] }
