import { characterKind, kindOf } from '../analysis/characters.ts'
import { foldSpelling } from '../analysis/fold.ts'
import { longText, partsOf } from '../analysis/parts.ts'
import { phraseSteps } from '../analysis/phrases.ts'
import { type Languages, termReader } from '../analysis/terms.ts'
import type { Token } from '../analysis/token.ts'
import { cutRun, type RunVisitor, visitMatchingRuns, visitNext } from '../analysis/tokens.ts'
import { candidatePattern } from './candidates.ts'
import { fragmentLength, leadLength } from './fragments.ts'
import { isUnspaced, type PageTerms, TermFilter, termSteps } from './page-terms.ts'
import { type PageText, partText } from './page-text.ts'
import { Densest, type Weighted } from './stretch.ts'

/** A phrase that was asked for says more than any number of words. */
const phraseWeight = 1000

/** What a term of the query counts, and which of its words it stands for. */
export type TermWeight = { group: number; weight: number }

/** Where in a text the most of the query stands together, and how much of it the text holds. */
export type Match = { weight: number; start: number; end: number }

/** The part of a page that holds the most of the query: 0 is the title, then the blocks in their order. */
export type PageMatch = { part: number; match: Match }

/** How much of a page was read from its first match on. */
type Reading = { units: number; hasMatch: boolean }

type Visiting = {
  languages: Languages
  reading: Reading
  visit: (found: readonly Weighted[], start: number) => void
}

type PartsReading = Pick<Visiting, 'languages' | 'reading'> & {
  offer: (part: number, match: Match) => void
  isDone: () => boolean
}

const noMatches: readonly Weighted[] = []
/** What terms of scripts without spaces begin with; `special` is half of a character. */
const unspacedStarts = new Set<number>([
  characterKind.han,
  characterKind.hangul,
  characterKind.special,
])
const fewTerms = 30
/** A longer run is a sentence, which no other text repeats. */
const maxKnownRunLength = 64
const knownRunLimit = 20_000
/** Sums of the same numbers in another order differ by less. */
const roundingShare = 1 - 1e-9
/** Units of the words that are read in one step, about a millisecond when none of them is known. */
export const unitsPerStep = 1000
/**
 * Units of words that may hold a term, read of one page from its first match on: about 25 printed pages. What
 * comes behind them is not looked at for a better fragment.
 */
export const readLimit = 50_000

/** Searches that read a page before its terms are listed, which takes as long as ten of them. */
export const readsUnlisted = 30

/** Finds the terms of one query in texts. */
export class Matcher {
  readonly #terms: ReadonlyMap<string, TermWeight>
  readonly #phrases: readonly string[]
  /** What a text weighs that holds the complete query: no other weighs more. */
  readonly #maxWeight: number
  /** Terms of scripts without spaces. */
  readonly #unspaced: readonly (readonly [string, TermWeight])[]
  /** Where in a text the terms may stand, by languages; made when a page needs it. */
  readonly #candidates = new Map<string, RegExp | undefined>()
  /** The same for texts whose terms are listed; made when a page needs it. */
  #filter: TermFilter | undefined
  /** What the runs met so far hold, by languages: the texts of an answer share their words. */
  readonly #runs = new Map<string, Map<string, readonly Weighted[]>>()

  constructor(terms: ReadonlyMap<string, TermWeight>, phrases: readonly string[]) {
    this.#terms = terms
    this.#phrases = phrases
    const groups = new Map([...terms.values()].map(({ group, weight }) => [group, weight]))
    const inWords = groups.values().reduce((sum, weight) => sum + weight, 0)
    this.#maxWeight = inWords * roundingShare + phrases.length * phraseWeight
    this.#unspaced = [...terms].filter(([term]) => isUnspaced(kindOf(term.charCodeAt(0))))
  }

  /**
   * Finds the best part of a page, the first of equal ones, in the languages of the page. It stops behind
   * `readLimit`, and behind a part that holds the complete query.
   */
  *pageSteps(page: PageText, languages: Languages): Generator<void, PageMatch> {
    const { starts } = page
    const parts = starts.length - 1
    let best: PageMatch = { part: 0, match: { weight: 0, start: 0, end: 0 } }
    const offer = (part: number, match: Match) => {
      if (match.weight > best.match.weight) best = { part, match }
    }
    const reading: Reading = { units: 0, hasMatch: false }
    // A phrase is looked for to the end: a page is no answer without it.
    const isLimited = this.#phrases.length === 0
    const isDone = () =>
      best.match.weight >= this.#maxWeight || (isLimited && reading.units >= readLimit)
    const listed = isLimited ? yield* this.#termSteps(page, languages) : undefined
    if (listed !== undefined) {
      this.#readListed(page, listed, { languages, reading, offer, isDone })
      return best
    }
    const isReadAlone = (part: number) =>
      this.#phrases.length > 0 || (starts[part + 1] ?? 0) - (starts[part] ?? 0) > longText
    let part = 0
    while (part < parts && !isDone()) {
      let end = part + 1
      if (isReadAlone(part)) {
        offer(part, yield* this.steps(partText(page, part), languages, reading))
      } else {
        while (end < parts && !isReadAlone(end)) end += 1
        const range = { from: part, to: end }
        yield* this.#partsSteps(page, range, { languages, reading, offer, isDone })
      }
      part = end
    }
    return best
  }

  /** Finds the terms in one text. */
  *steps(
    text: string,
    languages: Languages,
    reading: Reading = { units: 0, hasMatch: false },
  ): Generator<void, Match> {
    const sum = new MatchSum()
    for (const part of partsOf(text)) {
      if (sum.densestWeight >= this.#maxWeight || reading.units >= readLimit) break
      const add = (found: readonly Weighted[], at: number) => sum.add(found, part.start + at)
      yield* this.#visitSteps(part.text, true, { languages, reading, visit: add })
      if (text.length > longText) yield
    }
    const match = sum.match()
    let isFirst = true
    for (const phrase of this.#phrases) {
      const found = yield* phraseSteps(text, phrase)
      if (found === undefined) continue
      match.weight += phraseWeight
      if (isFirst) Object.assign(match, found)
      isFirst = false
    }
    return match
  }

  /** The terms of a page, where they are listed: to do so takes as long as a few searches. */
  *#termSteps(page: PageText, languages: Languages): Generator<void, PageTerms | undefined> {
    page.reads += 1
    if (page.terms === undefined && page.reads > readsUnlisted) {
      page.terms = (yield* termSteps(page.text, languages, unitsPerStep)) ?? null
    }
    const { latin, cyrillic } = page.terms?.languages ?? {}
    const isSame = latin === languages.latin && cyrillic === languages.cyrillic
    return isSame ? (page.terms ?? undefined) : undefined
  }

  /** Reads the runs of a page that may hold a term, and offers what each of its parts holds. */
  #readListed(
    { text, starts }: PageText,
    listed: PageTerms,
    { languages, reading, offer, isDone }: PartsReading,
  ): void {
    this.#filter ??= this.#makeFilter()
    let part = 0
    let sum = new MatchSum()
    let isOver = false
    const add = (found: readonly Weighted[], at: number) => {
      if (at >= (starts[part + 1] ?? 0)) {
        if (sum.count > 0) offer(part, sum.match())
        isOver = isDone()
        sum = new MatchSum()
        while (at >= (starts[part + 1] ?? 0)) part += 1
      }
      sum.add(found, at - (starts[part] ?? 0))
    }
    const take = this.#runReader({ languages, reading, visit: add })
    this.#filter.visit(listed, (start) => {
      visitNext(text, start, take)
      return !isOver
    })
    if (sum.count > 0 && !isOver) offer(part, sum.match())
  }

  #makeFilter(): TermFilter {
    const terms = [...this.#terms.keys()]
    return new TermFilter(
      terms,
      terms.some((term) => unspacedStarts.has(kindOf(term.charCodeAt(0)))),
    )
  }

  /** Reads some parts of a page as one text and offers what each of them holds. */
  *#partsSteps(
    page: PageText,
    { from, to }: { from: number; to: number },
    { languages, reading, offer, isDone }: PartsReading,
  ): Generator<void, void> {
    const { starts, text, hasFolded } = page
    const start = starts[from] ?? 0
    let part = from
    let sum = new MatchSum()
    const add = (found: readonly Weighted[], at: number) => {
      const position = start + at
      if (position >= (starts[part + 1] ?? 0)) {
        if (sum.count > 0) offer(part, sum.match())
        sum = new MatchSum()
        while (position >= (starts[part + 1] ?? 0)) part += 1
      }
      sum.add(found, position - (starts[part] ?? 0))
    }
    const end = (starts[to] ?? 0) - 1
    const visiting = { languages, reading, visit: add }
    for (const _ of this.#visitSteps(text.slice(start, end), hasFolded, visiting)) {
      if (isDone()) break
      yield
    }
    if (sum.count > 0) offer(part, sum.match())
  }

  /** Visits the runs that hold a term, in the order of the text, with what each holds. */
  #visitSteps(text: string, hasFolded: boolean, visiting: Visiting): Generator<void, void> {
    const pattern = this.#candidatesIn(visiting.languages, hasFolded)
    return visitMatchingRuns(text, pattern, this.#runReader(visiting), unitsPerStep)
  }

  #runReader({ languages, reading, visit }: Visiting): RunVisitor {
    const runs = this.#runsIn(languages)
    return (run, kind, start) => {
      let found = runs.get(run)
      if (found === undefined) {
        found = this.#read(run, kind, languages)
        if (runs.size >= knownRunLimit) runs.clear()
        if (run.length <= maxKnownRunLength) runs.set(run, found)
      }
      if (found.length > 0) {
        reading.hasMatch = true
        visit(found, start)
      }
      if (reading.hasMatch) reading.units += run.length
    }
  }

  #candidatesIn(languages: Languages, hasFolded: boolean): RegExp | undefined {
    const key = `${languages.latin} ${languages.cyrillic} ${hasFolded}`
    if (!this.#candidates.has(key)) {
      this.#candidates.set(key, candidatePattern(this.#terms.keys(), languages, hasFolded))
    }
    return this.#candidates.get(key)
  }

  #runsIn({ latin, cyrillic }: Languages): Map<string, readonly Weighted[]> {
    const key = `${latin} ${cyrillic}`
    const runs = this.#runs.get(key) ?? new Map<string, readonly Weighted[]>()
    this.#runs.set(key, runs)
    return runs
  }

  /** The terms in a run, with their places in it. */
  #read(run: string, kind: number, languages: Languages): readonly Weighted[] {
    if (isUnspaced(kind) && this.#unspaced.length <= fewTerms && foldSpelling(run) === run) {
      return this.#search(run)
    }
    const read = termReader(languages)
    const found: Weighted[] = []
    let at = 0
    for (const token of cutRun(run, kind)) {
      const range = rangeOf(run, token, at)
      const weight = this.#terms.get(read(token))
      if (weight !== undefined) found.push({ ...weight, ...range })
      // Pairs overlap; what follows a character or a word stands behind it.
      if (token.kind === 'character' || token.kind === 'plain') at = range.end
    }
    return found.length === 0 ? noMatches : found
  }

  /** The same for a run that need not be cut: looking for a few terms is faster. */
  #search(run: string): readonly Weighted[] {
    const found: Weighted[] = []
    for (const [term, weight] of this.#unspaced) {
      for (let at = run.indexOf(term); at !== -1; at = run.indexOf(term, at + 1)) {
        found.push({ ...weight, start: at, end: at + term.length })
      }
    }
    return found.sort((one, other) => one.start - other.start || one.end - other.end)
  }
}

/** Adds up the matches of one text, in their order. */
class MatchSum {
  /** By group. */
  readonly #best: number[] = []
  /** The groups in the order of their first matches. */
  readonly #groups: number[] = []
  readonly #densest = new Densest(fragmentLength - leadLength)
  count = 0

  /** Takes what a run holds, which begins at a place in the text. */
  add(found: readonly Weighted[], at: number): void {
    for (const { group, weight, start, end } of found) {
      const best = this.#best[group]
      if (best === undefined) this.#groups.push(group)
      this.#best[group] = Math.max(weight, best ?? 0)
      this.#densest.add({ group, weight, start: at + start, end: at + end })
    }
    this.count += found.length
  }

  /** What the stretch that holds the most weighs; -1 without a match. */
  get densestWeight(): number {
    return this.#densest.maxWeight
  }

  match(): Match {
    let weight = 0
    for (const group of this.#groups) weight += this.#best[group] ?? 0
    return { weight, ...this.#densest.range }
  }
}

/** Words are shown with the identifier they stand in; in scripts without spaces, a run is a sentence. */
function rangeOf(run: string, { kind, text }: Token, from: number): { start: number; end: number } {
  const start = kind === 'word' || kind === 'whole' ? -1 : run.indexOf(text, from)
  return start === -1 ? { start: 0, end: run.length } : { start, end: start + text.length }
}
