import { pageOf } from '../board.ts'
import type { PageDocument } from '../document.ts'
import { closestLines } from '../edit/closest-lines.ts'
import { listNames } from '../edit/listed-names.ts'
import { failed } from '../edit/result.ts'
import type { Failed } from '../edit/result.ts'
import { findSection } from '../edit/section.ts'
import { isEmptyParagraph, numberAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'
import { blockText } from '../text.ts'
import { writeKnownBlocks } from '../write/known-blocks.ts'

/** Which part of a page to read. Blocks are numbered from 1. */
export type PartChoice =
  | { kind: 'outline' }
  /** The section with its subsections. */
  | { kind: 'section'; heading: string }
  /** A block with some before and after it. */
  | { kind: 'block'; block: number; around: number }
  /** The first block that contains a text, with some before and after it. */
  | { kind: 'find'; text: string; around: number }

export type OutlineEntry = { level: number; title: string; block: number; words: number }

export type PagePart =
  | { ok: true; kind: 'outline'; headings: OutlineEntry[]; blocks: number; words: number }
  | {
      ok: true
      kind: 'part'
      markdown: string
      /** The first and the last block, and how many the page has. */
      from: number
      to: number
      blocks: number
      /** The headings above the first block, highest level first. */
      under: string[]
    }
  | Failed

export function readPart(document: PageDocument, choice: PartChoice): PagePart {
  if (choice.kind === 'outline') return outlineOf(pageOf(document))
  if (choice.kind === 'section') {
    const page = pageOf(document)
    const found = findSection(page.content, { heading: choice.heading, includeSubsections: true })
    if (!found.ok) return found
    const { start, end } = found.section
    return part(page, start - 1, end)
  }
  const { content } = document
  const at = choice.kind === 'block' ? choice.block - 1 : indexOf(content, choice.text)
  if (at < 0 || at >= content.length) return notFound(document, choice)
  return part(document, Math.max(0, at - choice.around), at + choice.around + 1)
}

function part(document: PageDocument, start: number, end: number): PagePart {
  const { content } = document
  const last = Math.min(end, content.length)
  const written = writeKnownBlocks(document).slice(start, last)
  return {
    ok: true,
    kind: 'part',
    markdown: `${written.filter((block) => block !== '').join('\n\n')}\n`,
    from: start + 1,
    to: last,
    blocks: content.length,
    under: headingsAbove(content, start),
  }
}

function indexOf(content: readonly ContentNode[], text: string): number {
  const wanted = plain(text)
  return content.findIndex((block) => plain(blockText(block)).includes(wanted))
}

/** A text as a reader compares it, whichever marks of Markdown it has. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[*_`~\\]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function notFound(
  { content }: PageDocument,
  choice: Extract<PartChoice, { kind: 'block' | 'find' }>,
): Failed {
  if (choice.kind === 'block') {
    const message = `The page has blocks 1 to ${content.length}, but no block ${choice.block}.`
    return failed('TEXT_NOT_FOUND', message, 0)
  }
  const titles = content.filter(({ type }) => type === 'heading').map((one) => blockText(one))
  const headings = titles.length === 0 ? '' : ` Its headings are ${listNames(titles)}.`
  const lines = content.flatMap((block) => blockText(block).split('\n'))
  const candidates = closestLines(lines, choice.text) || headings
  return failed(
    'TEXT_NOT_FOUND',
    `No block contains "${choice.text.slice(0, 200)}".${candidates}`,
    0,
  )
}

function headingsAbove(content: readonly ContentNode[], start: number): string[] {
  const ancestors: string[] = []
  let level = 7
  for (let at = start - 1; at >= 0 && level > 1; at -= 1) {
    const block = content[at]
    if (block?.type !== 'heading' || numberAttribute(block, 'level', 1) >= level) continue
    level = numberAttribute(block, 'level', 1)
    ancestors.unshift(blockText(block))
  }
  return ancestors
}

function outlineOf({ content }: PageDocument): PagePart {
  const headings: OutlineEntry[] = []
  let total = 0
  for (const [index, block] of content.entries()) {
    const words = isEmptyParagraph(block) ? 0 : wordsIn(blockText(block))
    total += words
    const last = headings.at(-1)
    if (block.type === 'heading') {
      const level = numberAttribute(block, 'level', 1)
      headings.push({ level, title: blockText(block), block: index + 1, words: 0 })
    } else if (last !== undefined) last.words += words
  }
  return { ok: true, kind: 'outline', headings, blocks: content.length, words: total }
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}
