import { detectLanguages } from './detect-language.ts'
import { segmentedScripts, segmenterVersion } from './segment-words.ts'
import { readPieces } from './pieces.ts'
import { type Languages, termOf } from './terms.ts'

/**
 * Grows whenever the same text gives other terms than before; a workspace indexed by another version is
 * indexed anew in the background.
 */
export const analyserVersion = '1'

/** As `analyserVersion`, where a text holds words that only ICU finds. */
export const segmentingVersion = `icu ${segmenterVersion}`

/** How often a term stands in the title and in the body of a page. */
export type Frequency = { title: number; body: number }

/** A page as the index sees it. */
export type AnalysedPage = {
  languages: Languages
  /** Whether its terms depend on ICU. */
  isSegmented: boolean
  terms: Map<string, Frequency>
  titleLength: number
  bodyLength: number
}

/** A body analysed before its title is known; `body` stays to be read again in the title's language. */
export type AnalysedBody = { body: string; languages: Partial<Languages>; terms: string[] }

export function analyseBody(body: string): AnalysedBody {
  const { latin, cyrillic } = detectLanguages(body)
  const languages = {
    ...(latin === undefined ? {} : { latin }),
    ...(cyrillic === undefined ? {} : { cyrillic }),
  }
  return { body, languages, terms: readTerms(body, withDefaults(languages)) }
}

/** A body that shows no language, such as a list of names, is read in the language of its title. */
export function analysePage(title: string, analysed: AnalysedBody): AnalysedPage {
  const { body, languages: shown } = analysed
  const hinted = detectLanguages(title)
  const languages = withDefaults({
    latin: shown.latin ?? hinted.latin,
    cyrillic: shown.cyrillic ?? hinted.cyrillic,
  })
  const before = withDefaults(shown)
  const isSame = languages.latin === before.latin && languages.cyrillic === before.cyrillic
  const bodyTerms = isSame ? analysed.terms : readTerms(body, languages)
  const titleTerms = readTerms(title, languages)
  const terms = new Map<string, Frequency>()
  for (const term of titleTerms) count(terms, term).title += 1
  for (const term of bodyTerms) count(terms, term).body += 1
  return {
    languages,
    isSegmented: segmentedScripts.test(title) || segmentedScripts.test(body),
    terms,
    titleLength: titleTerms.length,
    bodyLength: bodyTerms.length,
  }
}

function withDefaults(languages: {
  [Name in keyof Languages]?: Languages[Name] | undefined
}): Languages {
  return { latin: languages.latin ?? 'en', cyrillic: languages.cyrillic ?? 'ru' }
}

function readTerms(text: string, languages: Languages): string[] {
  const terms: string[] = []
  for (const piece of readPieces(text)) {
    const term = termOf(piece, languages)
    if (term !== '') terms.push(term)
  }
  return terms
}

function count(terms: Map<string, Frequency>, term: string): Frequency {
  const known = terms.get(term)
  if (known !== undefined) return known
  const made = { title: 0, body: 0 }
  terms.set(term, made)
  return made
}
