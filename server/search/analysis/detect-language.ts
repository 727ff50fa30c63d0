import {
  type CyrillicLanguage,
  cyrillicLanguages,
  type LatinLanguage,
  latinLanguages,
} from './languages.ts'
import { visitWords } from './letters.ts'
import { stopWords } from './stop-words.ts'

/** What a page is written in, one language for each of the alphabets that many share. */
export type PageLanguages = {
  latin: LatinLanguage | undefined
  cyrillic: CyrillicLanguage | undefined
}

const sampledWords = 400
/** A single one is chance: "care" is a common word of Romanian. */
const minHits = 2
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
/** Most words of a text differ from all stop words in their ends or length, and need not be copied. */
const endsOfStopWords = new Uint8Array(1 << 14)
for (const word of stopWords.keys()) endsOfStopWords[endsOf(word, 0, word.length)] = 1

/** The languages whose commonest words the beginning of a text holds most of; undefined without a sign. */
export function detectLanguages(text: string): PageLanguages {
  const hits = new Uint16Array(languages.length)
  let sampled = 0
  const sample = text.slice(0, sampledWords * 20)
  visitWords(sample.toLowerCase(), (lower, start, end) => {
    if (end - start <= maxStopWordLength && endsOfStopWords[endsOf(lower, start, end)] === 1) {
      for (const index of languagesOfWord.get(lower.slice(start, end)) ?? []) {
        hits[index] = (hits[index] ?? 0) + 1
      }
    }
    sampled += 1
    return sampled < sampledWords
  })
  return {
    latin: likeliest(latinLanguages, hits, 0),
    cyrillic:
      cyrillicByLetters(sample) ?? likeliest(cyrillicLanguages, hits, latinLanguages.length),
  }
}

function endsOf(text: string, start: number, end: number): number {
  const ends = Math.imul(text.charCodeAt(start), 31) ^ text.charCodeAt(end - 1)
  return (Math.imul(ends, 31) ^ (end - start)) & (endsOfStopWords.length - 1)
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
