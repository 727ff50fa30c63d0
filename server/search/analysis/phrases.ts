import { fold } from './fold.ts'
import { longText, partsOf } from './parts.ts'

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u
/** Words of these scripts stand without spaces: any place in a run may be their end. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Units folded in one step. */
const unitsPerStep = 20_000

export type TextRange = { start: number; end: number }

const typographic =
  /[\u2018\u2019\u201B\u02BC\u2032\u201C-\u201F\u2033\u00AB\u00BB\u2010-\u2015\u2212]/g
const typed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('\u2018\u2019\u201B\u02BC\u2032', (sign) => [sign, "'"])),
  ...Object.fromEntries(
    Array.from('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', (sign) => [sign, '-']),
  ),
}

/** Folds a text, with quotes, apostrophes and hyphens as a keyboard has them. The signs keep their length. */
export function foldPhrase(text: string): string {
  return fold(text).replaceAll(typographic, (sign) => typed[sign] ?? '"')
}

/** Whether a folded text holds a folded phrase as whole words. */
export function holdsPhrase(folded: string, phrase: string): boolean {
  for (let at = folded.indexOf(phrase); at !== -1; at = folded.indexOf(phrase, at + 1)) {
    if (isAtWordBoundaries(folded, at, at + phrase.length)) return true
  }
  return false
}

/** As holdsPhrase, of a text as written, in steps: a long one is read in parts. */
export function* holdsPhraseSteps(text: string, phrase: string): Generator<void, boolean> {
  for (const part of partsOf(text, reach(phrase))) {
    if (holdsFolded(part.text, phrase)) return true
    if (text.length > longText) yield
  }
  return false
}

/** Where a text as written holds a folded phrase: folding changes lengths, so places differ. */
export function* phraseSteps(text: string, phrase: string): Generator<void, TextRange | undefined> {
  const maxLength = reach(phrase)
  const [firstWord = phrase] = phrase.split(' ')
  let work = 0
  for (const part of partsOf(text, maxLength)) {
    if (text.length > longText) yield
    if (!holdsFolded(part.text, phrase)) continue
    for (const { index, 0: character } of part.text.matchAll(/./gsu)) {
      if (!phrase.startsWith(foldPhrase(character).charAt(0))) continue
      work += maxLength
      if (work > unitsPerStep) {
        work = 0
        yield
      }
      const rest = foldPhrase(part.text.slice(index, index + maxLength))
      if (!rest.startsWith(firstWord) || !normalizeSpace(rest).startsWith(phrase)) continue
      if (!isAtWordBoundaries(part.text, index, index)) continue
      const start = part.start + index
      return { start, end: Math.min(text.length, start + phrase.length) }
    }
  }
  return undefined
}

/** As holdsPhrase, of a text as written. Most texts lack a word of the phrase, and need no more than to be folded. */
function holdsFolded(text: string, phrase: string): boolean {
  const folded = foldPhrase(text)
  if (!phrase.split(' ').every((word) => folded.includes(word))) return false
  return holdsPhrase(normalizeSpace(folded), phrase)
}

/** The most units that a folded phrase can take in a text as written. */
function reach(phrase: string): number {
  return phrase.length * 3 + 16
}

const otherSpace = /[^\S ]| {2}/

export function normalizeSpace(text: string): string {
  if (!otherSpace.test(text)) return text.trim()
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Whether neither end of a place lies inside a word. */
function isAtWordBoundaries(text: string, start: number, end: number): boolean {
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
