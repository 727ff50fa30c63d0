import { fold, foldAccents, foldSpelling } from './fold.ts'
import {
  type CyrillicLanguage,
  type LatinLanguage,
  scriptOf,
  stem,
  stemOther,
} from './languages.ts'
import type { Piece } from './pieces.ts'

export type Languages = { latin: LatinLanguage; cyrillic: CyrillicLanguage }

/** Texts repeat their words: the stem of a word is computed once until this many are known. */
const mostRemembered = 20_000
const remembered = new Map<string, Map<string, string>>()

/** The term the index holds for a piece of a text in these languages. */
export function termOf({ kind, text }: Piece, { latin, cyrillic }: Languages): string {
  if (kind === 'whole') return fold(text)
  if (kind !== 'word') return text
  const known = memory(`${latin} ${cyrillic}`)
  let term = known.get(text)
  if (term === undefined) {
    if (known.size >= mostRemembered) known.clear()
    term = wordTerm(text, { latin, cyrillic })
    known.set(text, term)
  }
  return term
}

function wordTerm(text: string, { latin, cyrillic }: Languages): string {
  const word = foldSpelling(text)
  const script = scriptOf(word)
  if (script === 'other') return stemOther(word)
  return foldAccents(stem(word, script === 'latin' ? latin : cyrillic))
}

function memory(languages: string): Map<string, string> {
  const known = remembered.get(languages)
  if (known !== undefined) return known
  const made = new Map<string, string>()
  remembered.set(languages, made)
  return made
}
