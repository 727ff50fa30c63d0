import { boardOf } from '../../../content/board.ts'
import type { PageDocument } from '../../../content/document.ts'
import type { ContentNode } from '../../../content/node.ts'
import { blockHash, blockKey } from '../../../content/source/block-key.ts'
import { type SourcePart, splitMarkdown } from '../../../content/source/split.ts'
import type { UrlMap } from '../../../content/urls.ts'
import { quireKey } from '../document/file-properties.ts'
import { type FrontMatter, splitFrontMatter } from '../document/front-matter.ts'
import { takeTitle } from './title.ts'

/** Larger than any page that the engine accepts; reading more would waste memory. */
export const maxFileBytes = 8 * 1024 * 1024

/** The text of a Markdown file. */
export type FileText = {
  /** The text up to the end of its front matter, with a byte order mark. */
  frontMatter: string
  body: string
  isBroken: boolean
  /** All fields, and those of Quire. */
  attributes: FrontMatter['attributes']
  own: FrontMatter['attributes']
}

/** Large front matter can take time here: imports and exports run in a command of their own. */
export function readFileText(text: string): FileText {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const { attributes, body, isBroken } = splitFrontMatter(text.slice(mark.length), maxFileBytes)
  const frontMatter = text.slice(0, text.length - body.length)
  const quire = attributes[quireKey]
  const own = isRecord(quire) ? quire : {}
  return { frontMatter, body, isBroken, attributes, own }
}

export type FileBody = {
  title: string
  document: PageDocument
  parts: readonly SourcePart[]
  /** The index of the part whose heading is the title and not in the document. */
  heading: number | undefined
}

/** What a body is read with: the stated title, the name of its file, and whether it is a board. */
export type BodyRules = { title: unknown; name: string; isBoard: boolean }

/** Reads the body of a file as if its addresses were written as `map` returns them. Returns why it cannot be read. */
export function readBody(body: string, map: UrlMap, rules: BodyRules): FileBody | string {
  const split = splitMarkdown(body, map)
  if (!split.ok) return split.reason
  const { title, document } = takeTitle(split.document, rules.title, rules.name)
  if (rules.isBoard) {
    const board = boardOf(document)
    return { title, document: board, parts: boardParts(body, board), heading: undefined }
  }
  const { parts } = split
  const isTaken = document !== split.document
  const heading = isTaken ? parts.findIndex(({ hash }) => hash !== '') : undefined
  return { title, document, parts, heading }
}

/** A board is one part: its columns are not blocks of the text. */
export function boardParts(body: string, board: PageDocument): SourcePart[] {
  return [{ text: body, hash: blockHash(blockKey(boardBlock(board))) }]
}

export function boardBlock({ content }: PageDocument): ContentNode {
  return { type: 'board', content }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
