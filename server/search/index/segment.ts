import { type Pace, startPace } from '../../lib/turns.ts'
import { ByteReader } from './bytes.ts'
import { Dictionary, type TermEntry } from './dictionary.ts'
import { Documents, readDocument } from './documents.ts'
import type { Part, PartView, TermCount } from './part.ts'
import { decodePostings, type Postings } from './postings.ts'

/** What a segment is stored as: three streams of bytes, each cut into chunks numbered from 0. */
export const chunkKinds = ['documents', 'terms', 'postings'] as const
export type ChunkKind = (typeof chunkKinds)[number]

/** Every chunk of postings but the last has this size; the others end with a whole record. */
export const chunkSize = 32 * 1024

export type SegmentInfo = {
  segment: number
  /** The changes it holds: a later segment holds later ones. */
  firstSequence: number
  lastSequence: number
  documents: number
  terms: number
}

/** Gives a chunk at once where it is in memory. */
export type ChunkReader = (kind: ChunkKind, number: number) => Uint8Array | Promise<Uint8Array>

/** An immutable part of an index, its pages sorted by id and its terms in memory. */
export class Segment implements Part {
  readonly info: SegmentInfo
  readonly documents: Documents
  readonly dictionary: Dictionary
  readonly #readChunk: ChunkReader

  constructor(
    info: SegmentInfo,
    documents: Documents,
    dictionary: Dictionary,
    readChunk: ChunkReader,
  ) {
    this.info = info
    this.documents = documents
    this.dictionary = dictionary
    this.#readChunk = readChunk
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

  read(term: string, view: PartView, into: Postings): Promise<void> | undefined {
    const entry = this.dictionary.find(term)
    if (entry === undefined) return undefined
    const { count } = entry
    const bytes = this.packedPostings(entry)
    if (bytes instanceof Uint8Array) {
      decodePostings(bytes, count, view, into)
      return undefined
    }
    return bytes.then((fetched) => decodePostings(fetched, count, view, into))
  }

  packedPostings({ start, end }: TermEntry): Uint8Array | Promise<Uint8Array> {
    const first = Math.floor(start / chunkSize)
    const last = Math.floor((end - 1) / chunkSize)
    const offset = start - first * chunkSize
    if (first === last) {
      const chunk = this.#readChunk('postings', first)
      if (chunk instanceof Uint8Array) return chunk.subarray(offset, offset + end - start)
    }
    return this.#joinChunks(first, last).then((bytes) =>
      bytes.subarray(offset, offset + end - start),
    )
  }

  continuations(prefix: string): TermCount[] {
    return this.dictionary.continuations(prefix)
  }

  candidates(word: string, edits: number): TermCount[] {
    return this.dictionary.candidates(word, edits)
  }

  async #joinChunks(first: number, last: number): Promise<Uint8Array> {
    const joined = new Uint8Array((last - first + 1) * chunkSize)
    for (let number = first; number <= last; number += 1) {
      joined.set(await this.#readChunk('postings', number), (number - first) * chunkSize)
    }
    return joined
  }
}

/** Brings a segment's pages and terms into memory. */
export async function loadSegment(info: SegmentInfo, readChunk: ChunkReader): Promise<Segment> {
  const pace = startPace()
  const documents = new Documents(info.documents)
  for (let number = 0; documents.count < info.documents; number += 1) {
    const reader = new ByteReader(await readChunk('documents', number))
    while (!reader.isAtEnd) readDocument(reader, documents)
    await rest(pace)
  }
  const dictionary = new Dictionary(info.terms)
  for (let number = 0; !dictionary.isComplete; number += 1) {
    dictionary.load(await readChunk('terms', number))
    await rest(pace)
  }
  return new Segment(info, documents, dictionary, readChunk)
}

async function rest(pace: Pace): Promise<void> {
  if (pace.isOver()) await pace.pause()
}
