export type TextSpan = { text: string; isMatch: boolean }

const word = /[\p{L}\p{N}\p{M}]+/gu

/** Shorter words have to be the same; longer ones may end otherwise, as stems do. */
const shortestStem = 4

/**
 * Cuts a text into what a query matches and what not. The server finds words by their stems; here a
 * word counts when it begins as one of the query, so that `rivers` is marked for `river` and back.
 */
export function highlight(text: string, query: string): TextSpan[] {
  const wanted = wordsOf(query).map(fold)
  if (wanted.length === 0) return [{ text, isMatch: false }]
  const spans: TextSpan[] = []
  let end = 0
  for (const found of text.matchAll(word)) {
    const length = matchLength(found[0], wanted)
    if (length === 0) continue
    if (found.index > end) spans.push({ text: text.slice(end, found.index), isMatch: false })
    end = found.index + found[0].length
    spans.push({ text: found[0], isMatch: true })
  }
  if (end < text.length) spans.push({ text: text.slice(end), isMatch: false })
  return spans
}

function matchLength(found: string, wanted: readonly string[]): number {
  const folded = fold(found)
  return wanted.some((one) => isSame(folded, one)) ? found.length : 0
}

function isSame(found: string, wanted: string): boolean {
  // Scripts without spaces: the words of a query stand somewhere in the run of letters.
  if (unspaced.test(wanted)) return found.includes(wanted)
  if (found.startsWith(wanted)) return true
  const shared = sharedLength(found, wanted)
  return shared >= shortestStem && shared >= wanted.length - 3 && shared >= found.length - 3
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

function wordsOf(text: string): string[] {
  return text.match(word) ?? []
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ё', 'е')
}
