import { startPace } from '../lib/turns.ts'
import { Living } from './living.ts'
import { cyrillicLanguages, latinLanguages } from './languages.ts'
import type { PageKey } from './documents.ts'
import type { PartView } from './part.ts'
import type { Segment } from './segment.ts'
import { type Change, Tail } from './tail.ts'

/** What ranking needs to know of the workspace as a whole; counts the living documents only. */
export type Totals = {
  documents: number
  /** Sums of the lengths of all documents. */
  titleLength: number
  bodyLength: number
  /** Documents by language, in the order of the lists of languages. */
  latin: number[]
  cyrillic: number[]
}

/** The index at one moment: later changes leave it as it is. */
export type Snapshot = { views: readonly PartView[]; size: number; totals: Totals }

/**
 * The index of one workspace in memory: segments, oldest first, and the changes since. A page counts where
 * it was written last; everything older of it is marked as replaced.
 */
export class WorkspaceIndex {
  readonly segments: readonly Segment[]
  readonly #tail = new Tail()
  /** Per segment, then the tail: the documents that count. */
  readonly #living: Living[]
  readonly #totals: Totals = {
    documents: 0,
    titleLength: 0,
    bodyLength: 0,
    latin: latinLanguages.map(() => 0),
    cyrillic: cyrillicLanguages.map(() => 0),
  }
  #snapshot: Snapshot | undefined

  private constructor(segments: readonly Segment[]) {
    this.segments = segments
    this.#living = [...segments.map(({ documents }) => new Living(documents.count)), new Living(0)]
  }

  static async open(segments: readonly Segment[]): Promise<WorkspaceIndex> {
    const index = new WorkspaceIndex(segments)
    const pace = startPace()
    for (const [place, { documents }] of segments.entries()) {
      for (let number = 0; number < documents.count; number += 1) {
        index.#replace(documents.key(number), place)
        if (!documents.isRemoved(number)) index.#revive(place, number)
        if (number % 64 === 0 && pace.isOver()) await pace.pause()
      }
    }
    return index
  }

  /** Changes not yet in a segment. */
  get tailSize(): number {
    return this.#tail.documents.count
  }

  get byteSize(): number {
    return this.segments.reduce((sum, segment) => sum + segment.byteSize, this.#tail.byteSize)
  }

  /** Takes in changes in their order. A snapshot taken before it resolves may lack some of them. */
  async apply(changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return
    const pace = startPace()
    this.#snapshot = undefined
    const tail = this.segments.length
    for (const change of changes) {
      const replaced = this.#tail.add(change)
      const number = this.#tail.documents.count - 1
      if (replaced !== undefined) this.#bury(tail, replaced)
      this.#replace(this.#tail.documents.key(number), tail)
      if (change.entry !== null) this.#revive(tail, number)
      if (pace.isOver()) await pace.pause()
    }
    this.#snapshot = undefined
  }

  snapshot(): Snapshot {
    this.#snapshot ??= this.#takeSnapshot()
    return this.#snapshot
  }

  #takeSnapshot(): Snapshot {
    const views: PartView[] = []
    let size = 0
    for (const [place, part] of [...this.segments, this.#tail].entries()) {
      const { count } = part.documents
      const living = this.#living[place]?.share(count)
      views.push({ part, base: size, size: count, living })
      size += count
    }
    const { latin, cyrillic, ...sums } = this.#totals
    return { views, size, totals: { ...sums, latin: [...latin], cyrillic: [...cyrillic] } }
  }

  /** Marks what parts before this one hold of a page as replaced. */
  #replace(key: PageKey, before: number): void {
    for (let place = before - 1; place >= 0; place -= 1) {
      const number = this.segments[place]?.documents.find(key) ?? -1
      if (number === -1) continue
      this.#bury(place, number)
      return
    }
  }

  #revive(place: number, number: number): void {
    this.#living[place]?.add(number)
    this.#count(place, number, 1)
  }

  #bury(place: number, number: number): void {
    if (this.#living[place]?.remove(number) === true) this.#count(place, number, -1)
  }

  #count(place: number, number: number, by: 1 | -1): void {
    const { documents } = this.segments[place] ?? this.#tail
    const { latin, cyrillic, titleLength, bodyLength } = documents.facts(number)
    this.#totals.documents += by
    this.#totals.titleLength += by * titleLength
    this.#totals.bodyLength += by * bodyLength
    this.#totals.latin[latin] = (this.#totals.latin[latin] ?? 0) + by
    this.#totals.cyrillic[cyrillic] = (this.#totals.cyrillic[cyrillic] ?? 0) + by
  }
}
