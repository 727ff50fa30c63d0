import { type TimeSlice, startTimeSlice } from '../../lib/time-slices.ts'
import type { PageSections, SectionSet } from '../sections/page-sections.ts'
import { type MaskMemory, PartSections } from '../sections/part-mask.ts'
import { comparePages, type PageKey, readPageKey } from './documents.ts'
import type { IndexReader, SegmentView } from './index-reader.ts'
import { LiveDocuments } from './live-documents.ts'
import { Memtable } from './memtable.ts'
import { type IndexWrite, RecentChanges } from './recent-changes.ts'
import type { Segment } from './segment.ts'
import { addTotals, countDocument, noTotals, type Totals } from './totals.ts'

/** The index at one moment: later changes leave it as it is. */
export type Snapshot = { views: readonly SegmentView[]; size: number; totals: Totals }

type CountedReader<Kind extends IndexReader> = {
  part: Kind
  live: LiveDocuments
  totals: Totals
  sections: PartSections
  /** Pages that are deleted together mostly follow each other. */
  lastReplaced?: number
}

/**
 * The index of one workspace in memory: segments, oldest first, and the changes since. A page counts where
 * it was written last; everything older of it is marked as replaced.
 */
export class WorkspaceIndex {
  /** Of the rights that its newest changes were read with. */
  versions = { rightsVersion: 0, sectionSequence: 0 }
  readonly #segments: readonly CountedReader<Segment>[]
  readonly #memtable = countedOf(new Memtable(new RecentChanges()))
  #snapshot: Snapshot | undefined

  private constructor(segments: readonly CountedReader<Segment>[]) {
    this.#segments = segments
  }

  /** An index of these segments, oldest first. Of those that `before` holds too, nothing is counted anew. */
  static async open(
    segments: readonly Segment[],
    before?: WorkspaceIndex,
  ): Promise<WorkspaceIndex> {
    const timeSlice = startTimeSlice()
    const known = new Map(
      (before === undefined ? [] : before.#segments).map((counted) => [counted.part, counted]),
    )
    const counted: CountedReader<Segment>[] = []
    for (const segment of segments) {
      counted.push(known.get(segment) ?? (await countSegment(segment, timeSlice)))
    }
    for (const [index, newer] of counted.entries()) {
      for (const older of counted.slice(0, index)) {
        const isKnown = known.has(newer.part) && known.has(older.part)
        if (!isKnown) await replaceAll(older, newer.part, timeSlice)
      }
    }
    return new WorkspaceIndex(counted)
  }

  get segments(): Segment[] {
    return this.#segments.map(({ part }) => part)
  }

  get parts(): IndexReader[] {
    return [...this.segments, this.#memtable.part]
  }

  /** Writes of pages not yet in a segment. */
  get tailSize(): number {
    return this.#memtable.part.documents.count
  }

  get byteSize(): number {
    return this.#segments.reduce(
      (sum, { part }) => sum + part.byteSize,
      this.#memtable.part.byteSize,
    )
  }

  /** How many of a segment's documents still count, and how many only say that a page was removed. */
  countsIn(segment: Segment): { live: number; marks: number } {
    const live = this.#segments.find(({ part }) => part === segment)?.totals.documents ?? 0
    return { live, marks: segment.documents.removed }
  }

  /** Takes in changes in their order. A snapshot taken before it resolves may lack some of them. */
  async apply(changes: readonly IndexWrite[]): Promise<void> {
    const timeSlice = startTimeSlice()
    for (const change of changes) {
      if (change.entry === null) this.#remove(change.pageId)
      else await this.#add(change, timeSlice)
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  }

  async #add(change: IndexWrite, timeSlice: TimeSlice): Promise<void> {
    const { part: memtable, live } = this.#memtable
    const steps = memtable.steps(change)
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) if (timeSlice.isOver()) await timeSlice.pause()
    this.#snapshot = undefined
    const replaced = step.value
    const number = memtable.documents.count - 1
    if (replaced === undefined) this.#replace(memtable.documents.key(number))
    else markDeleted(this.#memtable, replaced)
    live.add(number)
    countDocument(this.#memtable.totals, memtable.documents, number)
  }

  /** Without a mark in the memtable, which only a segment needs: trees of 100,000 pages are deleted at once. */
  #remove(pageId: string): void {
    this.#snapshot = undefined
    const number = this.#memtable.part.forget(pageId)
    if (number === undefined) this.#replace(readPageKey(pageId, removedKey))
    else markDeleted(this.#memtable, number)
  }

  snapshot(): Snapshot {
    this.#snapshot ??= this.#takeSnapshot()
    return this.#snapshot
  }

  #takeSnapshot(): Snapshot {
    const views: SegmentView[] = []
    const totals = noTotals()
    let base = 0
    for (const counted of this.#counted) {
      const size = counted.part.documents.count
      views.push({ part: counted.part, base, size, live: counted.live.share(size) })
      base += size
      addTotals(totals, counted.totals)
    }
    return { views, size: base, totals }
  }

  /** Learns which of its pages are in which section. */
  async follow(sections: PageSections): Promise<void> {
    const timeSlice = startTimeSlice()
    for (const counted of this.#counted) {
      const steps = counted.sections.column.follow(sections, counted.sections.pages)
      while (steps.next().done !== true) if (timeSlice.isOver()) await timeSlice.pause()
    }
  }

  /** The documents in some sections alone; undefined until the index follows their assignments. */
  readableSnapshot(
    { sections, set }: { sections: PageSections; set: SectionSet },
    memory: MaskMemory,
  ): Snapshot | undefined {
    const isInStep = this.#counted.every(({ sections: { column, pages } }) =>
      column.isInStep(sections, pages),
    )
    if (!isInStep) return undefined
    const totals = noTotals()
    const { views, size } = this.snapshot()
    const readable = views.map((view, index) => {
      const mask = this.#counted[index]?.sections.mask(view, set, memory)
      if (mask === undefined) return view
      addTotals(totals, mask.totals)
      return { ...view, live: mask.marks }
    })
    return { views: readable, size, totals }
  }

  get #counted(): CountedReader<IndexReader>[] {
    return [...this.#segments, this.#memtable]
  }

  #replace(key: PageKey): void {
    for (const counted of this.#segments) {
      const number = counted.part.documents.find(key, counted.lastReplaced)
      if (number === -1) continue
      markDeleted(counted, number)
      counted.lastReplaced = number
    }
  }
}

/** A tree of 100,000 pages is removed without an array for each. */
const removedKey = new Uint32Array(4)

/** Asking for the time takes longer than counting a document. */
const countedPerStep = 256

function countedOf<Kind extends IndexReader>(part: Kind): CountedReader<Kind> {
  const live = new LiveDocuments(part.documents.count)
  return { part, live, totals: noTotals(), sections: new PartSections(part) }
}

async function countSegment(
  segment: Segment,
  timeSlice: TimeSlice,
): Promise<CountedReader<Segment>> {
  const counted = countedOf(segment)
  const { count } = segment.documents
  for (let start = 0; start < count; start += countedPerStep) {
    countRange(counted, start, Math.min(start + countedPerStep, count))
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return counted
}

function countRange(
  { part, live, totals }: CountedReader<Segment>,
  start: number,
  end: number,
): void {
  const { documents } = part
  for (let number = start; number < end; number += 1) {
    if (documents.isRemoved(number)) continue
    live.add(number)
    countDocument(totals, documents, number)
  }
}

/** Marks what an older segment holds of a newer one's pages as replaced; both are sorted by id. */
async function replaceAll(
  older: CountedReader<Segment>,
  newer: Segment,
  timeSlice: TimeSlice,
): Promise<void> {
  const [own, other] = [older.part.documents, newer.documents]
  let from = 0
  for (let number = 0; number < other.count; number += 1) {
    const key = other.key(number)
    from = own.seek(key, from)
    if (from === own.count) return
    if (comparePages(own.key(from), key) === 0) markDeleted(older, from)
    else number = other.seek(own.key(from), number) - 1
    if (timeSlice.isOver()) await timeSlice.pause()
  }
}

function markDeleted({ part, live, totals }: CountedReader<IndexReader>, number: number): void {
  if (live.remove(number)) countDocument(totals, part.documents, number, -1)
}
