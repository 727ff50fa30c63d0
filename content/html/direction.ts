export type Direction = 'ltr' | 'rtl'

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}]/gu
const letter = /\p{L}/gu
/** More of a text says nothing new. */
const readUnits = 20_000

/**
 * The direction of a text in surroundings of another: most of its letters decide. A text from right to left often
 * begins with a name in Latin letters, so any letter of its own script keeps it in its surroundings.
 */
export function directionOf(text: string, around: Direction): Direction {
  const read = text.slice(0, readUnits)
  const letters = read.match(letter)?.length ?? 0
  const fromRight = read.match(rightToLeft)?.length ?? 0
  if (letters === 0) return around
  if (around === 'rtl') return fromRight === 0 ? 'ltr' : 'rtl'
  return fromRight * 2 > letters ? 'rtl' : 'ltr'
}
