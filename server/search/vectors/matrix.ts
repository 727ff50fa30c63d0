import { memoryPage, openMemory, rowMultiple } from './kernel-memory.ts'

/** Best first. */
export type Found = { chunks: Float64Array; pages: Uint32Array; scores: Float32Array }

/** Rows scored before their sums are looked at: the sums stay in the fastest cache. */
const scoredAtOnce = 4096
const queryAddress = 0
const scoresAddress = memoryPage / 2
const rowsAddress = memoryPage
/** The query has 16 bits per number and stands before the sums. */
export const maxDimensions = 8192

/**
 * Vectors of one length, rounded to signed bytes with a scale per row, in the memory of the kernel. Knows of
 * each row the number of its chunk and, as a number too, its page.
 */
export class Matrix {
  readonly #kernel = openMemory()
  readonly #dimensions: number
  readonly #size: number
  #count = 0
  #scales = new Float32Array(0)
  #chunks = new Float64Array(0)
  #pages = new Uint32Array(0)

  constructor(dimensions: number) {
    this.#dimensions = dimensions
    this.#size = Math.ceil(dimensions / rowMultiple) * rowMultiple
  }

  get count(): number {
    return this.#count
  }

  /** `vectors` holds one after the other. */
  append(vectors: Float32Array, chunks: Float64Array, pages: Uint32Array): void {
    this.#reserve(this.#count + chunks.length)
    for (const [index, chunk] of chunks.entries()) {
      const vector = vectors.subarray(index * this.#dimensions, (index + 1) * this.#dimensions)
      const row = this.#count
      this.#scales[row] = this.#write(row, vector)
      this.#chunks[row] = chunk
      this.#pages[row] = pages[index] ?? 0
      this.#count += 1
    }
  }

  /** Takes out all rows of these pages; the last rows move into the gaps. */
  remove(pages: ReadonlySet<number>): void {
    const bytes = new Int8Array(this.#kernel.memory.buffer)
    for (let row = 0; row < this.#count;) {
      if (!pages.has(this.#pages[row] ?? 0)) {
        row += 1
        continue
      }
      const last = this.#count - 1
      const from = rowsAddress + last * this.#size
      bytes.copyWithin(rowsAddress + row * this.#size, from, from + this.#size)
      this.#scales[row] = this.#scales[last] ?? 0
      this.#chunks[row] = this.#chunks[last] ?? 0
      this.#pages[row] = this.#pages[last] ?? 0
      this.#count = last
    }
  }

  /** The rows nearest to the query, as exact as bytes are; of the pages marked with 1, if there are marks. */
  search(query: Float32Array, limit: number, marks?: Uint8Array): Found {
    const unit = this.#writeQuery(query)
    const best = new BestRows(Math.min(limit, this.#count), this.#chunks)
    const sums = new Int32Array(this.#kernel.memory.buffer, scoresAddress, scoredAtOnce)
    for (let start = 0; start < this.#count; start += scoredAtOnce) {
      const size = Math.min(scoredAtOnce, this.#count - start)
      const from = rowsAddress + start * this.#size
      this.#kernel.run(from, from + size * this.#size, this.#size, queryAddress, scoresAddress)
      for (let index = 0; index < size; index += 1) {
        const score = (sums[index] ?? 0) * (this.#scales[start + index] ?? 0)
        if (score < best.minScore) continue
        if (marks !== undefined && marks[this.#pages[start + index] ?? 0] !== 1) continue
        best.add(start + index, score)
      }
    }
    const found = best.sorted()
    return {
      chunks: Float64Array.from(found, ({ row }) => this.#chunks[row] ?? 0),
      pages: Uint32Array.from(found, ({ row }) => this.#pages[row] ?? 0),
      scores: Float32Array.from(found, ({ score }) => score * unit),
    }
  }

  #write(row: number, vector: Float32Array): number {
    const maxAbs = largest(vector)
    const bytes = new Int8Array(
      this.#kernel.memory.buffer,
      rowsAddress + row * this.#size,
      this.#size,
    )
    bytes.fill(0)
    if (maxAbs === 0) return 0
    const scale = 127 / maxAbs
    for (let index = 0; index < vector.length; index += 1) {
      bytes[index] = Math.round((vector[index] ?? 0) * scale)
    }
    return maxAbs / 127
  }

  /** As many bits as the sums have room for; gives what one unit of them is worth. */
  #writeQuery(query: Float32Array): number {
    const numbers = new Int16Array(this.#kernel.memory.buffer, queryAddress, this.#size)
    numbers.fill(0)
    const maxAbs = largest(query)
    if (maxAbs === 0) return 0
    const steps = Math.min(32_767, Math.floor(2 ** 31 / (128 * this.#size)) - 1)
    for (const [index, value] of query.entries())
      numbers[index] = Math.round((value / maxAbs) * steps)
    return maxAbs / steps
  }

  #reserve(count: number): void {
    const needed = rowsAddress + count * this.#size
    const missing = needed - this.#kernel.memory.buffer.byteLength
    if (missing > 0) this.#kernel.memory.grow(Math.ceil(missing / memoryPage))
    if (count <= this.#chunks.length) return
    const room = Math.ceil(count * 1.3) + 64
    this.#scales = grown(this.#scales, new Float32Array(room))
    this.#chunks = grown(this.#chunks, new Float64Array(room))
    this.#pages = grown(this.#pages, new Uint32Array(room))
  }
}

/** The memory that one row takes, beside its place in the store. */
export function bytesPerRow(dimensions: number): number {
  return Math.ceil(dimensions / rowMultiple) * rowMultiple + 24
}

/**
 * Keeps the rows with the highest scores, of equal ones the older chunks: a heap with the least of them on top. The
 * order of rows depends on what was removed.
 */
class BestRows {
  readonly #rows: Float64Array
  readonly #scores: Float64Array
  readonly #chunks: Float64Array
  /** What a row must reach to be kept. */
  minScore: number

  constructor(limit: number, chunks: Float64Array) {
    this.#rows = new Float64Array(limit).fill(-1)
    this.#scores = new Float64Array(limit).fill(-Infinity)
    this.#chunks = chunks
    this.minScore = limit === 0 ? Infinity : -Infinity
  }

  add(row: number, score: number): void {
    const scores = this.#scores
    const rows = this.#rows
    const size = scores.length
    if (size === 0 || !this.#isAbove(row, score, 0)) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= size) break
      const next = child + 1
      if (next < size && this.#isAbove(rows[child] ?? 0, scores[child] ?? 0, next)) child = next
      if (!this.#isAbove(row, score, child)) break
      scores[index] = scores[child] ?? 0
      rows[index] = rows[child] ?? 0
      index = child
    }
    scores[index] = score
    rows[index] = row
    this.minScore = scores[0] ?? 0
  }

  /** Best first. With marks, there may be fewer than asked for. */
  sorted(): { row: number; score: number }[] {
    const chunkOf = ({ row }: { row: number }) => this.#chunks[row] ?? 0
    return Array.from(this.#rows, (row, index) => ({ row, score: this.#scores[index] ?? 0 }))
      .filter(({ row }) => row !== -1)
      .sort((a, b) => b.score - a.score || chunkOf(a) - chunkOf(b))
  }

  /** Whether a row is better than the one at an index of the heap. */
  #isAbove(row: number, score: number, index: number): boolean {
    const other = this.#scores[index] ?? 0
    if (score !== other) return score > other
    const rowThere = this.#rows[index] ?? 0
    return rowThere === -1 ? row !== -1 : (this.#chunks[row] ?? 0) < (this.#chunks[rowThere] ?? 0)
  }
}

function largest(vector: Float32Array): number {
  let maxAbs = 0
  for (const value of vector) maxAbs = Math.max(maxAbs, Math.abs(value))
  return maxAbs
}

function grown<Numbers extends Float32Array | Float64Array | Uint32Array>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from)
  return to
}
