import { boardOf } from './board.ts'
import type { DocumentResult } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'

/** Reads a board: `## Column` headings, each with a list of cards under it. */
export function parseBoard(markdown: string): DocumentResult {
  const parsed = parseMarkdown(markdown)
  return parsed.ok ? { ok: true, document: boardOf(parsed.document) } : parsed
}
