import { fold } from './fold.ts'

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u
/** Words of these scripts stand without spaces: any place in a run may be their end. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

export type Place = { start: number; end: number }

/** Whether a folded text holds a folded phrase as whole words. */
export function holdsPhrase(folded: string, phrase: string): boolean {
  for (let at = folded.indexOf(phrase); at !== -1; at = folded.indexOf(phrase, at + 1)) {
    if (isWhole(folded, at, at + phrase.length)) return true
  }
  return false
}

/** Where a text as written holds a folded phrase: folding changes lengths, so places differ. */
export function findPhrase(text: string, phrase: string): Place | undefined {
  if (!holdsPhrase(normalizeSpace(fold(text)), phrase)) return undefined
  const longest = phrase.length * 3 + 16
  for (const { index, 0: character } of text.matchAll(/./gsu)) {
    if (!phrase.startsWith(fold(character).charAt(0))) continue
    const rest = normalizeSpace(fold(text.slice(index, index + longest)))
    if (!rest.startsWith(phrase) || !isWhole(text, index, index)) continue
    return { start: index, end: Math.min(text.length, index + phrase.length) }
  }
  return undefined
}

export function normalizeSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Whether neither end of a place lies inside a word. */
function isWhole(text: string, start: number, end: number): boolean {
  return !isInside(text, start) && (end === start || !isInside(text, end))
}

function isInside(text: string, at: number): boolean {
  const before = characterBefore(text, at)
  const after = String.fromCodePoint(text.codePointAt(at) ?? 32)
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return false
  return !unspaced.test(before) && !unspaced.test(after)
}

function characterBefore(text: string, at: number): string {
  return Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ' '
}
