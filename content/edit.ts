import { boardOf, isBoard, pageOf } from './board.ts'
import type { PageDocument } from './document.ts'
import { add } from './edit/add.ts'
import type { Addition } from './edit/add.ts'
import { keepSpaces } from './edit/keep-spaces.ts'
import { moveCard } from './edit/move-card.ts'
import type { CardMove } from './edit/move-card.ts'
import { replaceAll, replaceText } from './edit/replace.ts'
import { failed, spliced } from './edit/result.ts'
import type { EditResult } from './edit/result.ts'
import { replaceSection } from './edit/section.ts'
import type { SectionName } from './edit/section.ts'
import { numberAttribute } from './node.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { blockText } from './text.ts'
import type { Addresses } from './urls.ts'

/**
 * A change to a page. `text` is Markdown, in which wikilinks are read with `addresses`; an empty text deletes what it
 * replaces.
 */
export type Edit = TextEdit | CardMove

export type TextEdit = { addresses?: Addresses } & (
  | Addition
  | ({ mode: 'section'; text: string } & SectionName)
  | { mode: 'replace'; find: string; text: string; all?: boolean }
  | { mode: 'body'; text: string }
)

export type { ChangeCounts, ChangeSummary } from './edit/change-summary.ts'
export type { CardMove } from './edit/move-card.ts'
export type { EditFailure, EditResult, Removed } from './edit/result.ts'

/** The page after an edit. Unchanged blocks are the same objects as before. */
export function editDocument(document: PageDocument, edit: Edit): EditResult {
  if (edit.mode === 'card') return moveCard(document, edit)
  const result = editText(document, edit)
  return result.ok ? { ...result, document: keepSpaces(document, result.document) } : result
}

function editText(document: PageDocument, edit: TextEdit): EditResult {
  if (!isBoard(document)) return editPage(document, edit)
  const page = pageOf(document)
  if (needsColumn(edit)) return failed('COLUMN_REQUIRED', columnsOf(page), 0)
  const edited = editPage(page, edit)
  return edited.ok ? { ...edited, document: boardOf(edited.document) } : edited
}

function editPage(document: PageDocument, edit: TextEdit): EditResult {
  switch (edit.mode) {
    case 'section':
      return replaceSection(document, edit, edit)
    case 'replace':
      return edit.all === true ? replaceAll(document, edit) : replaceText(document, edit)
    case 'body':
      return replaceBody(document, edit)
    default:
      return add(document, edit, edit.addresses)
  }
}

/** A board remains a board. */
function replaceBody(document: PageDocument, { text, addresses }: TextEdit): EditResult {
  const parsed = parseMarkdown(text, addresses)
  if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, 0)
  return spliced(document, 0, document.content.length, parsed.document.content)
}

/** Without a position, an addition to a board would go to its last column or to one without a title. */
function needsColumn(edit: TextEdit): boolean {
  if (edit.mode !== 'append' && edit.mode !== 'prepend') return false
  if (edit.heading !== undefined) return false
  const parsed = parseMarkdown(edit.text)
  const first = parsed.ok ? parsed.document.content[0] : undefined
  return first?.type !== 'heading' || numberAttribute(first, 'level', 1) > 2
}

function columnsOf(page: PageDocument): string {
  const titles = page.content
    .filter(({ type }) => type === 'heading')
    .map((heading) => `"${blockText(heading).trim()}"`)
  return `is needed: this page is a board, whose cards stand in columns. Name one of ${titles.join(', ')}, or begin the text with a new one: "## Column"`
}
