import { findPhrase } from './phrases.ts'
import { cutRun, visitRuns } from './pieces.ts'
import { type Languages, termReader } from './terms.ts'

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

type Found = TermWorth & { start: number; end: number }

/** Indonesian stems lose their prefix. */
const changesBeginnings = new Set<string>(['id'])
const nothing: readonly TermWorth[] = []

/** Finds the terms of one query in texts. */
export class Matcher {
  readonly #terms: ReadonlyMap<string, TermWorth>
  readonly #phrases: readonly string[]
  readonly #beginnings: ReadonlySet<string>
  /** What the runs met so far hold, by language: the texts of an answer share their words. */
  readonly #runs = new Map<string, Map<string, readonly TermWorth[]>>()

  constructor(terms: ReadonlyMap<string, TermWorth>, phrases: readonly string[]) {
    this.#terms = terms
    this.#phrases = phrases
    this.#beginnings = new Set([...terms.keys()].map((term) => term.charAt(0)))
  }

  /** Reads a text in the languages of its page. */
  find(text: string, languages: Languages): Match {
    const runs = this.#runsIn(languages)
    const found: Found[] = []
    visitRuns(text, (run, kind, start) => {
      let worths = runs.get(run)
      if (worths === undefined) {
        worths = this.#worthsOf(run, kind, languages)
        runs.set(run, worths)
      }
      for (const worth of worths) found.push({ ...worth, start, end: start + run.length })
    })
    const best = new Map<number, number>()
    for (const { group, worth } of found) best.set(group, Math.max(worth, best.get(group) ?? 0))
    const phrases = this.#phrases.flatMap((phrase) => findPhrase(text, phrase) ?? [])
    let worth = phrases.length * phraseWorth
    for (const one of best.values()) worth += one
    return { worth, ...(phrases[0] ?? densest(found)) }
  }

  #runsIn({ latin, cyrillic }: Languages): Map<string, readonly TermWorth[]> {
    const key = `${latin} ${cyrillic}`
    const runs = this.#runs.get(key) ?? new Map<string, readonly TermWorth[]>()
    this.#runs.set(key, runs)
    return runs
  }

  #worthsOf(run: string, kind: number, languages: Languages): readonly TermWorth[] {
    // Most words begin with another letter than any term: they need not be stemmed.
    const isOther = isPlain(run) && !this.#beginnings.has(run.charAt(0))
    if (isOther && !changesBeginnings.has(languages.latin)) return nothing
    const read = termReader(languages)
    const worths = new Map<number, TermWorth>()
    for (const piece of cutRun(run, kind)) {
      const worth = this.#terms.get(read(piece))
      if (worth !== undefined && worth.worth > (worths.get(worth.group)?.worth ?? -1)) {
        worths.set(worth.group, worth)
      }
    }
    return worths.size === 0 ? nothing : [...worths.values()]
  }
}

/** Only small letters that no stemmer replaces at the beginning of a word and no folding touches. */
function isPlain(run: string): boolean {
  for (let index = 0; index < run.length; index += 1) {
    const unit = run.charCodeAt(index)
    const isLatin = unit >= 0x61 && unit <= 0x7a
    const isCyrillic = unit >= 0x430 && unit <= 0x44f
    if (!isLatin && !isCyrillic) return false
  }
  return true
}

/** The stretch of a fragment's length that holds most of the query. */
function densest(found: readonly Found[]): { start: number; end: number } {
  let most = -1
  let stretch = { start: 0, end: 0 }
  const counts = new Map<number, number>()
  let worth = 0
  let first = 0
  for (const last of found) {
    const count = counts.get(last.group) ?? 0
    counts.set(last.group, count + 1)
    if (count === 0) worth += last.worth
    for (let head = found[first]; head !== undefined; head = found[first]) {
      if (head === last || last.end - head.start <= longest - before) break
      const left = (counts.get(head.group) ?? 1) - 1
      counts.set(head.group, left)
      if (left === 0) worth -= head.worth
      first += 1
    }
    if (worth > most) {
      most = worth
      stretch = { start: found[first]?.start ?? 0, end: last.end }
    }
  }
  return stretch
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
  const offset = codePointStart(text, Math.max(0, at - 2 * longestCharacter))
  const segments = graphemes.segment(text.slice(offset, at + longestCharacter))
  const start = offset + (segments.containing(at - offset)?.index ?? at - offset)
  return at - start <= longestCharacter ? start : codePointStart(text, at)
}

function codePointStart(text: string, at: number): number {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at
}
