import {
  sharedIntegers,
  sharedNumbers,
  sharedShorts,
  sharedWords,
  toShared,
} from './shared-arrays.ts'
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
  ends: Uint32Array
  postings: Float64Array
  chunkNumbers: Uint32Array
  chunks: readonly Uint8Array[]
}

/** Where the blocks of a dictionary stand: a column for each fact, a few bytes for each term. */
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
  #ends = sharedWords(0)
  #postings = sharedNumbers(0)
  #chunkNumbers = sharedWords(0)
  #chunks: Uint8Array[] = []

  add(chunk: Uint8Array, blocks: readonly BlockInfo[]): void {
    this.#reserve(this.count + blocks.length)
    for (const { start, end, postings, maxLength, any, all } of blocks) {
      const block = this.count
      this.starts[block] = start
      this.#ends[block] = end
      this.maxLength[block] = Math.min(maxLength, 0xffff)
      this.any[block] = any
      this.all[block] = all
      this.#postings[block] = this.postingBytes
      this.#chunkNumbers[block] = this.#chunks.length
      this.postingBytes += postings
      this.count += 1
    }
    this.#chunks.push(toShared(chunk))
    this.chunkBytes += chunk.length
  }

  /** The blocks that another thread describes: in the same memory, and only to be read. */
  static of({ ends, postings, chunkNumbers, chunks, ...columns }: SharedBlocks): TermBlocks {
    const blocks = Object.assign(new TermBlocks(), columns)
    blocks.#ends = ends
    blocks.#postings = postings
    blocks.#chunkNumbers = chunkNumbers
    blocks.#chunks = [...chunks]
    return blocks
  }

  /** What another thread needs to read them. */
  share(): SharedBlocks {
    const { count, starts, maxLength, any, all, chunkBytes, postingBytes } = this
    const columns = { count, starts, maxLength, any, all, chunkBytes, postingBytes }
    const [ends, postings, chunkNumbers] = [this.#ends, this.#postings, this.#chunkNumbers]
    return { ...columns, ends, postings, chunkNumbers, chunks: this.#chunks }
  }

  get byteSize(): number {
    return this.chunkBytes + this.starts.length * 30
  }

  chunk(block: number): Uint8Array {
    return this.#chunks[this.#chunkNumbers[block] ?? 0] ?? new Uint8Array(0)
  }

  read(block: number, reader: BlockReader): void {
    const [start, end] = [this.starts[block] ?? 0, this.#ends[block] ?? 0]
    reader.open(this.chunk(block), start, end, this.#postings[block] ?? 0)
  }

  #reserve(count: number): void {
    if (count <= this.starts.length) return
    const capacity =
      this.starts.length === 0 ? count : Math.max(count, Math.ceil(this.starts.length * 1.5))
    this.starts = grown(this.starts, sharedWords(capacity))
    this.#ends = grown(this.#ends, sharedWords(capacity))
    this.maxLength = grown(this.maxLength, sharedShorts(capacity))
    this.any = grown(this.any, sharedIntegers(capacity))
    this.all = grown(this.all, sharedIntegers(capacity))
    this.#postings = grown(this.#postings, sharedNumbers(capacity))
    this.#chunkNumbers = grown(this.#chunkNumbers, sharedWords(capacity))
  }
}

type Column = Uint16Array | Uint32Array | Int32Array | Float64Array

function grown<Numbers extends Column>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
