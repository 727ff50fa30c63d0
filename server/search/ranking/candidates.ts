import type { CyrillicLanguage, LatinLanguage } from '../analysis/languages.ts'
import type { Languages } from '../analysis/terms.ts'

/** Letters and digits that no folding touches. */
const simple = /^[a-z0-9_а-я]$/
/** What is ASCII or punctuation but neither letter nor digit: a term that begins so has several spellings. */
const punctuation = /^[\0-\x7F\u00A0\u2010-\u2027]$/
/** A hyphen or an apostrophe may stand inside a word that its term is written without: e-mail. */
const joiner = "[-'\\u2010\\u2011\\u2019]?"
/** Everything else but punctuation may fold to anything, so its run is read. */
const foldedClass = '[^\\x00-\\x7F\\u00A0\\u0401\\u0410-\\u044F\\u0451\\u2010-\\u2027]'
const foldedCharacter = new RegExp(foldedClass)
const letters = 'A-Za-z\\u0401\\u0410-\\u044F\\u0451'

const maxPrefixLength = 12
/** Shorter prefixes occur inside many words, so they are matched where a word begins. */
const minFreePrefix = 4
/** Terms beyond this many share shorter prefixes: each alternative of the pattern costs time. */
const prefixLimit = 12

/** How many first letters of a word its stem keeps, of a stem of a length; two for other languages. */
const stablePrefixLatin: Partial<Record<LatinLanguage, (length: number) => number>> = {
  // Only the last letter is ever replaced: happy and happi, hoping and hope.
  en: (length) => Math.max(2, length - 1),
  fi: () => 1,
  id: () => 0,
  tr: () => 1,
}
const stablePrefixCyrillic: Partial<Record<CyrillicLanguage, (length: number) => number>> = {
  // Endings are cut off and never replaced.
  ru: (length) => length,
}
const stablePrefixByDefault = () => 2

/** Whether a text holds a character that may fold to something else. */
export function hasFoldedCharacters(text: string): boolean {
  return foldedCharacter.test(text)
}

/**
 * A pattern that matches, in any run of a text that holds one of the terms, inside of that run, and in few
 * others. Terms are compared by their first letters, which stemming keeps. It covers characters that fold to
 * others only with `withFolded`. Undefined where a term begins with something that has more than one spelling.
 */
export function candidatePattern(
  terms: Iterable<string>,
  languages: Languages,
  withFolded: boolean,
): RegExp | undefined {
  const prefixes = new Set<string>()
  for (const term of terms) {
    const first = term.charAt(0)
    if (!simple.test(first)) {
      // A character that is no punctuation comes from one that folds.
      if (punctuation.test(first)) return undefined
      continue
    }
    const prefix = stablePrefix(term, languages)
    if (prefix === '') return undefined
    prefixes.add(prefix)
  }
  const alternatives = shorten(prefixes).map(prefixPattern)
  if (withFolded) alternatives.push(foldedClass)
  // Without alternatives nothing can match.
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'g')
}

function stablePrefix(term: string, { latin, cyrillic }: Languages): string {
  const length = Math.min(stableLength(term, latin, cyrillic), maxPrefixLength)
  let end = 0
  while (end < Math.min(length, term.length) && simple.test(term.charAt(end))) end += 1
  return term.slice(0, end)
}

function stableLength(term: string, latin: LatinLanguage, cyrillic: CyrillicLanguage): number {
  if (/^[a-z]/.test(term)) return (stablePrefixLatin[latin] ?? stablePrefixByDefault)(term.length)
  if (/^[а-я]/.test(term))
    return (stablePrefixCyrillic[cyrillic] ?? stablePrefixByDefault)(term.length)
  return term.length
}

/** The same prefixes, or shorter ones, none of which another one begins with. */
function shorten(prefixes: ReadonlySet<string>): string[] {
  let shortened = [...prefixes]
  for (let length = maxPrefixLength; length >= 2; length -= 1) {
    if (shortened.length <= prefixLimit) break
    shortened = [...new Set(shortened.map((prefix) => prefix.slice(0, length)))]
  }
  return shortened.filter(
    (prefix) => !shortened.some((other) => other !== prefix && prefix.startsWith(other)),
  )
}

function prefixPattern(prefix: string): string {
  const first = prefix.charAt(0)
  const rest = Array.from(prefix.slice(1), (letter, index) =>
    joiner.concat(letterClass(letter, index === 0)),
  ).join('')
  const upper = first.toUpperCase()
  if (prefix.length >= minFreePrefix) return letterClass(first, false) + rest
  if (upper === first) return `(?<![0-9])${first}${rest}`
  // A word begins behind what is no letter, a number behind what is no digit, and a capital begins one anywhere.
  return `(?:(?<![${letters}])${letterClass(first, false)}|[${first === 'е' ? 'ЕЁ' : upper}])${rest}`
}

/** English stems replace a second letter: dying, die. */
function letterClass(letter: string, isSecond: boolean): string {
  if (letter === 'i' && isSecond) return '[iIyY]'
  if (letter === 'е') return '[еЕёЁ]'
  const upper = letter.toUpperCase()
  return upper === letter ? letter : `[${letter}${upper}]`
}
