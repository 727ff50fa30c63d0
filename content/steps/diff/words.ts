/** Scripts without spaces between words: each of their letters counts as a word. */
const spaceless =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const letter = '[\\p{L}\\p{M}\\p{N}_]'

const word = new RegExp(`[${spaceless}]\\p{M}*|(?:(?![${spaceless}])${letter})+`, 'gu')
const token = new RegExp(`${word.source}|\\s+|[^]`, 'gu')
const startsWord = new RegExp(`^${letter}`, 'u')

export function wordsOf(text: string): string[] {
  return text.match(word) ?? []
}

/** The whole text as words, white space and single other characters. */
export function tokensOf(text: string): string[] {
  return text.match(token) ?? []
}

export function isWord(text: string): boolean {
  return startsWord.test(text)
}
