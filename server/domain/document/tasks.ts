import { blocks, type Block } from '../../../content/blocks.ts'
import { isBoard } from '../../../content/board.ts'
import { type CommentText, readComment } from '../../../content/comment.ts'
import { compareLines, type ComparedLine } from '../../../content/compare-lines.ts'
import { checkDocument, type DocumentResult, type PageDocument } from '../../../content/document.ts'
import { type Edit, editDocument, type EditResult, type Removed } from '../../../content/edit.ts'
import { parseMarkdown } from '../../../content/parse-markdown.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import { type AnalysedBody, analyseBody } from '../../search/analysis/analyse.ts'
import { type Chunk, chunkPage } from '../../search/embeddings/chunks.ts'
import {
  makeEntry,
  packBody,
  type PackedBody,
  type PageEntry,
} from '../../search/index/packed-body.ts'
import { type Download, writeDownload } from './download.ts'
import { type FrontMatter, splitFrontMatter } from './front-matter.ts'

/**
 * The slow work on a page's body, as functions of plain values: they run where they are called or in a
 * worker, with the same answer.
 */

/** A body ready to be stored. */
export type PreparedContent = {
  document: string
  blocks: string
  search: AnalysedBody | PackedBody
  /** A board is a page of type KANBAN. */
  type: PageType
}

export type Prepared =
  | { ok: true; content: PreparedContent }
  /** Without a path where it is no JSON at all. */
  | { ok: false; path: string | undefined; reason: string }

export type Edited =
  | { ok: true; content: PreparedContent; removed: Removed }
  | Extract<EditResult, { ok: false }>

export function fromMarkdown(markdown: string): Prepared {
  return prepared(parseMarkdown(markdown))
}

export function fromDocument(content: unknown): Prepared {
  return prepared(checkDocument(content))
}

/** As fromDocument, from what may be no JSON. */
export function fromJson(text: string): Prepared {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'cannot be parsed'
    return { ok: false, path: undefined, reason }
  }
  return fromDocument(content)
}

export function frontMatter(text: string): FrontMatter {
  return splitFrontMatter(text)
}

/** What search is to know of a page; `blocks` as they are stored. */
export function entry({ title, blocks }: { title: string; blocks: string }): PageEntry {
  return makeEntry(title, analyseBlocks(parseBlocks(blocks)))
}

export function comment(markdown: string): CommentText {
  return readComment(markdown)
}

export function toMarkdown(document: string): string {
  return writeMarkdown(parseDocument(document))
}

export function edit({ document, change }: { document: string; change: Edit }): Edited {
  const result = editDocument(parseDocument(document), change)
  if (!result.ok) return result
  return { ok: true, content: prepare(result.document), removed: result.removed }
}

export function prepare(document: PageDocument): PreparedContent {
  const texts = blocks(document)
  return {
    document: JSON.stringify(document),
    blocks: JSON.stringify(texts),
    search: packBody(analyseBlocks(texts)),
    type: isBoard(document) ? 'KANBAN' : 'TEXT',
  }
}

export function analyseBlocks(texts: readonly Block[]): AnalysedBody {
  return analyseBody(texts.map(({ text }) => text).join('\n'))
}

/** What of a page is embedded; `blocks` as they are stored. */
export function chunks({ title, blocks }: { title: string; blocks: string }): Chunk[] {
  return chunkPage({ title, blocks: parseBlocks(blocks) })
}

export function compare({ before, after }: { before: string; after: string }): ComparedLine[] {
  return compareLines(before, after)
}

/** `document` as it is stored. */
export type StoredDownload = Omit<Download, 'document'> & { document: string }

export function download({ document, ...page }: StoredDownload): string {
  return writeDownload({ ...page, document: parseDocument(document) })
}

export function parseBlocks(json: string): Block[] {
  // SAFETY: only prepare() writes this column.
  return JSON.parse(json) as Block[]
}

export function parseDocument(json: string): PageDocument {
  // SAFETY: only checked or parsed documents are stored.
  return JSON.parse(json) as PageDocument
}

function prepared(result: DocumentResult): Prepared {
  return result.ok ? { ok: true, content: prepare(result.document) } : result
}
