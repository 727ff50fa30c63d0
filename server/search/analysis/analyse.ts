import { detectLanguages } from './detect-language.ts'
import { limitMarks } from './fold.ts'
import { segmentedScripts, segmenterVersion } from './segment-words.ts'
import { type Languages, termReader } from './terms.ts'
import { cutRun, visitRuns } from './tokens.ts'

/**
 * Grows whenever the same text gives other terms than before; a workspace indexed by another version is
 * indexed anew in the background.
 */
export const analyserVersion = '1'

/** As `analyserVersion`, where a text holds words that only ICU finds. */
export const segmentingVersion = `icu ${segmenterVersion}`

/** Units of a body from which on its title says nothing of its language. */
export const hintedBody = 50_000
/** Different terms by which a page is found: a novel has a fifth of them. Those behind them only count. */
const maxTerms = 100_000

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

/** A body analysed before its title is known; `text` stays to be read again in the title's language. */
export type AnalysedBody = {
  text: string
  languages: Partial<Languages>
  isSegmented: boolean
  terms: Map<string, number>
  length: number
}

export function analyseBody(text: string): AnalysedBody {
  const { latin, cyrillic } = detectLanguages(text)
  const languages = {
    ...(latin === undefined ? {} : { latin }),
    ...(cyrillic === undefined ? {} : { cyrillic }),
  }
  const isSegmented = segmentedScripts.test(text)
  return { text, languages, isSegmented, ...countTerms(text, withDefaults(languages)) }
}

/** A body that shows no language, such as a list of names, is read in the language of its title. */
export function analysePage(title: string, body: AnalysedBody): AnalysedPage {
  const hinted = detectLanguages(body.text.length > hintedBody ? '' : title)
  const languages = withDefaults({
    latin: body.languages.latin ?? hinted.latin,
    cyrillic: body.languages.cyrillic ?? hinted.cyrillic,
  })
  const before = withDefaults(body.languages)
  const isSame = languages.latin === before.latin && languages.cyrillic === before.cyrillic
  const inBody = isSame ? body : countTerms(body.text, languages)
  const inTitle = countTerms(title, languages)
  const terms = new Map<string, Frequency>()
  for (const [term, count] of inBody.terms) terms.set(term, { title: 0, body: count })
  for (const [term, count] of inTitle.terms) {
    terms.set(term, { title: count, body: terms.get(term)?.body ?? 0 })
  }
  return {
    languages,
    isSegmented: body.isSegmented || segmentedScripts.test(title),
    terms,
    titleLength: inTitle.length,
    bodyLength: inBody.length,
  }
}

/** The terms of a title in the languages of its page. */
export function analyseTitle(
  title: string,
  languages: Languages,
): { terms: Map<string, number>; length: number; isSegmented: boolean } {
  return { ...countTerms(title, languages), isSegmented: segmentedScripts.test(title) }
}

export function withDefaults(languages: {
  [Name in keyof Languages]?: Languages[Name] | undefined
}): Languages {
  return { latin: languages.latin ?? 'en', cyrillic: languages.cyrillic ?? 'ru' }
}

function countTerms(
  text: string,
  languages: Languages,
): { terms: Map<string, number>; length: number } {
  const terms = new Map<string, number>()
  let length = 0
  const read = termReader(languages)
  visitRuns(limitMarks(text).normalize('NFKC'), (run, kind) => {
    for (const token of cutRun(run, kind)) {
      const term = read(token)
      if (term === '') continue
      const known = terms.get(term)
      if (known !== undefined || terms.size < maxTerms) terms.set(term, (known ?? 0) + 1)
      // Characters repeat their pairs: counted too, they would make a Chinese page twice as long as others.
      if (token.kind !== 'character') length += 1
    }
  })
  return { terms, length }
}
