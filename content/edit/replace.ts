import type { PageDocument } from '../document.ts'
import { footnotesOf } from '../footnotes.ts'
import { parsePart } from '../parse-markdown.ts'
import { writeKnownBlocks } from '../write/known-blocks.ts'
import { closestLines } from './closest-lines.ts'
import { failed, listNames, spliced } from './result.ts'
import type { EditResult } from './result.ts'

type BlockRange = { index: number; start: number; end: number }

/** Replaces a text that occurs once in the Markdown of the page. Only the affected blocks are parsed again. */
export function replaceText(document: PageDocument, find: string, text: string): EditResult {
  const { source, ranges } = sourceOf(document)
  const matches = occurrences(source, find)
  if (find === '' || matches === 0) {
    return failed(
      'TEXT_NOT_FOUND',
      `The page does not contain this text. Copy it from its Markdown.${closestLines(source.split('\n'), find)}`,
      0,
    )
  }
  if (matches > 1) {
    const message = `The text occurs ${matches} times. Take in more of what stands around it: ${listNames(linesWith(source, find))}.`
    return failed('TEXT_AMBIGUOUS', message, matches)
  }
  const at = source.indexOf(find)
  const touched = ranges.filter((range) => range.start <= at + find.length && range.end >= at)
  const [first, last] = [touched[0], touched.at(-1)]
  const start = first?.index ?? document.content.length
  const count = last === undefined ? 0 : last.index - start + 1
  const before = source.slice(first?.start ?? at, at)
  const after = source.slice(at + find.length, last?.end ?? at + find.length)
  const parsed = parsePart(`${before}${text}${after}`, footnotesOf(document.content))
  if (!parsed.ok) return failed('INVALID_MARKDOWN', parsed.reason, 1)
  return spliced(document, start, count, parsed.document.content)
}

function sourceOf(document: PageDocument): { source: string; ranges: BlockRange[] } {
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

function occurrences(source: string, find: string): number {
  if (find === '') return 0
  let count = 0
  for (let at = source.indexOf(find); at >= 0; at = source.indexOf(find, at + 1)) count += 1
  return count
}

/** The lines around each occurrence, for the author to choose from. */
function linesWith(source: string, find: string): string[] {
  const lines: string[] = []
  for (let at = source.indexOf(find); at >= 0; at = source.indexOf(find, at + find.length)) {
    const start = source.lastIndexOf('\n', at) + 1
    const end = source.indexOf('\n', at + find.length)
    lines.push(source.slice(Math.max(start, at - 30), end < 0 ? undefined : end).trim())
  }
  return lines
}
