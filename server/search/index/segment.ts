import { type TimeSlice, startTimeSlice } from '../../lib/time-slices.ts'
import { ByteReader } from './bytes.ts'
import { type ChunkKind, chunkSize } from './chunks.ts'
import { Dictionary, type SharedDictionary, type TermEntry } from './dictionary.ts'
import { Documents, type SharedDocuments } from './documents.ts'
import type { IndexReader, SegmentView, TermSearch } from './index-reader.ts'
import {
  asStored,
  type ChunkDecoder,
  type ChunkFormat,
  decoderOf,
  formatOf,
} from './packed-chunks.ts'
import { decodePostings, type Postings } from './postings.ts'
import { countEdits } from './similar.ts'
import { TermSearches } from './term-searches.ts'

export type SegmentInfo = {
  segment: number
  /** The changes it holds: a later segment holds later ones. */
  firstSequence: number
  lastSequence: number
  documents: number
  terms: number
}

/** Gives a chunk as decoded, at once where it is in memory. */
export type ChunkReader = (
  kind: ChunkKind,
  number: number,
  decode: ChunkDecoder,
) => Uint8Array | Promise<Uint8Array>

/** A segment as one thread hands it to another: a few addresses, not its bytes. */
export type SharedSegment = {
  info: SegmentInfo
  documents: SharedDocuments
  dictionary: SharedDictionary
  format: ChunkFormat
}

/** An immutable part of an index, its pages sorted by id and its terms in memory. */
export class Segment implements IndexReader {
  readonly info: SegmentInfo
  readonly documents: Documents
  readonly dictionary: Dictionary
  readonly format: ChunkFormat
  readonly #decode: ChunkDecoder
  readonly #readChunk: ChunkReader
  readonly #searches = new TermSearches()

  constructor(
    info: SegmentInfo,
    documents: Documents,
    dictionary: Dictionary,
    format: ChunkFormat,
    readChunk: ChunkReader,
  ) {
    this.info = info
    this.documents = documents
    this.dictionary = dictionary
    this.format = format
    this.#decode = decoderOf('postings', format)
    this.#readChunk = readChunk
  }

  /** The segment of another thread, its postings read by this one. */
  static of({ info, documents, dictionary, format }: SharedSegment, read: ChunkReader): Segment {
    return new Segment(info, Documents.of(documents), Dictionary.of(dictionary), format, read)
  }

  share(): SharedSegment {
    const { info, format } = this
    return { info, documents: this.documents.share(), dictionary: this.dictionary.share(), format }
  }

  /** The same segment, its postings read in another way. */
  withReader(readChunk: ChunkReader): Segment {
    return new Segment(this.info, this.documents, this.dictionary, this.format, readChunk)
  }

  get byteSize(): number {
    return this.dictionary.byteSize + this.documents.count * 34
  }

  /** Bytes in the store, about. */
  get storedSize(): number {
    return this.dictionary.storedSize + this.documents.count * 30
  }

  count(term: string): number {
    return this.dictionary.find(term)?.count ?? 0
  }

  read(
    term: string,
    view: SegmentView,
    into: Postings,
    timeSlice: TimeSlice,
  ): Promise<void> | undefined {
    const entry = this.dictionary.find(term)
    if (entry === undefined) return undefined
    const count = Math.min(entry.count, view.first ?? entry.count)
    const bytes = this.packedPostings(entry)
    if (!(bytes instanceof Uint8Array)) {
      return bytes.then((fetched) =>
        decodeInSteps(decodePostings(fetched, count, view, into), timeSlice),
      )
    }
    const steps = decodePostings(bytes, count, view, into)
    return steps.next().done === true ? undefined : decodeInSteps(steps, timeSlice)
  }

  /** A chunk of postings as decoded, for another thread. */
  async readPostings(number: number): Promise<Uint8Array> {
    return this.#readChunk('postings', number, this.#decode)
  }

  packedPostings({ start, end }: TermEntry): Uint8Array | Promise<Uint8Array> {
    const first = Math.floor(start / chunkSize)
    const last = Math.floor((end - 1) / chunkSize)
    const offset = start - first * chunkSize
    if (first === last) {
      const chunk = this.#readChunk('postings', first, this.#decode)
      const cut = (bytes: Uint8Array) => bytes.subarray(offset, offset + end - start)
      return chunk instanceof Uint8Array ? cut(chunk) : chunk.then(cut)
    }
    return this.#joinChunks(first, last).then((bytes) =>
      bytes.subarray(offset, offset + end - start),
    )
  }

  continuations(prefix: string): TermSearch {
    return this.dictionary.continuations(prefix)
  }

  candidates(word: string, edits: number): TermSearch {
    return this.#searches.find(`${edits} ${word}`, () => this.#near(word, edits))
  }

  *#near(word: string, edits: number): TermSearch {
    for (const found of this.dictionary.candidates(word, edits)) {
      if (found === undefined || countEdits(word, found.term, edits) <= edits) yield found
    }
  }

  async #joinChunks(first: number, last: number): Promise<Uint8Array> {
    const joined = new Uint8Array((last - first + 1) * chunkSize)
    for (let number = first; number <= last; number += 1) {
      joined.set(
        await this.#readChunk('postings', number, this.#decode),
        (number - first) * chunkSize,
      )
    }
    return joined
  }
}

async function decodeInSteps(steps: Generator<void, void>, timeSlice: TimeSlice): Promise<void> {
  if (timeSlice.isOver()) await timeSlice.pause()
  while (steps.next().done !== true) if (timeSlice.isOver()) await timeSlice.pause()
}

/** Brings a segment's pages and terms into memory. */
export async function loadSegment(info: SegmentInfo, readChunk: ChunkReader): Promise<Segment> {
  const timeSlice = startTimeSlice()
  const dictionary = new Dictionary(info.terms)
  let format: ChunkFormat = 'plain'
  for (let number = 0; !dictionary.isComplete; number += 1) {
    const stored = await readChunk('terms', number, asStored)
    format = formatOf(stored)
    dictionary.load(decoderOf('terms', format)(stored))
    await rest(timeSlice)
  }
  const documents = new Documents(info.documents)
  for (let number = 0; documents.count < info.documents; number += 1) {
    const reader = new ByteReader(await readChunk('documents', number, asStored))
    while (!reader.isAtEnd) documents.read(reader)
    await rest(timeSlice)
  }
  return new Segment(info, documents, dictionary, format, readChunk)
}

async function rest(timeSlice: TimeSlice): Promise<void> {
  if (timeSlice.isOver()) await timeSlice.pause()
}
