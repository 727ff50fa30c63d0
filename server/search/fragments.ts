import { readRuns } from './pieces.ts'
import { type Languages, termOf } from './terms.ts'

const longest = 200
/** How much of the text before the first match is shown. */
const before = 60
/** A border between words is looked for this far from the place to cut at. */
const nearby = 40
/** A place to cut is moved out of a longer character by leaving that character out. */
const longestCharacter = 500

/** What a term of the query counts, and which of its words it stands for. */
export type TermWorth = { group: number; worth: number }

/** Where in a text the most of the query stands together, and how much of it the text holds. */
export type Match = { worth: number; start: number; end: number }

type Found = TermWorth & { start: number; end: number }

/** Reads a text for the terms of a query, in every language that the workspace speaks. */
export function findMatch(
  text: string,
  terms: ReadonlyMap<string, TermWorth>,
  languages: readonly Languages[],
): Match {
  const found: Found[] = []
  const best = new Map<number, number>()
  for (const { start, end, pieces } of readRuns(text)) {
    for (const piece of pieces) {
      for (const spoken of languages) {
        const known = terms.get(termOf(piece, spoken))
        if (known === undefined) continue
        if (found.at(-1)?.group !== known.group || found.at(-1)?.start !== start) {
          found.push({ ...known, start, end })
        }
        best.set(known.group, Math.max(known.worth, best.get(known.group) ?? 0))
        break
      }
    }
  }
  let worth = 0
  for (const one of best.values()) worth += one
  return { worth, ...densest(found) }
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
  const from = start <= before ? 0 : wordStart(text, start - Math.min(before, room + before / 2), start)
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

/** Where the character that a reader sees at a place begins: before its accents, joiners and halves. */
function characterStart(text: string, at: number): number {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const offset = Math.max(0, at - longestCharacter)
  const segments = graphemes.segment(text.slice(offset, at + longestCharacter))
  return offset + (segments.containing(at - offset)?.index ?? at - offset)
}
