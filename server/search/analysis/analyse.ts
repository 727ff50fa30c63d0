import { characterKind } from './characters.ts'
import { detectLanguages } from './detect-language.ts'
import { limitMarks } from './fold.ts'
import { KnownWords } from './known-words.ts'
import { segmentedScripts, segmenterVersion } from './segment-words.ts'
import { addText, emptyTermList, sortTerms, startTermList, type TermList } from './term-list.ts'
import { type Languages, termReader } from './terms.ts'
import { cutRun, visitRunOffsets, visitRuns } from './tokens.ts'

/**
 * Grows whenever the same text gives other terms than before; a workspace indexed by another version is
 * indexed anew in the background.
 */
export const analyserVersion = '1'

/** As `analyserVersion`, where a text holds words that only ICU finds. */
export const segmentingVersion = `icu ${segmenterVersion}`

/** Units of a body from which on its title says nothing of its language. */
const hintedBody = 50_000
/** Different terms by which a page is found: a novel has a fifth of them. Those behind them only count. */
const maxTerms = 100_000

/** A page as the index sees it. */
export type AnalysedPage = {
  languages: Languages
  /** Whether its terms depend on ICU. */
  isSegmented: boolean
  /** In order, as those of the body. */
  titleTerms: TermList
  bodyTerms: TermList
  titleLength: number
  bodyLength: number
}

/** A body analysed before its title is known; `text` stays to be read again where the title tells its language. */
export type AnalysedBody = {
  text?: string
  languages: Partial<Languages>
  isSegmented: boolean
  terms: TermList
  length: number
}

export function analyseBody(text: string): AnalysedBody {
  const { latin, cyrillic } = detectLanguages(text)
  const languages = {
    ...(latin === undefined ? {} : { latin }),
    ...(cyrillic === undefined ? {} : { cyrillic }),
  }
  const isSegmented = segmentedScripts.test(text)
  const { terms, length } = countTerms(text, withDefaults(languages))
  const hinted = text.length > hintedBody ? {} : { text }
  return { ...hinted, languages, isSegmented, terms, length }
}

/** A body that shows no language, such as a list of names, is read in the language of its title. */
export function analysePage(title: string, body: AnalysedBody): AnalysedPage {
  const hinted = detectLanguages(body.text === undefined ? '' : title)
  const languages = withDefaults({
    latin: body.languages.latin ?? hinted.latin,
    cyrillic: body.languages.cyrillic ?? hinted.cyrillic,
  })
  const before = withDefaults(body.languages)
  const isSame = languages.latin === before.latin && languages.cyrillic === before.cyrillic
  const inBody = isSame || body.text === undefined ? body : countTerms(body.text, languages)
  const inTitle = countTerms(title, languages)
  return {
    languages,
    isSegmented: body.isSegmented || segmentedScripts.test(title),
    titleTerms: inTitle.terms,
    bodyTerms: inBody.terms,
    titleLength: inTitle.length,
    bodyLength: inBody.length,
  }
}

function withDefaults(languages: {
  [Name in keyof Languages]?: Languages[Name] | undefined
}): Languages {
  return { latin: languages.latin ?? 'en', cyrillic: languages.cyrillic ?? 'ru' }
}

/** Three megabytes each. */
const maxKnownWords = 4
const knownWords = new Map<string, KnownWords>()

function knownWordsIn(languages: Languages): KnownWords {
  const key = `${languages.latin} ${languages.cyrillic}`
  const known = knownWords.get(key)
  if (known !== undefined) return known
  for (const oldest of knownWords.keys()) {
    if (knownWords.size < maxKnownWords) break
    knownWords.delete(oldest)
  }
  const created = new KnownWords(languages)
  knownWords.set(key, created)
  return created
}

/** Reused from text to text. */
let counted = startTermList()

type CountedTerms = { terms: TermList; length: number }

function countTerms(text: string, languages: Languages): CountedTerms {
  const readable = limitMarks(text).normalize('NFKC')
  const known = knownWordsIn(languages)
  known.startText()
  const read = termReader(languages)
  const others = new Map<string, number>()
  let length = 0
  visitRunOffsets(readable, (start, end, kind) => {
    if (kind === characterKind.spaced && known.count(readable, start, end)) return
    for (const token of cutRun(readable.slice(start, end), kind)) {
      const term = read(token)
      if (term === '') continue
      others.set(term, (others.get(term) ?? 0) + 1)
      // Characters repeat their pairs: counted too, they would make a Chinese page twice as long as others.
      if (token.kind !== 'character') length += 1
    }
  })
  counted = emptyTermList(counted)
  length += known.addTo(counted)
  for (const [term, count] of others) addText(counted, term, count)
  const terms = sortTerms(counted)
  return { terms: terms.size > maxTerms ? firstTerms(readable, languages) : terms, length }
}

/** The terms that come first in a text. */
function firstTerms(readable: string, languages: Languages): TermList {
  const read = termReader(languages)
  const counts = new Map<string, number>()
  visitRuns(readable, (run, kind) => {
    for (const term of cutRun(run, kind).map(read)) {
      const count = counts.get(term) ?? 0
      if (term !== '' && (count > 0 || counts.size < maxTerms)) counts.set(term, count + 1)
    }
  })
  const list = startTermList(counts.size)
  for (const [term, count] of counts) addText(list, term, count)
  return sortTerms(list)
}
