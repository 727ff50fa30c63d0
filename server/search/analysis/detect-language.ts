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
const endsCount = 1 << 14
/** A single one is chance: "care" is a common word of Romanian. */
const minHits = 2
/** Letters that only one of the Cyrillic alphabets has. */
const russianLetters = /[ыэё]/i
const ukrainianLetters = /[іїєґ]/i

const languages = [...latinLanguages, ...cyrillicLanguages]

type Tables = {
  /** For each stop word, the indexes of its languages. */
  languagesOfWord: ReadonlyMap<string, readonly number[]>
  maxLength: number
  /** Most words of a text differ from all stop words in their ends or length, and need not be copied. */
  ends: Uint8Array
}

let known: Tables | undefined

function makeTables(): Tables {
  const languagesOfWord = new Map<string, number[]>()
  const ends = new Uint8Array(endsCount)
  let maxLength = 0
  for (const [word, those] of stopWords()) {
    const indexes = languages.flatMap((language, index) => (those.has(language) ? [index] : []))
    languagesOfWord.set(word, indexes)
    maxLength = Math.max(maxLength, word.length)
    ends[endsOf(word, 0, word.length)] = 1
  }
  return { languagesOfWord, maxLength, ends }
}

/** The languages whose commonest words the beginning of a text holds most of; undefined without a sign. */
export function detectLanguages(text: string): PageLanguages {
  const { languagesOfWord, maxLength, ends } = (known ??= makeTables())
  const hits = new Uint16Array(languages.length)
  let sampled = 0
  const sample = text.slice(0, sampledWords * 20)
  visitWords(sample.toLowerCase(), (lower, start, end) => {
    if (end - start <= maxLength && ends[endsOf(lower, start, end)] === 1) {
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
  const letters = Math.imul(text.charCodeAt(start), 31) ^ text.charCodeAt(end - 1)
  return (Math.imul(letters, 31) ^ (end - start)) & (endsCount - 1)
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
