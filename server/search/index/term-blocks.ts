import type { BlockInfo, BlockReader } from './term-chunks.ts'

/** Where the blocks of a dictionary stand: a column for each fact, a few bytes for each term. */
export class TermBlocks {
  count = 0
  starts = new Uint32Array(0)
  /** UTF-16 units of the longest term. */
  maxLength = new Uint16Array(0)
  /** The letters that any of the terms holds, and those that all of them do. */
  any = new Int32Array(0)
  all = new Int32Array(0)
  chunkBytes = 0
  /** Bytes of the postings of all terms. */
  postingBytes = 0
  #ends = new Uint32Array(0)
  #postings = new Float64Array(0)
  #chunkNumbers = new Uint32Array(0)
  readonly #chunks: Uint8Array[] = []

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
    this.#chunks.push(chunk)
    this.chunkBytes += chunk.length
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
    const capacity = this.starts.length === 0 ? count : Math.max(count, this.starts.length * 1.5)
    this.starts = grown(this.starts, new Uint32Array(capacity))
    this.#ends = grown(this.#ends, new Uint32Array(capacity))
    this.maxLength = grown(this.maxLength, new Uint16Array(capacity))
    this.any = grown(this.any, new Int32Array(capacity))
    this.all = grown(this.all, new Int32Array(capacity))
    this.#postings = grown(this.#postings, new Float64Array(capacity))
    this.#chunkNumbers = grown(this.#chunkNumbers, new Uint32Array(capacity))
  }
}

type Column = Uint16Array | Uint32Array | Int32Array | Float64Array

function grown<Numbers extends Column>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
