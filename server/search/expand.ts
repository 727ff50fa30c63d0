import { type Pace } from '../lib/turns.ts'
import { fold, foldSpelling } from './fold.ts'
import {
  type CyrillicLanguage,
  cyrillicLanguages,
  type LatinLanguage,
  latinLanguages,
  scriptOf,
} from './languages.ts'
import type { TermCount } from './part.ts'
import type { Query, QueryPiece } from './query.ts'
import { countEdits, forgivenEdits } from './similar.ts'
import { foldedStopWords } from './stop-words.ts'
import { termReader } from './terms.ts'
import type { Snapshot, Totals } from './workspace-index.ts'

/** Terms that stand for one piece of the query: a page with any of them holds the piece. */
export type Group = { terms: readonly string[]; weight: number; isRequired: boolean }

const stopWordWeight = 0.25
const characterWeight = 0.25
/** Share of a workspace's pages that a language needs for its stems to be searched by. */
const leastShare = 0.01
const mostContinuations = 50
const mostRepaired = 3
/** Unknown words of one query that are repaired: each costs a pass over the vocabulary. */
const mostRepairs = 8
/** Beginnings of one letter continue into everything. */
const shortestPrefix = 2

export type WorkspaceLanguages = { latin: LatinLanguage[]; cyrillic: CyrillicLanguage[] }

/** The languages that matter in a workspace; English and Russian where there is nothing to go by. */
export function languagesOf({ documents, latin, cyrillic }: Totals): WorkspaceLanguages {
  const least = documents * leastShare
  const isSpoken = (count: number | undefined) => count !== undefined && count > 0 && count >= least
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
  pace: Pace,
): Promise<Group[] | undefined> {
  const languages = languagesOf(snapshot.totals)
  const groups: Group[] = []
  let repairs = 0
  for (const piece of query.pieces) {
    const { isRequired } = piece
    const terms = termsOf(piece, languages)
    const weight = weightOf(piece, languages) * piece.count
    const continued = piece.isOpen ? continuations(piece, terms, snapshot) : []
    if (continued.length > 0 || terms.some((term) => countTerm(snapshot, term) > 0)) {
      groups.push({ terms: [...new Set([...terms, ...continued])], weight, isRequired })
    } else if (isRequired) {
      return undefined
    } else if (piece.kind === 'word' && repairs < mostRepairs) {
      repairs += 1
      const repaired = repair(piece, terms, snapshot)
      if (repaired.length > 0) groups.push({ terms: repaired, weight, isRequired })
    }
    if (pace.isOver()) await pace.pause()
  }
  return groups
}

function termsOf(piece: QueryPiece, languages: WorkspaceLanguages): string[] {
  const script = piece.kind === 'word' ? scriptOf(foldSpelling(piece.text)) : 'other'
  const [latin, cyrillic] = [languages.latin[0] ?? 'en', languages.cyrillic[0] ?? 'ru']
  const spoken =
    script === 'latin'
      ? languages.latin.map((language) => ({ latin: language, cyrillic }))
      : script === 'cyrillic'
        ? languages.cyrillic.map((language) => ({ latin, cyrillic: language }))
        : [{ latin, cyrillic }]
  return [...new Set(spoken.map((language) => termReader(language)(piece)))]
}

function weightOf(piece: QueryPiece, languages: WorkspaceLanguages): number {
  // The last character of an unfinished query may begin a word whose rest is not typed yet.
  if (piece.kind === 'character') return piece.isOpen ? 1 : characterWeight
  if (piece.kind !== 'word') return 1
  const listed = foldedStopWords.get(fold(piece.text))
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

/** How many documents hold a term, those since replaced included. */
function countTerm({ views }: Snapshot, term: string): number {
  let count = 0
  for (const { part } of views) count += part.count(term)
  return count
}

/** The commonest terms that the end of the query may be the beginning of. */
function continuations(piece: QueryPiece, terms: readonly string[], { views }: Snapshot): string[] {
  if (piece.kind === 'character') return []
  const prefix = fold(piece.text)
  if (prefix.length < shortestPrefix) return []
  const counts = new Map<string, number>()
  for (const { part } of views) addCounts(counts, part.continuations(prefix))
  for (const term of terms) counts.delete(term)
  return commonest(counts, mostContinuations)
}

/** The nearest terms to a word that the workspace does not know. */
function repair(piece: QueryPiece, terms: readonly string[], { views }: Snapshot): string[] {
  const edits = forgivenEdits(fold(piece.text))
  if (edits === 0) return []
  const distances = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const term of terms) {
    for (const { part } of views) {
      for (const candidate of part.candidates(term, edits)) {
        const distance = countEdits(term, candidate.term, edits)
        if (distance > edits) continue
        const known = distances.get(candidate.term) ?? distance
        distances.set(candidate.term, Math.min(known, distance))
        addCounts(counts, [candidate])
      }
    }
  }
  const nearest = [...distances].sort(
    ([one, near], [other, far]) =>
      near - far || (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || (one < other ? -1 : 1),
  )
  return nearest.slice(0, mostRepaired).map(([term]) => term)
}

function addCounts(counts: Map<string, number>, found: readonly TermCount[]): void {
  for (const { term, count } of found) counts.set(term, (counts.get(term) ?? 0) + count)
}

function commonest(counts: ReadonlyMap<string, number>, most: number): string[] {
  const sorted = [...counts].sort(
    ([one, count], [other, otherCount]) => otherCount - count || (one < other ? -1 : 1),
  )
  return sorted.slice(0, most).map(([term]) => term)
}
