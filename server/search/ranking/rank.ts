import { type TimeSlice, startTimeSlice } from '../../lib/time-slices.ts'
import { hashText } from '../index/bytes.ts'
import { titleShift } from '../index/entry.ts'
import type { SegmentView } from '../index/index-reader.ts'
import type { Postings } from '../index/postings.ts'
import { returnBuffers, type ScoreBuffers, takeBuffers } from '../index/score-buffers.ts'
import type { Snapshot } from '../index/workspace-index.ts'
import { type DocumentList, pagesOf, type ScoredPage, TopDocuments } from './best.ts'
import { expandQuery, type Group } from './expand.ts'
import type { TermWeight } from './matcher.ts'
import type { Query } from './query.ts'

/** BM25F: how soon a word said again stops counting. */
const saturation = 1.2
/** How much more a word counts in the title than in the body. */
const titleWeight = 2
/** How much its length is held against a title and a body. */
const titleLengthShare = 0.4
const bodyLengthShare = 0.75
const bodyMask = (1 << titleShift) - 1

export type Ranked = {
  /** Best first. */
  pages: ScoredPage[]
  /** Pages whose title may be the very query, best first. */
  titled: ScoredPage[]
  /** The weight of each query term in this workspace, to choose a page's best block by. */
  terms: ReadonlyMap<string, TermWeight>
}

/** Postings or pages that are looked at in one step: less than a millisecond, and a few while V8 still interprets. */
export const pagesPerStep = 20_000

/** Scores every page that holds anything of the query and gives the best. */
export async function rank(
  query: Query,
  snapshot: Snapshot,
  limit: number,
  timeSlice: TimeSlice = startTimeSlice(),
): Promise<Ranked> {
  return toPages(snapshot, await findTop(query, snapshot, limit, timeSlice))
}

/** What was found, by the numbers of the documents in a snapshot. */
export type TopOfIndex = { best: DocumentList; titled: DocumentList; terms: Ranked['terms'] }

export function toPages({ views }: Snapshot, { best, titled, terms }: TopOfIndex): Ranked {
  return { pages: pagesOf(views, best), titled: pagesOf(views, titled), terms }
}

/** As `rank`, by the numbers of the documents. */
export async function findTop(
  query: Query,
  snapshot: Snapshot,
  limit: number,
  timeSlice: TimeSlice,
): Promise<TopOfIndex> {
  const groups = (await expandQuery(query, snapshot, timeSlice)) ?? []
  const terms = new Map<string, TermWeight>()
  const buffers = takeBuffers(snapshot.size)
  const { scores, scored } = buffers
  const scorer = new Scorer(snapshot, buffers)
  for (const [index, group] of groups.entries()) {
    const weight = await scorer.add(group, timeSlice)
    for (const term of group.terms) {
      if ((terms.get(term)?.weight ?? 0) <= weight) terms.set(term, { group: index, weight })
    }
  }
  await scorer.dropIncomplete(timeSlice)
  const best = new TopDocuments(snapshot.views, limit)
  const titled = new TopDocuments(snapshot.views, limit)
  const titleHash = hashText(query.title)
  for (let from = 0; from < scorer.scored; from += pagesPerStep) {
    collect(scored.subarray(from, Math.min(scorer.scored, from + pagesPerStep)), scores, best)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  for (const view of query.title === '' ? [] : snapshot.views) {
    for (let from = 0; from < view.size; from += pagesPerStep) {
      const range = { from, to: Math.min(view.size, from + pagesPerStep) }
      collectTitled(view, range, { titleHash, scores }, titled)
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  }
  returnBuffers(buffers, scorer.scored)
  return { best: best.list(), titled: titled.list(), terms }
}

class Scorer {
  readonly #snapshot: Snapshot
  readonly #buffers: ScoreBuffers
  readonly #postings: Postings
  /** How many of the required groups each document holds. */
  #matchedGroups: Uint16Array | undefined
  #required = 0
  /** Documents with a score. */
  scored = 0

  constructor(snapshot: Snapshot, buffers: ScoreBuffers) {
    this.#snapshot = snapshot
    this.#buffers = buffers
    this.#postings = buffers.postings
  }

  /** Adds a group's score to every page that holds one of its terms; returns the weight of one match. */
  async add({ terms, weight, isRequired }: Group, timeSlice: TimeSlice): Promise<number> {
    const postings = this.#postings
    postings.count = 0
    for (const term of terms) {
      for (const view of this.#snapshot.views) {
        const pending = view.part.read(term, view, postings, timeSlice)
        if (pending !== undefined) await pending
        if (timeSlice.isOver()) await timeSlice.pause()
      }
    }
    if (isRequired) this.#required += 1
    if (postings.count === 0) return 0
    if (terms.length > 1) {
      for (const _ of postings.combine(this.#buffers.sums, pagesPerStep)) {
        if (timeSlice.isOver()) await timeSlice.pause()
      }
    }
    if (isRequired) await this.#countMatched(timeSlice)
    const { documents } = this.#snapshot.totals
    const rarity = Math.log(1 + (documents - postings.count + 0.5) / (postings.count + 0.5))
    for (let from = 0; from < postings.count; from += pagesPerStep) {
      this.#score(weight * rarity, from, Math.min(postings.count, from + pagesPerStep))
      if (timeSlice.isOver()) await timeSlice.pause()
    }
    return weight * rarity
  }

  /** Takes out what lacks a required group. */
  async dropIncomplete(timeSlice: TimeSlice): Promise<void> {
    if (this.#required === 0) return
    const { scores, scored } = this.#buffers
    for (let index = 0; index < this.scored; index += 1) {
      const document = scored[index] ?? 0
      if (this.#matchedGroups?.[document] !== this.#required) scores[document] = 0
      if (index % pagesPerStep === 0 && timeSlice.isOver()) await timeSlice.pause()
    }
  }

  async #countMatched(timeSlice: TimeSlice): Promise<void> {
    this.#matchedGroups ??= new Uint16Array(this.#snapshot.size)
    const { documents, count } = this.#postings
    for (let index = 0; index < count; index += 1) {
      const document = documents[index] ?? 0
      this.#matchedGroups[document] = (this.#matchedGroups[document] ?? 0) + 1
      if (index % pagesPerStep === 0 && timeSlice.isOver()) await timeSlice.pause()
    }
  }

  /** Adds the score of some of the postings. */
  #score(weight: number, start: number, end: number): void {
    const { totals, views } = this.#snapshot
    const { documents, frequencies } = this.#postings
    const perTitle = (titleLengthShare * totals.documents) / Math.max(1, totals.titleLength)
    const perBody = (bodyLengthShare * totals.documents) / Math.max(1, totals.bodyLength)
    const maxScore = weight * (saturation + 1)
    const { scores, scored } = this.#buffers
    let count = this.scored
    let view: SegmentView | undefined
    let [from, to] = [0, 0]
    for (let index = start; index < end; index += 1) {
      const document = documents[index] ?? 0
      if (document < from || document >= to) {
        view = viewOf(views, document)
        from = view?.base ?? 0
        to = from + (view?.size ?? 0)
      }
      if (view === undefined) continue
      const { titleLengths, bodyLengths } = view.part.documents
      const packed = frequencies[index] ?? 0
      const bodyLength = bodyLengths[document - from] ?? 0
      let frequency = (packed & bodyMask) / (1 - bodyLengthShare + perBody * bodyLength)
      if (packed > bodyMask) {
        const titleLength = titleLengths[document - from] ?? 0
        const inTitle = packed >>> titleShift
        frequency += (titleWeight * inTitle) / (1 - titleLengthShare + perTitle * titleLength)
      }
      const score = (maxScore * frequency) / (frequency + saturation)
      const before = scores[document] ?? 0
      if (before === 0) scored[count++] = document
      scores[document] = before + score
    }
    this.scored = count
  }
}

function viewOf(views: readonly SegmentView[], document: number): SegmentView | undefined {
  return views.find(({ base, size }) => document >= base && document < base + size)
}

/** Documents of a part, by their numbers in it. */
type Range = { from: number; to: number }

function collect(scored: Int32Array, scores: Float64Array, best: TopDocuments): void {
  for (let index = 0; index < scored.length; index += 1) {
    const document = scored[index] ?? 0
    const score = scores[document] ?? 0
    if (score >= best.threshold) best.offer(document, score)
  }
}

function collectTitled(
  { part, base, live }: SegmentView,
  { from, to }: Range,
  { titleHash, scores }: { titleHash: number; scores: Float64Array },
  titled: TopDocuments,
): void {
  const { titleHashes } = part.documents
  for (let number = from; number < to; number += 1) {
    if (titleHashes[number] !== titleHash || part.documents.isRemoved(number)) continue
    if (live === undefined || live[number] === 1) {
      titled.offer(base + number, scores[base + number] ?? 0)
    }
  }
}
