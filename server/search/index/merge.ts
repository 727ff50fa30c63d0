import type { TimeSlice } from '../../lib/time-slices.ts'
import { ByteReader } from './bytes.ts'
import { comparePages, type Documents, type PageKey } from './documents.ts'
import { postingsIn, type Memtable } from './memtable.ts'
import type { SegmentWriter, TermPostings } from './segment-writer.ts'
import type { Segment } from './segment.ts'

type PostingVisitor = (document: number, title: number, body: number) => void

/** A part as a merge reads it: its pages, and its terms in order. */
export type MergeSource = {
  documents: Documents
  /** 1 for each document worth keeping; undefined when all are. */
  live: Uint8Array | undefined
  /** The documents by page id, later changes of a page last; undefined when they stand so. */
  order: readonly number[] | undefined
  terms: MergeTerms
}

/** The terms of a part in their order, to be gone through once. */
export type MergeTerms = {
  /** Moves on; undefined when there are no more. */
  next: () => string | undefined
  /** Calls `visit` with the postings of the term given last. */
  visit: (visit: PostingVisitor) => Promise<void> | undefined
}

/**
 * Writes one segment from several parts, oldest first; of the same page in two parts the later counts.
 * `forgetRemoved` drops the marks of removed pages, when no older segment is left for them to speak of.
 */
export async function mergeParts(
  sources: readonly MergeSource[],
  writer: SegmentWriter,
  options: { forgetRemoved: boolean; timeSlice: TimeSlice },
): Promise<{ documents: number; terms: number }> {
  const { timeSlice } = options
  const numbers = sources.map(({ documents }) => new Int32Array(documents.count).fill(-1))
  let count = 0
  for (const { source, number } of retainedDocuments(sources, options.forgetRemoved)) {
    const documents = sources[source]?.documents
    if (documents === undefined) continue
    await writer.addDocument(documents, number)
    const renumbered = numbers[source]
    if (renumbered !== undefined) renumbered[number] = count
    count += 1
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  // Of a part that gives no page there is no term to read: a deleted tree may leave nothing else.
  const isRead = numbers.map((renumbered) => renumbered.some((number) => number !== -1))
  const read = sources.filter((_, index) => isRead[index])
  const readNumbers = numbers.filter((_, index) => isRead[index])
  for await (const { term, postings } of mergedTerms(read, readNumbers)) {
    if (postings.documents.length > 0) await writer.addTerm(term, postings)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  return { documents: count, terms: await writer.finish() }
}

export function segmentSource(segment: Segment, live: Uint8Array | undefined): MergeSource {
  const cursor = segment.dictionary.cursor()
  return {
    documents: segment.documents,
    live,
    order: undefined,
    terms: {
      next: () => (cursor.next() ? cursor.term() : undefined),
      visit: (visit) => {
        const entry = cursor.entry()
        const bytes = segment.packedPostings(entry)
        if (!(bytes instanceof Uint8Array)) {
          return bytes.then((fetched) => visitPacked(fetched, entry.count, visit))
        }
        visitPacked(bytes, entry.count, visit)
        return undefined
      },
    },
  }
}

function visitPacked(bytes: Uint8Array, count: number, visit: PostingVisitor): void {
  const reader = new ByteReader(bytes)
  let document = -1
  for (let left = count; left > 0; left -= 1) {
    const value = reader.number()
    document += value >>> 1
    const packed = value & 1 ? 2 : reader.number()
    visit(document, packed & 1 ? reader.number() : 0, packed >>> 1)
  }
}

export function memtableSource(memtable: Memtable): MergeSource {
  const terms = [...memtable.postings.keys()].sort()
  let position = -1
  const { documents } = memtable
  return {
    documents,
    live: undefined,
    order: Array.from({ length: documents.count }, (_, number) => number).sort(
      (one, other) => comparePages(documents.key(one), documents.key(other)) || one - other,
    ),
    terms: {
      next: () => {
        position += 1
        return terms[position]
      },
      visit: (visit) => {
        const list = memtable.postings.get(terms[position] ?? '')
        for (const [document, title, body] of postingsIn(list)) visit(document, title, body)
        return undefined
      },
    },
  }
}

/** The documents to keep by page id, each page once. */
function* retainedDocuments(
  sources: readonly MergeSource[],
  forgetRemoved: boolean,
): Generator<{ source: number; number: number }> {
  const positions = sources.map(() => 0)
  for (;;) {
    const found = latestOfLowest(sources, positions)
    if (found === undefined) return
    const source = sources[found.source]
    if (source === undefined) return
    // A removed page is not live, but its mark is kept while an older segment may hold the page.
    const isMark = source.documents.isRemoved(found.number)
    const isLive = source.live === undefined || source.live[found.number] === 1
    if (isMark ? !forgetRemoved : isLive) yield found
  }
}

/** The newest document of the page with the least id; moves on past that page in every source. */
function latestOfLowest(
  sources: readonly MergeSource[],
  positions: number[],
): { source: number; number: number } | undefined {
  let lowest: PageKey | undefined
  let found: { source: number; number: number } | undefined
  for (const [index, { documents, order }] of sources.entries()) {
    const position = positions[index] ?? 0
    if (position >= documents.count) continue
    const number = order?.[position] ?? position
    const key = documents.key(number)
    if (lowest === undefined || comparePages(key, lowest) <= 0) {
      lowest = key
      found = { source: index, number }
    }
  }
  if (lowest === undefined) return undefined
  for (const [index, { documents, order }] of sources.entries()) {
    for (let position = positions[index] ?? 0; position < documents.count; position += 1) {
      const number = order?.[position] ?? position
      if (comparePages(documents.key(number), lowest) !== 0) break
      positions[index] = position + 1
      if (found?.source === index) found = { source: index, number }
    }
  }
  return found
}

async function* mergedTerms(
  sources: readonly MergeSource[],
  numbers: readonly Int32Array[],
): AsyncGenerator<{ term: string; postings: TermPostings }> {
  const heads = sources.map(({ terms }) => terms.next())
  for (;;) {
    const term = smallest(heads)
    if (term === undefined) return
    const postings: TermPostings = { documents: [], titles: [], bodies: [] }
    for (const [index, source] of sources.entries()) {
      if (heads[index] !== term) continue
      const renumbered = numbers[index]
      const pending = source.terms.visit((document, title, body) => {
        const number = renumbered?.[document] ?? -1
        if (number === -1) return
        postings.documents.push(number)
        postings.titles.push(title)
        postings.bodies.push(body)
      })
      if (pending !== undefined) await pending
      heads[index] = source.terms.next()
    }
    yield { term, postings }
  }
}

function smallest(heads: readonly (string | undefined)[]): string | undefined {
  let lowest: string | undefined
  for (const head of heads)
    if (head !== undefined && (lowest === undefined || head < lowest)) lowest = head
  return lowest
}
