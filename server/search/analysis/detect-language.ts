import {
  type CyrillicLanguage,
  cyrillicLanguages,
  type LatinLanguage,
  latinLanguages,
} from './languages.ts'
import { stopWords } from './stop-words.ts'

/** What a page is written in, one language for each of the alphabets that many share. */
export type PageLanguages = {
  latin: LatinLanguage | undefined
  cyrillic: CyrillicLanguage | undefined
}

const sampledWords = 400
/** A single one is chance: "care" is a common word of Romanian. */
const minHits = 2
/** Single Latin letters stand in every language's formulas and lists. */
const words = /[\p{L}\p{M}]{2,}|\p{sc=Cyrillic}/gu
/** Letters that only one of the Cyrillic alphabets has. */
const russianLetters = /[ыэё]/i
const ukrainianLetters = /[іїєґ]/i

const languages = [...latinLanguages, ...cyrillicLanguages]
/** For each stop word, the indexes of its languages. */
const languagesOfWord = new Map(
  [...stopWords].map(([word, known]) => [
    word,
    languages.flatMap((language, index) => (known.has(language) ? [index] : [])),
  ]),
)
const maxStopWordLength = Math.max(...[...stopWords.keys()].map((word) => word.length))

/** The languages whose commonest words the beginning of a text holds most of; undefined without a sign. */
export function detectLanguages(text: string): PageLanguages {
  const hits = new Uint16Array(languages.length)
  let sampled = 0
  const sample = text.slice(0, sampledWords * 20)
  for (const [word] of sample.toLowerCase().matchAll(words)) {
    if (word.length <= maxStopWordLength) {
      for (const index of languagesOfWord.get(word) ?? []) hits[index] = (hits[index] ?? 0) + 1
    }
    sampled += 1
    if (sampled === sampledWords) break
  }
  return {
    latin: likeliest(latinLanguages, hits, 0),
    cyrillic:
      cyrillicByLetters(sample) ?? likeliest(cyrillicLanguages, hits, latinLanguages.length),
  }
}

function cyrillicByLetters(sample: string): CyrillicLanguage | undefined {
  if (ukrainianLetters.test(sample)) return 'uk'
  return russianLetters.test(sample) ? 'ru' : undefined
}

function likeliest<Language extends LatinLanguage | CyrillicLanguage>(
  candidates: readonly Language[],
  hits: Uint16Array,
  first: number,
): Language | undefined {
  let best: Language | undefined
  let bestHits = minHits - 1
  for (const [index, language] of candidates.entries()) {
    const count = hits[first + index] ?? 0
    if (count > bestHits) {
      best = language
      bestHits = count
    }
  }
  return best
}
