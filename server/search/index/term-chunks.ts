import { ByteReader, ByteWriter } from './bytes.ts'

/**
 * The sorted terms of a segment in memory, chunk by chunk. A chunk is its number of terms, its number of
 * blocks, what `BlockInfo` says of each block, and then the blocks. A block is up to 16 terms, each without
 * the bytes that it shares with the one before (front coding): a lookup reads one block.
 */
const termsPerBlock = 16
/** Lengths up to 14 fit into half a byte. */
const longLength = 15
/** Terms of fewer UTF-16 units, such as Chinese pairs, are near no misspelled word: their letters are not kept. */
const minUnits = 3

/** Packs terms, which come in order, into chunks. */
export class TermChunkWriter {
  readonly #header = new ByteWriter()
  readonly #blocks: ByteWriter
  #last: Uint8Array = new Uint8Array(0)
  #terms = 0
  #blockCount = 0
  #blockTerms = 0
  #blockStart = 0
  #blockPostings = 0
  readonly #letters = new BlockLetters()

  constructor(capacity: number) {
    this.#blocks = new ByteWriter(capacity)
  }

  get length(): number {
    return this.#blocks.length + this.#header.length
  }

  /** `count` documents hold the term, in so many bytes of postings. */
  add(bytes: Uint8Array, count: number, postings: number): void {
    if (this.#blockTerms === termsPerBlock) this.#endBlock()
    const prefix = this.#blockTerms === 0 ? 0 : sharedLength(this.#last, bytes)
    const suffix = bytes.length - prefix
    const blocks = this.#blocks
    blocks.byte((Math.min(prefix, longLength) << 4) | Math.min(suffix, longLength))
    if (prefix >= longLength) blocks.number(prefix - longLength)
    if (suffix >= longLength) blocks.number(suffix - longLength)
    blocks.append(bytes.subarray(prefix))
    writeSizes(blocks, count, postings)
    this.#last = bytes
    this.#blockTerms += 1
    this.#terms += 1
    this.#blockPostings += postings
    this.#letters.add(bytes)
  }

  /** The chunk so far; goes on with an empty one. */
  take(): Uint8Array {
    this.#endBlock()
    const chunk = new ByteWriter(this.length + 16)
    chunk.number(this.#terms)
    chunk.number(this.#blockCount)
    chunk.append(this.#header.finish())
    chunk.append(this.#blocks.finish())
    this.#header.clear()
    this.#blocks.clear()
    this.#terms = 0
    this.#blockCount = 0
    this.#blockStart = 0
    return chunk.finish()
  }

  #endBlock(): void {
    if (this.#blockTerms === 0) return
    this.#header.number(this.#blocks.length - this.#blockStart)
    this.#header.number(this.#blockPostings)
    this.#letters.write(this.#header)
    this.#blockStart = this.#blocks.length
    this.#blockCount += 1
    this.#blockTerms = 0
    this.#blockPostings = 0
  }
}

/** The letters of a block's terms, as `letterMask` gives them. */
class BlockLetters {
  #maxLength = 0
  #any = 0
  #all = -1

  add(bytes: Uint8Array): void {
    let units = 0
    let mask = 0
    for (const [index, byte] of bytes.entries()) {
      if (byte < 0x80 || byte >= 0xc0) units += 1
      // The last byte of a unit holds its last five bits.
      const next = bytes[index + 1] ?? 0
      if (next < 0x80 || next >= 0xc0) mask |= 1 << (byte & 31)
    }
    this.#maxLength = Math.max(this.#maxLength, units)
    this.#any |= mask
    this.#all &= mask
  }

  /** Goes on with an empty block. */
  write(header: ByteWriter): void {
    header.number(this.#maxLength)
    if (this.#maxLength >= minUnits) {
      header.word(this.#any)
      header.word(this.#all)
    }
    this.#maxLength = 0
    this.#any = 0
    this.#all = -1
  }
}

export type BlockInfo = {
  start: number
  end: number
  /** Bytes of the postings of its terms. */
  postings: number
  /** UTF-16 units of its longest term. */
  maxLength: number
  /** The letters that any of its terms holds, and those that all of them do. */
  any: number
  all: number
}

export function readTermChunk(chunk: Uint8Array): { terms: number; blocks: BlockInfo[] } {
  const reader = new ByteReader(chunk)
  const terms = reader.number()
  const blocks = Array.from({ length: reader.number() }, () => readBlockInfo(reader))
  let { position } = reader
  for (const block of blocks) {
    block.start = position
    position += block.end
    block.end = position
  }
  return { terms, blocks }
}

/** `end` is its length as yet. */
function readBlockInfo(reader: ByteReader): BlockInfo {
  const [end, postings, maxLength] = [reader.number(), reader.number(), reader.number()]
  if (maxLength < minUnits) return { start: 0, end, postings, maxLength, any: -1, all: 0 }
  return { start: 0, end, postings, maxLength, any: reader.word() | 0, all: reader.word() | 0 }
}

/** Packs terms as older versions do: each stands in full, its two numbers behind it. */
export class PlainTermChunkWriter {
  readonly #writer = new ByteWriter()

  get length(): number {
    return this.#writer.length
  }

  add(bytes: Uint8Array, count: number, postings: number): void {
    this.#writer.number(bytes.length)
    this.#writer.append(bytes)
    this.#writer.number(count)
    this.#writer.number(postings)
  }

  take(): Uint8Array {
    const chunk = this.#writer.finish()
    this.#writer.clear()
    return chunk
  }
}

/** Makes a chunk of one that `PlainTermChunkWriter` or an older version wrote. */
export function convertTermChunk(stored: Uint8Array): Uint8Array {
  const writer = new TermChunkWriter(stored.length)
  const reader = new ByteReader(stored)
  while (!reader.isAtEnd) writer.add(reader.termBytes(), reader.number(), reader.number())
  return writer.take()
}

/** Where the first term of a block stands, which is there in full. */
export function firstTerm(
  chunk: Uint8Array,
  blockStart: number,
): { start: number; length: number } {
  const length = chunk[blockStart] ?? 0
  if (length < longLength) return { start: blockStart + 1, length }
  const reader = new ByteReader(chunk, blockStart + 1)
  const longer = longLength + reader.number()
  return { start: reader.position, length: longer }
}

/** Reads the terms of a block one by one, without putting them together. */
export class BlockReader {
  bytes: Uint8Array = new Uint8Array(0)
  /** Bytes that the term shares with the one before, and where the others stand. */
  prefix = 0
  suffixStart = 0
  suffixEnd = 0
  /** Documents that hold the term, and where its postings stand among all. */
  count = 0
  start = 0
  end = 0
  #position = 0
  #end = 0

  open(bytes: Uint8Array, start: number, end: number, postings: number): void {
    this.bytes = bytes
    this.#position = start
    this.#end = end
    this.end = postings
  }

  /** False at the end of the block. */
  next(): boolean {
    if (this.#position >= this.#end) return false
    const { bytes } = this
    const head = bytes[this.#position] ?? 0
    this.#position += 1
    this.prefix = head >>> 4
    let suffix = head & 0xf
    if (this.prefix === longLength) this.prefix += this.#number()
    if (suffix === longLength) suffix += this.#number()
    this.suffixStart = this.#position
    this.#position += suffix
    this.suffixEnd = this.#position
    const sizes = this.#number()
    this.count = sizes >>> 2
    this.start = this.end
    const more = sizes & 3
    this.end += more === explicitSize ? this.#number() : this.count + more
    return true
  }

  #number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.#position] ?? 0
      this.#position += 1
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }
}

/** Postings take a byte for each document, or a little more; `explicitSize` says that their size follows. */
const explicitSize = 3

function writeSizes(writer: ByteWriter, count: number, postings: number): void {
  const more = postings - count
  const isShort = more >= 0 && more < explicitSize
  writer.number(count * 4 + (isShort ? more : explicitSize))
  if (!isShort) writer.number(postings)
}

function sharedLength(one: Uint8Array, other: Uint8Array): number {
  const maxShared = Math.min(one.length, other.length)
  let length = 0
  while (length < maxShared && one[length] === other[length]) length += 1
  return length
}
