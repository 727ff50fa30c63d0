import { ByteReader, termBytes, termText } from './bytes.ts'
import type { TermCount } from './part.ts'
import { countBits, letterMask } from './similar.ts'

/** The sorted terms of a segment in a few flat arrays: a hundred thousand of them in under 3 MB. */
export class Dictionary {
  readonly size: number
  #loaded = 0
  #bytes: Uint8Array<ArrayBuffer>
  /** Where each term begins, and the end. */
  readonly #starts: Uint32Array
  readonly #counts: Uint32Array
  /** Where each term's postings begin, and the end. */
  readonly #offsets: Float64Array
  readonly #masks: Uint32Array
  readonly #lengths: Uint8Array

  constructor(size: number) {
    this.size = size
    this.#bytes = new Uint8Array(size * 8)
    this.#starts = new Uint32Array(size + 1)
    this.#counts = new Uint32Array(size)
    this.#offsets = new Float64Array(size + 1)
    this.#masks = new Uint32Array(size)
    this.#lengths = new Uint8Array(size)
  }

  get isComplete(): boolean {
    return this.#loaded === this.size
  }

  /** Adds the terms of the next chunk, as the segment writer wrote it. */
  load(chunk: Uint8Array): void {
    const reader = new ByteReader(chunk)
    while (!reader.isAtEnd) {
      const place = this.#loaded
      const bytes = reader.termBytes()
      const start = this.#starts[place] ?? 0
      this.#reserve(start + bytes.length)
      this.#bytes.set(bytes, start)
      const term = termText(bytes)
      this.#starts[place + 1] = start + bytes.length
      this.#masks[place] = letterMask(term)
      this.#lengths[place] = term.length
      this.#counts[place] = reader.number()
      this.#offsets[place + 1] = (this.#offsets[place] ?? 0) + reader.number()
      this.#loaded += 1
    }
  }

  get byteSize(): number {
    return this.#bytes.length + this.size * 21
  }

  /** The place of a term; -1 when it is not there. */
  find(term: string): number {
    const bytes = termBytes(term)
    const place = this.#lowerBound(bytes)
    return place < this.size && this.#compare(place, bytes) === 0 ? place : -1
  }

  term(place: number): string {
    return termText(this.#bytes.subarray(this.#starts[place] ?? 0, this.#starts[place + 1] ?? 0))
  }

  count(place: number): number {
    return this.#counts[place] ?? 0
  }

  /** Where the postings of a term stand among all. */
  postings(place: number): { start: number; end: number } {
    return { start: this.#offsets[place] ?? 0, end: this.#offsets[place + 1] ?? 0 }
  }

  continuations(prefix: string): TermCount[] {
    const bytes = termBytes(prefix)
    const found: TermCount[] = []
    for (let place = this.#lowerBound(bytes); place < this.size; place += 1) {
      if (!this.#startsWith(place, bytes)) break
      const length = (this.#starts[place + 1] ?? 0) - (this.#starts[place] ?? 0)
      if (length > bytes.length) found.push({ term: this.term(place), count: this.count(place) })
    }
    return found
  }

  /** Terms of a similar length made of nearly the same letters. */
  candidates(word: string, edits: number): TermCount[] {
    const mask = letterMask(word)
    const found: TermCount[] = []
    for (let place = 0; place < this.size; place += 1) {
      const difference = (this.#lengths[place] ?? 0) - word.length
      if (difference > edits || difference < -edits) continue
      if (countBits((this.#masks[place] ?? 0) ^ mask) > 2 * edits) continue
      found.push({ term: this.term(place), count: this.count(place) })
    }
    return found
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return
    const grown = new Uint8Array(length * 2)
    grown.set(this.#bytes)
    this.#bytes = grown
  }

  #lowerBound(bytes: Uint8Array): number {
    let low = 0
    let high = this.size
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, bytes) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(place: number, bytes: Uint8Array): number {
    const start = this.#starts[place] ?? 0
    const length = (this.#starts[place + 1] ?? 0) - start
    const shared = Math.min(length, bytes.length)
    for (let index = 0; index < shared; index += 1) {
      const difference = (this.#bytes[start + index] ?? 0) - (bytes[index] ?? 0)
      if (difference !== 0) return difference
    }
    return length - bytes.length
  }

  #startsWith(place: number, bytes: Uint8Array): boolean {
    const start = this.#starts[place] ?? 0
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.#bytes[start + index] !== bytes[index]) return false
    }
    return true
  }
}
