import { ByteWriter } from './bytes.ts'
import { type Documents, writeDocument } from './documents.ts'
import { writeFrequency } from './entry.ts'
import { type ChunkKind, chunkSize } from './segment.ts'

export type Chunk = { kind: ChunkKind; number: number; data: Uint8Array }

/** Document numbers, in any order, with their frequencies in title and body. */
export type TermPostings = { documents: number[]; titles: number[]; bodies: number[] }

/** Writes a segment from its sorted pages and its sorted terms, chunk by chunk as they fill. */
export class SegmentWriter {
  readonly #save: (chunk: Chunk) => Promise<void>
  readonly #documents = new Stream('documents')
  readonly #terms = new Stream('terms')
  readonly #postings = new Stream('postings')
  readonly #packed = new ByteWriter()
  #termCount = 0

  constructor(save: (chunk: Chunk) => Promise<void>) {
    this.#save = save
  }

  async addDocument(documents: Documents, number: number): Promise<void> {
    writeDocument(this.#documents.writer, documents, number)
    await this.#flush(this.#documents)
  }

  async addTerm(term: string, postings: TermPostings): Promise<void> {
    this.#packed.clear()
    packPostings(this.#packed, postings)
    const bytes = this.#packed.finish()
    this.#terms.writer.term(term)
    this.#terms.writer.number(postings.documents.length)
    this.#terms.writer.number(bytes.length)
    this.#termCount += 1
    await this.#flush(this.#terms)
    for (let start = 0; start < bytes.length;) {
      const end = Math.min(bytes.length, start + chunkSize - this.#postings.writer.length)
      this.#postings.writer.append(bytes.subarray(start, end))
      start = end
      await this.#flush(this.#postings)
    }
  }

  /** Gives the number of terms. */
  async finish(): Promise<number> {
    for (const stream of [this.#documents, this.#terms, this.#postings]) {
      if (stream.writer.length > 0) await this.#save(stream.take())
    }
    return this.#termCount
  }

  async #flush(stream: Stream): Promise<void> {
    if (stream.writer.length >= chunkSize) await this.#save(stream.take())
  }
}

class Stream {
  readonly writer = new ByteWriter(chunkSize + 1024)
  readonly #kind: ChunkKind
  #number = 0

  constructor(kind: ChunkKind) {
    this.#kind = kind
  }

  take(): Chunk {
    const chunk = { kind: this.#kind, number: this.#number, data: this.writer.finish() }
    this.#number += 1
    this.writer.clear()
    return chunk
  }
}

function packPostings(writer: ByteWriter, { documents, titles, bodies }: TermPostings): void {
  let before = -1
  for (const place of sortedPlaces(documents)) {
    const document = documents[place] ?? 0
    const [title, body] = [titles[place] ?? 0, bodies[place] ?? 0]
    const isPlain = title === 0 && body === 1
    writer.number(((document - before) << 1) | (isPlain ? 1 : 0))
    if (!isPlain) writeFrequency(writer, title, body)
    before = document
  }
}

function sortedPlaces(documents: readonly number[]): Iterable<number> {
  const isSorted = documents.every((document, place) => (documents[place - 1] ?? -1) < document)
  const places = documents.keys()
  return isSorted
    ? places
    : [...places].sort((one, other) => (documents[one] ?? 0) - (documents[other] ?? 0))
}
