import { type TimeSlice } from '../../lib/time-slices.ts'
import { fold, foldSpelling } from '../analysis/fold.ts'
import {
  type CyrillicLanguage,
  cyrillicLanguages,
  type LatinLanguage,
  latinLanguages,
  scriptOf,
} from '../analysis/languages.ts'
import { foldedStopWords } from '../analysis/stop-words.ts'
import { termReader } from '../analysis/terms.ts'
import { forgivenEdits } from '../index/similar.ts'
import type { Totals } from '../index/totals.ts'
import { Vocabulary } from '../index/vocabulary.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import type { Query, QueryToken } from './query.ts'

/** Terms that stand for one token of the query: a page with any of them holds the token. */
export type Group = { terms: readonly string[]; weight: number; isRequired: boolean }

const stopWordWeight = 0.25
const characterWeight = 0.25
/** Share of a workspace's pages that a language needs for its stems to be searched by. */
const minLanguageShare = 0.01
const continuationLimit = 50
const correctionLimit = 3
/** Unknown words of one query that are corrected: each costs a pass over the vocabulary. */
const correctedWordLimit = 8
/**
 * Terms of one query from which on a word is looked for in the workspace's first language alone: each term
 * costs a list of postings. 500 characters reach it in workspaces of many languages.
 */
export const variantLimit = 1000
/** Beginnings of one letter continue into everything. */
const minPrefixLength = 2

export type WorkspaceLanguages = { latin: LatinLanguage[]; cyrillic: CyrillicLanguage[] }

/** The languages that matter in a workspace; English and Russian where there is nothing to go by. */
export function languagesOf({ documents, latin, cyrillic }: Totals): WorkspaceLanguages {
  const minDocuments = documents * minLanguageShare
  const isSpoken = (count: number | undefined) =>
    count !== undefined && count > 0 && count >= minDocuments
  const spoken = {
    latin: latinLanguages.filter((_, index) => isSpoken(latin[index])),
    cyrillic: cyrillicLanguages.filter((_, index) => isSpoken(cyrillic[index])),
  }
  return {
    latin: spoken.latin.length > 0 ? spoken.latin : ['en'],
    cyrillic: spoken.cyrillic.length > 0 ? spoken.cyrillic : ['ru'],
  }
}

/** The groups of terms to look for, in the order of the query; undefined when a required one is nowhere. */
export async function expandQuery(
  query: Query,
  snapshot: Snapshot,
  timeSlice: TimeSlice,
): Promise<Group[] | undefined> {
  const languages = languagesOf(snapshot.totals)
  const groups: Group[] = []
  const vocabulary = new Vocabulary(snapshot, timeSlice)
  let corrections = 0
  let termCount = 0
  for (const token of query.tokens) {
    const { isRequired } = token
    const variants = termsOf(token, languages)
    const terms = termCount < variantLimit ? variants : variants.slice(0, 1)
    termCount += terms.length
    const weight = weightOf(token, languages) * token.count
    const continued = await continuations(token, terms, vocabulary)
    if (continued.length > 0 || (await isKnown(terms, vocabulary))) {
      groups.push({ terms: [...new Set([...terms, ...continued])], weight, isRequired })
    } else if (isRequired) {
      return undefined
    } else if (token.kind === 'word' && corrections < correctedWordLimit) {
      corrections += 1
      const edits = forgivenEdits(fold(token.text))
      const corrected = await vocabulary.nearest(terms, edits, correctionLimit)
      if (corrected.length > 0) groups.push({ terms: corrected, weight, isRequired })
    }
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return groups
}

function termsOf(token: QueryToken, languages: WorkspaceLanguages): string[] {
  const script = token.kind === 'word' ? scriptOf(foldSpelling(token.text)) : 'other'
  const [latin, cyrillic] = [languages.latin[0] ?? 'en', languages.cyrillic[0] ?? 'ru']
  const spoken =
    script === 'latin'
      ? languages.latin.map((language) => ({ latin: language, cyrillic }))
      : script === 'cyrillic'
        ? languages.cyrillic.map((language) => ({ latin, cyrillic: language }))
        : [{ latin, cyrillic }]
  return [...new Set(spoken.map((language) => termReader(language)(token)))]
}

function weightOf(token: QueryToken, languages: WorkspaceLanguages): number {
  // The last character of an unfinished query may begin a word whose rest is not typed yet.
  if (token.kind === 'character') return token.isOpen ? 1 : characterWeight
  if (token.kind !== 'word') return 1
  const listed = foldedStopWords().get(fold(token.text))
  if (listed === undefined) return 1
  const isSpoken = [
    ...languages.latin,
    ...languages.cyrillic,
    'el' as const,
    'ar' as const,
    'hi' as const,
  ].some((language) => listed.has(language))
  return isSpoken ? stopWordWeight : 1
}

/** The commonest terms that the end of the query may be the beginning of. */
async function continuations(
  token: QueryToken,
  terms: readonly string[],
  vocabulary: Vocabulary,
): Promise<string[]> {
  const prefix = fold(token.text)
  const isLong = prefix.length >= minPrefixLength
  if (!token.isOpen || token.kind === 'character' || !isLong) return []
  return vocabulary.continuations(prefix, terms, continuationLimit)
}

async function isKnown(terms: readonly string[], vocabulary: Vocabulary): Promise<boolean> {
  for (const term of terms) if (await vocabulary.has(term)) return true
  return false
}
