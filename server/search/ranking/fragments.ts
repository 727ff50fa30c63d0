import { characterKind, kindOf } from '../analysis/characters.ts'
import { foldSpelling } from '../analysis/fold.ts'
import { longText, partsOf, type TextPart } from '../analysis/parts.ts'
import { phraseSteps } from '../analysis/phrases.ts'
import type { Piece } from '../analysis/piece.ts'
import { cutRun, type RunVisitor, visitMatchingRuns, visitRuns } from '../analysis/pieces.ts'
import { type Languages, termReader } from '../analysis/terms.ts'
import { candidatePattern } from './candidates.ts'
import { Densest, type Weighted } from './stretch.ts'

const longest = 200
/** How much of the text before the first match is shown. */
const before = 60
/** A border between words is looked for this far from the place to cut at. */
const nearby = 40
/** A character of more accents and joiners than this is cut like a word that is too long. */
const longestCharacter = 40

/** A phrase that was asked for says more than any number of words. */
const phraseWorth = 1000

/** What a term of the query counts, and which of its words it stands for. */
export type TermWorth = { group: number; worth: number }

/** Where in a text the most of the query stands together, and how much of it the text holds. */
export type Match = { worth: number; start: number; end: number }

type Found = Weighted

/** How many first letters of a word its stem keeps, where it is not two. */
const keptLetters: Partial<Record<Languages['latin'], 0 | 1>> = { fi: 1, id: 0, tr: 1 }
const nothing: readonly Found[] = []
const fewTerms = 30
/** A longer run is a sentence, which no other text repeats. */
const longestKnown = 64
const mostRuns = 20_000
/** A block that holds the query so often says no more where it goes on. */
const mostMatches = 20_000
/** Units of a long text from which on a reader sees where characters begin. */
const around = 2000

/** Finds the terms of one query in texts. */
export class Matcher {
  readonly #terms: ReadonlyMap<string, TermWorth>
  readonly #phrases: readonly string[]
  /** Terms of scripts without spaces. */
  readonly #unspaced: readonly (readonly [string, TermWorth])[]
  /** Where in a text the terms may stand, by how many letters stems keep; made when a page needs it. */
  readonly #candidates = new Map<1 | 2, RegExp | undefined>()
  /** What the runs met so far hold, by language: the texts of an answer share their words. */
  readonly #runs = new Map<string, Map<string, readonly Found[]>>()

  constructor(terms: ReadonlyMap<string, TermWorth>, phrases: readonly string[]) {
    this.#terms = terms
    this.#phrases = phrases
    this.#unspaced = [...terms].filter(([term]) => isUnspaced(kindOf(term.charCodeAt(0))))
  }

  /** Reads a text in the languages of its page. */
  find(text: string, languages: Languages): Match {
    const steps = this.steps(text, languages)
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
  }

  /** False where a text cannot hold any term, which is known far sooner. A long text is left to `steps`. */
  mayHold(text: string, languages: Languages): boolean {
    const candidates = this.#candidatesIn(languages)
    if (candidates === undefined || this.#phrases.length > 0 || text.length > longText) return true
    candidates.lastIndex = 0
    return candidates.test(text)
  }

  /** As find, in steps, each a few milliseconds of a long text. */
  *steps(text: string, languages: Languages): Generator<void, Match> {
    const best = new Map<number, number>()
    const densest = new Densest(longest - before)
    let matches = 0
    for (const part of partsOf(text)) {
      for (const one of this.#places(part, languages)) {
        best.set(one.group, Math.max(one.worth, best.get(one.group) ?? 0))
        densest.add(one)
        matches += 1
      }
      if (matches >= mostMatches) break
      if (text.length > longText) yield
    }
    let worth = 0
    for (const one of best.values()) worth += one
    let place = densest.place
    let isFirst = true
    for (const phrase of this.#phrases) {
      const found = yield* phraseSteps(text, phrase)
      if (found === undefined) continue
      worth += phraseWorth
      if (isFirst) place = found
      isFirst = false
    }
    return { worth, ...place }
  }

  #places({ text, start: partStart }: TextPart, languages: Languages): Found[] {
    const runs = this.#runsIn(languages)
    const found: Found[] = []
    const take: RunVisitor = (run, kind, start) => {
      let held = runs.get(run)
      if (held === undefined) {
        held = this.#read(run, kind, languages)
        if (runs.size >= mostRuns) runs.clear()
        if (run.length <= longestKnown) runs.set(run, held)
      }
      const at = partStart + start
      for (const one of held) found.push({ ...one, start: at + one.start, end: at + one.end })
    }
    const candidates = this.#candidatesIn(languages)
    if (candidates === undefined) visitRuns(text, take)
    else visitMatchingRuns(text, candidates, take)
    return found
  }

  #candidatesIn({ latin }: Languages): RegExp | undefined {
    const kept = keptLetters[latin] ?? 2
    if (kept === 0) return undefined
    if (!this.#candidates.has(kept)) {
      this.#candidates.set(kept, candidatePattern(this.#terms.keys(), kept))
    }
    return this.#candidates.get(kept)
  }

  #runsIn({ latin, cyrillic }: Languages): Map<string, readonly Found[]> {
    const key = `${latin} ${cyrillic}`
    const runs = this.#runs.get(key) ?? new Map<string, readonly Found[]>()
    this.#runs.set(key, runs)
    return runs
  }

  /** The terms in a run, with their places in it. */
  #read(run: string, kind: number, languages: Languages): readonly Found[] {
    if (isUnspaced(kind) && this.#unspaced.length <= fewTerms && foldSpelling(run) === run) {
      return this.#search(run)
    }
    const read = termReader(languages)
    const found: Found[] = []
    let at = 0
    for (const piece of cutRun(run, kind)) {
      const place = placeIn(run, piece, at)
      const worth = this.#terms.get(read(piece))
      if (worth !== undefined) found.push({ ...worth, ...place })
      // Pairs overlap; what follows a character or a word stands behind it.
      if (piece.kind === 'character' || piece.kind === 'plain') at = place.end
    }
    return found.length === 0 ? nothing : found
  }

  /** The same for a run that need not be cut: looking for a few terms is faster. */
  #search(run: string): readonly Found[] {
    const found: Found[] = []
    for (const [term, worth] of this.#unspaced) {
      for (let at = run.indexOf(term); at !== -1; at = run.indexOf(term, at + 1)) {
        found.push({ ...worth, start: at, end: at + term.length })
      }
    }
    return found.sort((one, other) => one.start - other.start || one.end - other.end)
  }
}

function isUnspaced(kind: number): boolean {
  return kind === characterKind.han || kind === characterKind.hangul
}

/** Words are shown with the identifier they stand in; in scripts without spaces, a run is a sentence. */
function placeIn(run: string, { kind, text }: Piece, from: number): { start: number; end: number } {
  const start = kind === 'word' || kind === 'whole' ? -1 : run.indexOf(text, from)
  return start === -1 ? { start: 0, end: run.length } : { start, end: start + text.length }
}

/** Plain text around a match, at most about 200 characters, cut between words and never inside a character. */
export function cutFragment(text: string, { start, end }: Pick<Match, 'start' | 'end'>): string {
  if (text.length <= longest) return text
  const room = Math.max(0, longest - before - (end - start))
  const from =
    start <= before ? 0 : wordStart(text, start - Math.min(before, room + before / 2), start)
  const to = from + longest >= text.length ? text.length : wordEnd(text, from + longest)
  const fragment = text.slice(from, to).trim()
  return `${from > 0 ? '…' : ''}${fragment}${to < text.length ? '…' : ''}`
}

function wordStart(text: string, at: number, limit: number): number {
  const space = text.slice(at, Math.min(limit, at + nearby)).search(/\s/)
  return space === -1 ? characterStart(text, at) : at + space + 1
}

function wordEnd(text: string, at: number): number {
  const space = text.slice(at - nearby, at + 1).search(/\s\S*$/)
  return space === -1 ? characterStart(text, at) : at - nearby + space
}

let graphemes: Intl.Segmenter | undefined

/** Steps back to where a reader sees a character begin; one of endless marks is cut all the same. */
function characterStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  // The whole of an ordinary text: which two of a row of flags' letters belong together is counted from its start.
  const from = text.length > longText ? codePointStart(text, Math.max(0, at - around)) : 0
  const part = from === 0 && text.length <= longText ? text : text.slice(from, at + around)
  const start = from + (graphemes.segment(part).containing(at - from)?.index ?? at - from)
  return at - start <= longestCharacter ? start : codePointStart(text, at)
}

function codePointStart(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at
}
