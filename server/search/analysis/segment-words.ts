import { foldAccents, foldSpelling } from './fold.ts'
import type { Token } from './token.ts'

/** The dictionaries in ICU find the words of Thai, Lao, Khmer and Burmese, and change with its version. */
export const segmenterVersion = process.versions['icu'] ?? ''

export const segmentedScripts = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

/** A longer run is cut first: the segmenter's time grows faster than its text. */
const maxRunLength = 1000

let segmenter: Intl.Segmenter | undefined

export function segmentWords(run: string): Token[] {
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  const tokens: Token[] = []
  for (let start = 0; start < run.length; start += maxRunLength) {
    for (const { segment, isWordLike } of segmenter.segment(
      run.slice(start, start + maxRunLength),
    )) {
      if (isWordLike === true) {
        tokens.push({ kind: 'plain', text: foldAccents(foldSpelling(segment)) })
      }
    }
  }
  return tokens
}
