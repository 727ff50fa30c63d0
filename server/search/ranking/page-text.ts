import { hasFoldedCharacters } from './candidates.ts'

/** A page as plain text: its title and the texts of its blocks, separated by line feeds. */
export type PageText = {
  text: string
  /** Where the title and each block begin in `text`, and one past where the next one would. */
  starts: Uint32Array
  /** The number of each block; 0 for the title, which comes first. */
  numbers: Uint32Array
  /** Whether it may hold characters that fold to others. */
  hasFolded: boolean
  /** Bytes that it takes in memory, about. */
  byteSize: number
}

/** Bytes of the objects around the text. */
const overhead = 600
/** A longer text is not looked through for such characters: that takes milliseconds at once. */
const scannedUnits = 200_000
const oneByte = /^[\0-\xFF]*$/

export function joinPageText(
  title: string,
  blocks: readonly { number: number; text: string }[],
): PageText {
  const texts = [title]
  const numbers = new Uint32Array(blocks.length + 1)
  const starts = new Uint32Array(blocks.length + 2)
  let start = title.length + 1
  starts[1] = start
  for (const [index, { number, text }] of blocks.entries()) {
    texts.push(text)
    numbers[index + 1] = number
    start += text.length + 1
    starts[index + 2] = start
  }
  const text = texts.join('\n')
  const byteSize = text.length * (oneByte.test(text) ? 1 : 2) + 8 * starts.length + overhead
  const hasFolded = text.length > scannedUnits || hasFoldedCharacters(text)
  return { text, starts, numbers, hasFolded, byteSize }
}

/** The text of the title (0) or of one of the blocks. */
export function partText({ text, starts }: PageText, index: number): string {
  return text.slice(starts[index], (starts[index + 1] ?? 0) - 1)
}
