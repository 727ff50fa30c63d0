import { termBytes, termText } from './bytes.ts'
import { type TermSearch, searchedTermsPerStep } from './index-reader.ts'
import { countBits, letterMask } from './similar.ts'
import { type SharedBlocks, TermBlocks } from './term-blocks.ts'
import { BlockReader, firstTerm, readTermChunk } from './term-chunks.ts'

/** How many documents hold a term, and where its postings stand among all. */
export type TermEntry = { count: number; start: number; end: number }

export type SharedDictionary = { size: number; blocks: SharedBlocks }

/** The sorted terms of a segment as the store keeps them, and where each block of them begins. */
export class Dictionary {
  readonly size: number
  #loaded = 0
  readonly #blocks: TermBlocks
  readonly #reader = new BlockReader()

  constructor(size: number, blocks = new TermBlocks()) {
    this.size = size
    this.#blocks = blocks
  }

  /** The terms that another thread describes: in the same memory, and only to be read. */
  static of({ size, blocks }: SharedDictionary): Dictionary {
    const dictionary = new Dictionary(size, TermBlocks.of(blocks))
    dictionary.#loaded = size
    return dictionary
  }

  /** What another thread needs to read a dictionary that is complete. */
  share(): SharedDictionary {
    return { size: this.size, blocks: this.#blocks.share() }
  }

  get isComplete(): boolean {
    return this.#loaded >= this.size
  }

  /** Adds the terms of the next chunk, as `TermChunkWriter` gives it. */
  load(chunk: Uint8Array): void {
    const { terms, blocks } = readTermChunk(chunk)
    this.#blocks.add(chunk, blocks)
    this.#loaded += terms
    if (this.isComplete) this.#blocks.trim()
  }

  get byteSize(): number {
    return this.#blocks.byteSize
  }

  /** Bytes of the terms and of their postings. */
  get storedSize(): number {
    return this.#blocks.chunkBytes + this.#blocks.postingBytes
  }

  find(term: string): TermEntry | undefined {
    const wanted = termBytes(term)
    const block = this.#lastBlockUpTo(wanted)
    if (block === -1) return undefined
    const reader = this.#reader
    this.#blocks.read(block, reader)
    /** Bytes of the wanted term that the last one begins with. */
    let shared = 0
    while (reader.next()) {
      if (reader.prefix > shared) continue
      if (reader.prefix < shared) return undefined
      let index = reader.suffixStart
      while (index < reader.suffixEnd && reader.bytes[index] === wanted[shared]) {
        index += 1
        shared += 1
      }
      const isEnd = index === reader.suffixEnd
      if (isEnd && shared === wanted.length) return entryOf(reader)
      if (!isEnd && (reader.bytes[index] ?? 0) > (wanted[shared] ?? -1)) return undefined
    }
    return undefined
  }

  /** All terms from the first on, or from the block on in which a term would stand. */
  cursor(from?: string): TermCursor {
    const first = from === undefined ? 0 : Math.max(0, this.#lastBlockUpTo(termBytes(from)))
    return new TermCursor(this.#blocks, first)
  }

  *continuations(prefix: string): TermSearch {
    const wanted = termBytes(prefix)
    const cursor = this.cursor(prefix)
    let scanned = 0
    while (cursor.next()) {
      scanned += 1
      if (scanned % searchedTermsPerStep === 0) yield
      const order = cursor.compareStart(wanted)
      if (order > 0) break
      if (order === 0 && cursor.length > wanted.length) {
        yield { term: cursor.term(), count: cursor.entry().count }
      }
    }
  }

  /** Terms of a similar length made of nearly the same letters. */
  *candidates(word: string, edits: number): TermSearch {
    const mask = letterMask(word)
    let scanned = 0
    const { maxLength, any, all } = this.#blocks
    const mayHold = (block: number) =>
      (maxLength[block] ?? 0) >= word.length - edits &&
      countBits((all[block] ?? 0) & ~mask) + countBits(mask & ~(any[block] ?? 0)) <= 2 * edits
    const cursor = new TermCursor(this.#blocks, 0, mayHold)
    while (cursor.next()) {
      scanned += 1
      if (scanned % searchedTermsPerStep === 0) yield
      const difference = cursor.units - word.length
      if (difference > edits || difference < -edits) continue
      if (countBits(cursor.mask ^ mask) > 2 * edits) continue
      yield { term: cursor.term(), count: cursor.entry().count }
    }
  }

  /** -1 when all terms come after it. */
  #lastBlockUpTo(bytes: Uint8Array): number {
    let low = 0
    let high = this.#blocks.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compareFirst(middle, bytes) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** The first term of a block beside another. */
  #compareFirst(index: number, bytes: Uint8Array): number {
    const chunk = this.#blocks.chunk(index)
    const { start, length } = firstTerm(chunk, this.#blocks.starts[index] ?? 0)
    const shared = Math.min(length, bytes.length)
    for (let at = 0; at < shared; at += 1) {
      const difference = (chunk[start + at] ?? 0) - (bytes[at] ?? 0)
      if (difference !== 0) return difference
    }
    return length - bytes.length
  }
}

/** Goes through the terms of a dictionary in their order. */
export class TermCursor {
  readonly #blocks: TermBlocks
  readonly #isWanted: (block: number) => boolean
  readonly #reader = new BlockReader()
  #next: number
  #text = new Uint8Array(256)
  /** By the bytes of the term so far: its units, its letters, and the bytes that its last unit still lacks. */
  #units = new Uint16Array(257)
  #masks = new Uint32Array(257)
  #missing = new Uint8Array(257)
  length = 0

  constructor(
    blocks: TermBlocks,
    first: number,
    isWanted: (block: number) => boolean = () => true,
  ) {
    this.#blocks = blocks
    this.#next = first
    this.#isWanted = isWanted
  }

  /** Moves on to the next term; false when there is none. */
  next(): boolean {
    const reader = this.#reader
    while (!reader.next()) {
      if (this.#next === this.#blocks.count) return false
      if (this.#isWanted(this.#next)) this.#blocks.read(this.#next, reader)
      this.#next += 1
    }
    this.length = reader.prefix + reader.suffixEnd - reader.suffixStart
    if (this.length > this.#text.length) this.#grow()
    let at = reader.prefix
    for (let index = reader.suffixStart; index < reader.suffixEnd; index += 1) {
      this.#add(at, reader.bytes[index] ?? 0)
      at += 1
    }
    return true
  }

  get units(): number {
    return this.#units[this.length] ?? 0
  }

  /** The letters of the term, as `letterMask` gives them. */
  get mask(): number {
    return this.#masks[this.length] ?? 0
  }

  entry(): TermEntry {
    return entryOf(this.#reader)
  }

  term(): string {
    return termText(this.#text.subarray(0, this.length))
  }

  /** 0 when the term begins with these bytes, else whether it comes before or after them. */
  compareStart(bytes: Uint8Array): number {
    for (const [index, byte] of bytes.entries()) {
      if (index === this.length) return -1
      const difference = (this.#text[index] ?? 0) - byte
      if (difference !== 0) return difference
    }
    return 0
  }

  #add(at: number, byte: number): void {
    this.#text[at] = byte
    const isFirst = byte < 0x80 || byte >= 0xc0
    const missing = isFirst ? (byte < 0x80 ? 0 : byte < 0xe0 ? 1 : 2) : (this.#missing[at] ?? 1) - 1
    this.#missing[at + 1] = missing
    this.#units[at + 1] = (this.#units[at] ?? 0) + (isFirst ? 1 : 0)
    const mask = this.#masks[at] ?? 0
    // The last byte of a unit holds its last five bits.
    this.#masks[at + 1] = missing === 0 ? mask | (1 << (byte & 31)) : mask
  }

  #grow(): void {
    const capacity = this.length * 2
    this.#text = copied(this.#text, new Uint8Array(capacity))
    this.#units = copied(this.#units, new Uint16Array(capacity + 1))
    this.#masks = copied(this.#masks, new Uint32Array(capacity + 1))
    this.#missing = copied(this.#missing, new Uint8Array(capacity + 1))
  }
}

function entryOf({ count, start, end }: BlockReader): TermEntry {
  return { count, start, end }
}

function copied<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from)
  return to
}
