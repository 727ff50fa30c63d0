import { boardOf, isBoard, pageOf } from './board.ts'
import type { PageDocument } from './document.ts'
import { replaceText } from './edit/replace.ts'
import { failed, spliced } from './edit/result.ts'
import type { EditResult } from './edit/result.ts'
import { replaceSection } from './edit/section.ts'
import { footnotesOf } from './footnotes.ts'
import { isEmptyParagraph } from './node.ts'
import { parsePart } from './parse-markdown.ts'

/** A change to a part of a page. `text` is Markdown; an empty one removes what it replaces. */
export type Edit =
  | { mode: 'append' | 'prepend'; text: string }
  | { mode: 'section'; heading: string; text: string }
  | { mode: 'replace'; find: string; text: string }

export type { EditFailure, EditResult } from './edit/result.ts'

/** The page after an edit. Blocks that the edit does not touch are the same objects as before. */
export function editDocument(document: PageDocument, edit: Edit): EditResult {
  if (!isBoard(document)) return editPage(document, edit)
  const edited = editPage(pageOf(document), edit)
  return edited.ok ? { ok: true, document: boardOf(edited.document) } : edited
}

function editPage(document: PageDocument, edit: Edit): EditResult {
  switch (edit.mode) {
    case 'section':
      return replaceSection(document, edit.heading, edit.text)
    case 'replace':
      return replaceText(document, edit.find, edit.text)
    default:
      return add(document, edit.mode, edit.text)
  }
}

function add(document: PageDocument, mode: 'append' | 'prepend', text: string): EditResult {
  const parsed = parsePart(text, footnotesOf(document.content))
  if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, 0)
  const { content } = document
  // The empty paragraph of a new page, or the one an editor keeps for typing, is not content.
  const isBlank = content.every(isEmptyParagraph)
  if (isBlank) return spliced(document, 0, content.length, parsed.document.content)
  return spliced(document, mode === 'append' ? content.length : 0, 0, parsed.document.content)
}
