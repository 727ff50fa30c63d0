const letterOrMark = /[\p{L}\p{M}]/u
const cyrillicCharacter = /\p{sc=Cyrillic}/u

const isKnown = 1
const isLetter = 2
const isCyrillic = 4
/** What is known of each UTF-16 unit; only the parts that texts need take memory. */
const units = new Uint8Array(1 << 16)

/** Gets a word between two offsets of a text, and gives false to stop. */
export type WordVisitor = (text: string, start: number, end: number) => boolean

/**
 * Visits the words of a text: letters and marks next to each other, two or more of them or one that is Cyrillic.
 * Single Latin letters stand in every language's formulas and lists.
 */
export function visitWords(text: string, visit: WordVisitor): void {
  for (let index = 0; index < text.length;) {
    const start = index
    const first = classAt(text, index)
    index += widthAt(text, index)
    const second = index
    if ((first & isLetter) !== 0) {
      while (index < text.length && (classAt(text, index) & isLetter) !== 0) {
        index += widthAt(text, index)
      }
    }
    const isWord = index > second || (first & isCyrillic) !== 0
    if (isWord && !visit(text, start, index)) return
  }
}

function classAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (isSurrogate(unit)) return classOf(String.fromCodePoint(text.codePointAt(index) ?? 0))
  const known = units[unit] ?? 0
  if (known !== 0) return known
  const found = classOf(String.fromCharCode(unit))
  units[unit] = found
  return found
}

function classOf(character: string): number {
  return (
    isKnown |
    (letterOrMark.test(character) ? isLetter : 0) |
    (cyrillicCharacter.test(character) ? isCyrillic : 0)
  )
}

function isSurrogate(unit: number): boolean {
  return unit >>> 11 === 0x1b
}

function widthAt(text: string, index: number): number {
  if (!isSurrogate(text.charCodeAt(index))) return 1
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
}
