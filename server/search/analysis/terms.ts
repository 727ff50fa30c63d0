import { fold, foldAccents, foldSpelling } from './fold.ts'
import {
  type CyrillicLanguage,
  type LatinLanguage,
  scriptOf,
  stem,
  stemOther,
} from './languages.ts'
import type { Token } from './token.ts'

export type Languages = { latin: LatinLanguage; cyrillic: CyrillicLanguage }

/** Gives the term that the index holds for a token of a text. */
export type TermReader = (token: Token) => string

/** Texts repeat their words: the stem of a word is computed once until this many are known. */
const maxRemembered = 20_000
const readers = new Map<string, TermReader>()

/** Reads texts in these languages, one for each of the alphabets that many share. */
export function termReader(languages: Languages): TermReader {
  const key = `${languages.latin} ${languages.cyrillic}`
  const known = readers.get(key)
  if (known !== undefined) return known
  const reader = makeReader(languages)
  readers.set(key, reader)
  return reader
}

function makeReader(languages: Languages): TermReader {
  const remembered = new Map<string, string>()
  return (token) => {
    const { kind, text } = token
    if (kind !== 'word') return tokenTerm(token, languages)
    let term = remembered.get(text)
    if (term === undefined) {
      if (remembered.size >= maxRemembered) remembered.clear()
      term = wordTerm(text, languages)
      remembered.set(text, term)
    }
    return term
  }
}

/** As a `TermReader` gives it, without its memory. */
export function tokenTerm({ kind, text }: Token, languages: Languages): string {
  if (kind === 'whole') return fold(text)
  return kind === 'word' ? wordTerm(text, languages) : text
}

function wordTerm(text: string, { latin, cyrillic }: Languages): string {
  const word = foldSpelling(text)
  const script = scriptOf(word)
  if (script === 'other') return stemOther(word)
  return foldAccents(stem(word, script === 'latin' ? latin : cyrillic))
}
