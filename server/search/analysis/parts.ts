/** A text of more UTF-16 units is read in parts, so that others get their turn in between. */
export const longText = 20_000

const partLength = 5000
/** A border between words is looked for this far back. */
const nearby = 500
/** Two characters: what is cut inside of a word is still found in pairs. */
const pair = 4

export type TextPart = { text: string; start: number }

/** The parts of a text, cut between words where there are any. Each repeats the last units of the one before. */
export function* partsOf(text: string, repeated = 0): Generator<TextPart, void> {
  if (text.length <= longText) {
    yield { text, start: 0 }
    return
  }
  let start = 0
  for (;;) {
    const { end, isBorder } = endOfPart(text, start)
    yield { text: text.slice(start, end), start }
    if (end === text.length) return
    const next = end - Math.max(repeated, isBorder ? 0 : pair)
    start = Math.max(start + 1, characterStart(text, next))
  }
}

function endOfPart(text: string, start: number): { end: number; isBorder: boolean } {
  const end = start + partLength
  if (end >= text.length) return { end: text.length, isBorder: true }
  const space = text.slice(end - nearby, end).search(/\s\S*$/)
  if (space === -1) return { end: characterStart(text, end), isBorder: false }
  return { end: end - nearby + space + 1, isBorder: true }
}

function characterStart(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
}
