import { ByteWriter, termBytes } from './bytes.ts'
import { type ChunkKind, chunkSize } from './chunks.ts'
import { type Documents, writeDocument } from './documents.ts'
import { writeFrequency } from './entry.ts'
import { type ChunkFormat, packChunk } from './packed-chunks.ts'
import { PlainTermChunkWriter, TermChunkWriter } from './term-chunks.ts'

export type Chunk = { kind: ChunkKind; number: number; data: Uint8Array }

/** Document numbers, in any order, with their frequencies in title and body. */
export type TermPostings = { documents: number[]; titles: number[]; bodies: number[] }

/** Writes a segment from its sorted pages and its sorted terms, chunk by chunk as they fill. */
export class SegmentWriter {
  readonly #save: (chunk: Chunk) => Promise<void>
  readonly #format: ChunkFormat
  readonly #documents = new ByteWriter(chunkSize + 1024)
  readonly #terms: TermChunkWriter | PlainTermChunkWriter
  readonly #postings = new ByteWriter(chunkSize + 1024)
  readonly #saved: Record<ChunkKind, number> = { documents: 0, terms: 0, postings: 0 }
  readonly #packed = new ByteWriter()
  #termCount = 0

  constructor(save: (chunk: Chunk) => Promise<void>, format: ChunkFormat = 'deflated') {
    this.#save = save
    this.#format = format
    this.#terms =
      format === 'deflated' ? new TermChunkWriter(chunkSize + 1024) : new PlainTermChunkWriter()
  }

  async addDocument(documents: Documents, number: number): Promise<void> {
    writeDocument(this.#documents, documents, number)
    if (this.#documents.length >= chunkSize) await this.#saveBytes('documents', this.#documents)
  }

  async addTerm(term: string, postings: TermPostings): Promise<void> {
    this.#packed.clear()
    packPostings(this.#packed, postings)
    const bytes = this.#packed.finish()
    this.#terms.add(termBytes(term), postings.documents.length, bytes.length)
    this.#termCount += 1
    if (this.#terms.length >= chunkSize) await this.#saveChunk('terms', this.#terms.take())
    for (let start = 0; start < bytes.length;) {
      const end = Math.min(bytes.length, start + chunkSize - this.#postings.length)
      this.#postings.append(bytes.subarray(start, end))
      start = end
      if (this.#postings.length >= chunkSize) await this.#saveBytes('postings', this.#postings)
    }
  }

  /** Gives the number of terms. */
  async finish(): Promise<number> {
    if (this.#documents.length > 0) await this.#saveBytes('documents', this.#documents)
    if (this.#terms.length > 0) await this.#saveChunk('terms', this.#terms.take())
    if (this.#postings.length > 0) await this.#saveBytes('postings', this.#postings)
    return this.#termCount
  }

  async #saveBytes(kind: ChunkKind, writer: ByteWriter): Promise<void> {
    const data = writer.finish()
    writer.clear()
    await this.#saveChunk(kind, data)
  }

  async #saveChunk(kind: ChunkKind, data: Uint8Array): Promise<void> {
    const number = this.#saved[kind]
    this.#saved[kind] += 1
    await this.#save({ kind, number, data: await packChunk(kind, this.#format, data) })
  }
}

function packPostings(writer: ByteWriter, { documents, titles, bodies }: TermPostings): void {
  let before = -1
  for (const index of inDocumentOrder(documents)) {
    const document = documents[index] ?? 0
    const [title, body] = [titles[index] ?? 0, bodies[index] ?? 0]
    const isPlain = title === 0 && body === 1
    writer.number(((document - before) << 1) | (isPlain ? 1 : 0))
    if (!isPlain) writeFrequency(writer, title, body)
    before = document
  }
}

function inDocumentOrder(documents: readonly number[]): Iterable<number> {
  const isSorted = documents.every((document, index) => (documents[index - 1] ?? -1) < document)
  const indexes = documents.keys()
  return isSorted
    ? indexes
    : [...indexes].sort((one, other) => (documents[one] ?? 0) - (documents[other] ?? 0))
}
