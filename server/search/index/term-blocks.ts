import { sharedIntegers, sharedShorts, sharedWords, toShared } from './shared-arrays.ts'
import type { BlockInfo, BlockReader } from './term-chunks.ts'

/** The columns of `TermBlocks` and its chunks, in memory that threads share. */
export type SharedBlocks = {
  count: number
  starts: Uint32Array
  maxLength: Uint16Array
  any: Int32Array
  all: Int32Array
  chunkBytes: number
  postingBytes: number
  postings: Uint32Array
  chunkNumbers: Uint16Array
  chunks: readonly Chunk[]
}

/** `postings` are the bytes of postings before its own, and `endBlock` is the number of the block after its last. */
type Chunk = { bytes: Uint8Array; postings: number; endBlock: number }

/** Bytes of a block in all columns. */
const blockBytes = 20

/** Where the blocks of a dictionary start: a column for each fact, about a byte for each term. */
export class TermBlocks {
  count = 0
  starts = sharedWords(0)
  /** UTF-16 units of the longest term. */
  maxLength = sharedShorts(0)
  /** The letters that any of the terms holds, and those that all of them do. */
  any = sharedIntegers(0)
  all = sharedIntegers(0)
  chunkBytes = 0
  /** Bytes of the postings of all terms. */
  postingBytes = 0
  /** Bytes of postings in its chunk before those of the block. */
  #postings = sharedWords(0)
  #chunkNumbers = sharedShorts(0)
  #chunks: Chunk[] = []

  add(chunk: Uint8Array, blocks: readonly BlockInfo[]): void {
    this.#reserve(this.count + blocks.length)
    let chunkPostings = 0
    for (const { start, postings, maxLength, any, all } of blocks) {
      const block = this.count
      this.starts[block] = start
      this.maxLength[block] = Math.min(maxLength, 0xffff)
      this.any[block] = any
      this.all[block] = all
      this.#postings[block] = chunkPostings
      this.#chunkNumbers[block] = this.#chunks.length
      chunkPostings += postings
      this.count += 1
    }
    const { count, postingBytes } = this
    this.#chunks.push({ bytes: toShared(chunk), postings: postingBytes, endBlock: count })
    this.postingBytes += chunkPostings
    this.chunkBytes += chunk.length
  }

  /** Gives back what the columns have in reserve. */
  trim(): void {
    if (this.starts.length > this.count) this.#resize(this.count)
  }

  /** The blocks that another thread describes: in the same memory, and only to be read. */
  static of({ postings, chunkNumbers, chunks, ...columns }: SharedBlocks): TermBlocks {
    const blocks = Object.assign(new TermBlocks(), columns)
    blocks.#postings = postings
    blocks.#chunkNumbers = chunkNumbers
    blocks.#chunks = [...chunks]
    return blocks
  }

  /** What another thread needs to read them. */
  share(): SharedBlocks {
    const { count, starts, maxLength, any, all, chunkBytes, postingBytes } = this
    const columns = { count, starts, maxLength, any, all, chunkBytes, postingBytes }
    const [postings, chunkNumbers] = [this.#postings, this.#chunkNumbers]
    return { ...columns, postings, chunkNumbers, chunks: this.#chunks }
  }

  get byteSize(): number {
    return this.chunkBytes + this.starts.length * blockBytes
  }

  chunk(block: number): Uint8Array {
    return this.#chunkOf(block).bytes
  }

  read(block: number, reader: BlockReader): void {
    const { bytes, postings, endBlock } = this.#chunkOf(block)
    // The blocks of a chunk follow each other, up to its end.
    const end = block + 1 === endBlock ? bytes.length : (this.starts[block + 1] ?? 0)
    reader.open(bytes, this.starts[block] ?? 0, end, postings + (this.#postings[block] ?? 0))
  }

  #chunkOf(block: number): Chunk {
    return this.#chunks[this.#chunkNumbers[block] ?? 0] ?? noChunk
  }

  #reserve(count: number): void {
    if (count <= this.starts.length) return
    const more = Math.ceil(this.starts.length * 1.5)
    this.#resize(this.starts.length === 0 ? count : Math.max(count, more))
  }

  #resize(capacity: number): void {
    this.starts = resized(this.starts, sharedWords(capacity))
    this.maxLength = resized(this.maxLength, sharedShorts(capacity))
    this.any = resized(this.any, sharedIntegers(capacity))
    this.all = resized(this.all, sharedIntegers(capacity))
    this.#postings = resized(this.#postings, sharedWords(capacity))
    this.#chunkNumbers = resized(this.#chunkNumbers, sharedShorts(capacity))
  }
}

const noChunk: Chunk = { bytes: new Uint8Array(0), postings: 0, endBlock: 0 }

type Column = Uint16Array | Uint32Array | Int32Array

function resized<Numbers extends Column>(from: Numbers, to: Numbers): Numbers {
  to.set(from.length > to.length ? from.subarray(0, to.length) : from)
  return to
}
