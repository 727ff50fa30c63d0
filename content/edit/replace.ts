import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import { isEmptyParagraph } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { parsePart } from '../parse-markdown.ts'
import type { Addresses } from '../urls.ts'
import { writeKnownBlocks } from '../write/known-blocks.ts'
import { closestLines } from './closest-lines.ts'
import { listNoted } from './listed-names.ts'
import { countBlocks, failed, spliced } from './result.ts'
import type { EditResult } from './result.ts'

type BlockRange = { index: number; start: number; end: number }

/** The Markdown of a page, with the part of each block. */
type Written = { source: string; ranges: readonly BlockRange[] }

/** Occurrences in blocks that follow each other. */
type Group = { starts: number[]; blocks: readonly BlockRange[] }

type Replacement = { find: string; text: string; addresses?: Addresses }

/** Replaces a text that occurs once in the Markdown of the page. Only the affected blocks are parsed again. */
export function replaceText(document: PageDocument, wanted: Replacement): EditResult {
  const written = sourceOf(document)
  const find = asWritten(written, wanted.find)
  const matches = countOf(written.source, find)
  if (matches > 1) {
    const message = `The text occurs ${matches} times. Take in more of what stands around it, or replace each with all: true. It is in ${linesWith(written, find)}.`
    return failed('TEXT_AMBIGUOUS', message, matches)
  }
  return replaceEach(document, written, { ...wanted, find })
}

/** Replaces each occurrence of a text in the Markdown of the page. */
export function replaceAll(document: PageDocument, wanted: Replacement): EditResult {
  const written = sourceOf(document)
  return replaceEach(document, written, { ...wanted, find: asWritten(written, wanted.find) })
}

/** A text as it stands in the Markdown: programs send other line endings, and composed or decomposed letters. */
function asWritten({ source }: Written, find: string): string {
  const lines = find.replaceAll(/\r\n?/g, '\n')
  const forms = [find, lines, lines.normalize('NFC'), lines.normalize('NFD')]
  return forms.find((form) => source.includes(form)) ?? find
}

function replaceEach(
  document: PageDocument,
  written: Written,
  { find, text, addresses }: Replacement,
): EditResult {
  const { source } = written
  const starts = startsOf(source, find)
  if (starts.length === 0) return notFound(source, find)
  const notes = footnotesOf(document.content)
  const content: ContentNode[] = []
  const replaced: ContentNode[] = []
  let copied = 0
  for (const group of groupsOf(written, starts, find)) {
    const parsed = parsePart(replaceIn(source, group, { find, text }), notes, addresses)
    if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, starts.length)
    const start = group.blocks[0]?.index ?? document.content.length
    const end = (group.blocks.at(-1)?.index ?? start - 1) + 1
    const blocks = parsed.document.content
    content.push(...document.content.slice(copied, start))
    content.push(...(blocks.every(isEmptyParagraph) ? [] : blocks))
    replaced.push(...document.content.slice(start, end))
    copied = end
  }
  content.push(...document.content.slice(copied))
  const result = spliced(document, 0, document.content.length, content)
  return result.ok ? { ...result, removed: countBlocks(replaced) } : result
}

/** The Markdown of the blocks of a group after the replacements. */
function replaceIn(
  source: string,
  { starts, blocks }: Group,
  { find, text }: { find: string; text: string },
): string {
  const [at = 0] = starts
  const end = (starts.at(-1) ?? at) + find.length
  let copied = blocks[0]?.start ?? at
  let replaced = ''
  for (const start of starts) {
    replaced += source.slice(copied, start) + text
    copied = start + find.length
  }
  return replaced + source.slice(copied, Math.max(blocks.at(-1)?.end ?? end, end))
}

/** Occurrences that touch one block, or blocks that another one touches, are replaced together. */
function groupsOf({ ranges }: Written, starts: readonly number[], find: string): Group[] {
  const groups: Group[] = []
  let next = 0
  let known = 0
  for (const at of starts) {
    while (next < ranges.length && (ranges[next]?.end ?? 0) < at) next += 1
    let end = next
    while (end < ranges.length && (ranges[end]?.start ?? 0) <= at + find.length) end += 1
    const last = groups.at(-1)
    if (last !== undefined && next < known) {
      last.starts.push(at)
      last.blocks = [...last.blocks, ...ranges.slice(known, end)]
    } else groups.push({ starts: [at], blocks: ranges.slice(next, end) })
    known = Math.max(known, end)
  }
  return groups
}

function notFound(source: string, find: string): EditResult {
  const message = `The page does not contain this text. Copy it from its Markdown.${closestLines(source.split('\n'), find)}`
  return failed('TEXT_NOT_FOUND', message, 0)
}

function sourceOf(document: PageDocument): Written {
  const ranges: BlockRange[] = []
  let source = ''
  for (const [index, written] of writeKnownBlocks(document).entries()) {
    if (written === '') continue
    if (source !== '') source += '\n\n'
    ranges.push({ index, start: source.length, end: source.length + written.length })
    source += written
  }
  return { source: `${source}\n`, ranges }
}

/** How often a text occurs, also where occurrences overlap: then it is not clear which one is meant. */
function countOf(source: string, find: string): number {
  if (find === '') return 0
  let count = 0
  for (let at = source.indexOf(find); at >= 0; at = source.indexOf(find, at + 1)) count += 1
  return count
}

/** Where a text occurs, without overlaps. */
function startsOf(source: string, find: string): number[] {
  const starts: number[] = []
  if (find === '') return starts
  for (let at = source.indexOf(find); at >= 0; at = source.indexOf(find, at + find.length)) {
    starts.push(at)
  }
  return starts
}

/** The lines around each occurrence with their blocks, for the author to choose from. */
function linesWith({ source, ranges }: Written, find: string): string {
  const lines = startsOf(source, find).map((at) => {
    const start = source.lastIndexOf('\n', at) + 1
    const end = source.indexOf('\n', at + find.length)
    const name = source.slice(Math.max(start, at - 30), end < 0 ? undefined : end).trim()
    const block = ranges.findLast((range) => range.start <= at)
    return { name, note: `block ${(block?.index ?? 0) + 1}` }
  })
  return listNoted(lines)
}
