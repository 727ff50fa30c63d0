import { hasFoldedCharacters } from './candidates.ts'
import { maxListedUnits, type PageTerms } from './page-terms.ts'

/** A page as plain text: its title and the texts of its blocks, separated by line feeds. */
export type PageText = {
  text: string
  /** Where the title and each block begin in `text`, and one past where the next one would. */
  starts: readonly number[]
  /** The number of each block; 0 for the title, which comes first. */
  numbers: readonly number[]
  /** Whether it may hold characters that fold to others. */
  hasFolded: boolean
  /** Its terms, once some searches have read it; null where they cannot be listed. */
  terms: PageTerms | null | undefined
  /** Searches that have read it without its terms. */
  reads: number
  /** Bytes that it takes in memory with its terms, about. */
  byteSize: number
}

/** Bytes of the objects around the text. */
const overhead = 700
/** Of the terms. */
const bytesPerUnit = 0.5
/** A longer text is not looked through for such characters: that takes milliseconds at once. */
const scannedUnits = 200_000
const oneByte = /^[\0-\xFF]*$/

export function joinPageText(
  title: string,
  blocks: readonly { number: number; text: string }[],
): PageText {
  const texts = [title]
  const numbers = [0]
  let start = title.length + 1
  const starts = [0, start]
  for (const { number, text } of blocks) {
    texts.push(text)
    numbers.push(number)
    start += text.length + 1
    starts.push(start)
  }
  const text = texts.join('\n')
  const inTerms = text.length > maxListedUnits ? 0 : bytesPerUnit
  const inText = oneByte.test(text) ? 1 : 2
  const byteSize = Math.ceil(text.length * (inText + inTerms)) + 16 * starts.length + overhead
  const hasFolded = text.length > scannedUnits || hasFoldedCharacters(text)
  return { text, starts, numbers, hasFolded, terms: undefined, reads: 0, byteSize }
}

/** The text of the title (0) or of one of the blocks. */
export function partText({ text, starts }: PageText, index: number): string {
  return text.slice(starts[index], (starts[index + 1] ?? 0) - 1)
}
