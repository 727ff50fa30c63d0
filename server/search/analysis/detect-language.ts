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
const leastHits = 2
/** Single Latin letters stand in every language's formulas and lists. */
const words = /[\p{L}\p{M}]{2,}|\p{sc=Cyrillic}/gu
/** Letters that only one of the Cyrillic alphabets has. */
const russianLetters = /[ыэё]/i
const ukrainianLetters = /[іїєґ]/i

/** The languages whose commonest words the beginning of a text holds most of; undefined without a sign. */
export function detectLanguages(text: string): PageLanguages {
  const hits = new Map<string, number>()
  let sampled = 0
  const sample = text.slice(0, sampledWords * 20)
  for (const [word] of sample.matchAll(words)) {
    for (const language of stopWords.get(word.toLowerCase()) ?? []) {
      hits.set(language, (hits.get(language) ?? 0) + 1)
    }
    sampled += 1
    if (sampled === sampledWords) break
  }
  return {
    latin: likeliest(latinLanguages, hits),
    cyrillic: cyrillicByLetters(sample) ?? likeliest(cyrillicLanguages, hits),
  }
}

function cyrillicByLetters(sample: string): CyrillicLanguage | undefined {
  if (ukrainianLetters.test(sample)) return 'uk'
  return russianLetters.test(sample) ? 'ru' : undefined
}

function likeliest<Language extends LatinLanguage | CyrillicLanguage>(
  languages: readonly Language[],
  hits: ReadonlyMap<string, number>,
): Language | undefined {
  let best: Language | undefined
  let most = leastHits - 1
  for (const language of languages) {
    const count = hits.get(language) ?? 0
    if (count > most) {
      best = language
      most = count
    }
  }
  return best
}
