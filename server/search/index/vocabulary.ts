import type { TimeSlice } from '../../lib/time-slices.ts'
import type { TermCount } from './index-reader.ts'
import { Postings } from './postings.ts'
import { countEdits } from './similar.ts'
import type { Snapshot } from './workspace-index.ts'

/** Documents that are read to find a live one. */
const firstDocuments = 64

/**
 * The terms of a workspace, counted by the pages that hold them now. Parts count replaced pages as well,
 * which says how many there are at most: so that the answer is the same however pages are spread over
 * parts, terms are counted anew where it matters.
 */
export class Vocabulary {
  readonly #snapshot: Snapshot
  readonly #timeSlice: TimeSlice
  readonly #hasReplaced: boolean
  #postings: Postings | undefined

  constructor(snapshot: Snapshot, timeSlice: TimeSlice) {
    this.#snapshot = snapshot
    this.#timeSlice = timeSlice
    this.#hasReplaced = snapshot.views.some(({ live }) => live !== undefined)
  }

  async count(term: string): Promise<number> {
    let upperBound = 0
    for (const { part } of this.#snapshot.views) upperBound += part.count(term)
    return upperBound === 0 || !this.#hasReplaced ? upperBound : this.#countLive(term)
  }

  /** Whether a page has the term. Mostly one of the first documents is live, which spares reading the others. */
  async has(term: string): Promise<boolean> {
    this.#postings ??= new Postings()
    this.#postings.count = 0
    for (const view of this.#snapshot.views) {
      if (view.part.count(term) === 0) continue
      if (view.live === undefined) return true
      const start = { ...view, first: firstDocuments }
      await view.part.read(term, start, this.#postings, this.#timeSlice)
      if (this.#postings.count > 0) return true
    }
    return (await this.count(term)) > 0
  }

  /** The commonest terms that a text is the beginning of. */
  async continuations(prefix: string, except: readonly string[], limit: number): Promise<string[]> {
    const counts = new Map<string, number>()
    for (const { part } of this.#snapshot.views) {
      for (const found of part.continuations(prefix)) {
        if (found !== undefined) addCount(counts, found)
        if (this.#timeSlice.isOver()) await this.#timeSlice.pause()
      }
    }
    for (const term of except) counts.delete(term)
    const sorted = [...counts].map(([term, count]) => ({ term, count })).sort(byCount)
    return (await this.#commonest(sorted, limit)).map(({ term }) => term)
  }

  /** The terms nearest to any of some words, the commoner first where they are as near. */
  async nearest(words: readonly string[], edits: number, limit: number): Promise<string[]> {
    if (edits === 0) return []
    const counts = new Map<string, number>()
    const distances = new Map<string, number>()
    for (const { part } of this.#snapshot.views) {
      const near = new Map<string, number>()
      for (const word of words) {
        for (const found of part.candidates(word, edits)) {
          if (this.#timeSlice.isOver()) await this.#timeSlice.pause()
          if (found === undefined) continue
          const { term, count } = found
          const distance = countEdits(word, term, edits)
          if (distance > edits) continue
          near.set(term, count)
          distances.set(term, Math.min(distance, distances.get(term) ?? distance))
        }
      }
      for (const [term, count] of near) addCount(counts, { term, count })
    }
    const found: string[] = []
    for (let distance = 1; distance <= edits && found.length < limit; distance += 1) {
      const sorted = [...counts]
        .filter(([term]) => distances.get(term) === distance)
        .map(([term, count]) => ({ term, count }))
        .sort(byCount)
      const commonest = await this.#commonest(sorted, limit - found.length)
      found.push(...commonest.map(({ term }) => term))
    }
    return found
  }

  /** The first of a list by what they really count, which is at most what the list says. */
  async #commonest(sorted: readonly TermCount[], limit: number): Promise<TermCount[]> {
    if (!this.#hasReplaced) return sorted.slice(0, limit)
    let best: TermCount[] = []
    for (const upperBound of sorted) {
      const last = best[limit - 1]
      if (last !== undefined && byCount(last, upperBound) < 0) break
      const count = await this.#countLive(upperBound.term)
      if (count > 0)
        best = [...best, { term: upperBound.term, count }].sort(byCount).slice(0, limit)
    }
    return best
  }

  async #countLive(term: string): Promise<number> {
    this.#postings ??= new Postings()
    this.#postings.count = 0
    for (const view of this.#snapshot.views) {
      await view.part.read(term, view, this.#postings, this.#timeSlice)
    }
    return this.#postings.count
  }
}

function byCount(one: TermCount, other: TermCount): number {
  return other.count - one.count || (one.term < other.term ? -1 : 1)
}

function addCount(counts: Map<string, number>, { term, count }: TermCount): void {
  counts.set(term, (counts.get(term) ?? 0) + count)
}
