import type { ByteReader, ByteWriter } from './bytes.ts'
import type { DocumentStats } from './entry.ts'
import { sharedBytes, sharedWords } from './shared-arrays.ts'

const removedMark = 255

/** The columns of `Documents`, in memory that threads share. */
export type SharedDocuments = Pick<
  Documents,
  | 'count'
  | 'removed'
  | 'ids'
  | 'titleHashes'
  | 'checksums'
  | 'titleLengths'
  | 'bodyLengths'
  | 'latin'
  | 'cyrillic'
>

/** The pages of one part of an index, by number: a column for each fact, because scoring reads few of them. */
export class Documents {
  count = 0
  /** How many of them are marks of removed pages. */
  removed = 0
  /** Four words per id, most significant first. */
  ids = sharedWords(0)
  titleHashes = sharedWords(0)
  checksums = sharedWords(0)
  titleLengths = sharedWords(0)
  bodyLengths = sharedWords(0)
  /** Places in the lists of languages; `latin` is 255 where the page was removed. */
  latin = sharedBytes(0)
  cyrillic = sharedBytes(0)
  #capacity = 0

  constructor(capacity: number) {
    this.#grow(capacity)
  }

  /** The documents that another thread describes: in the same memory, and only to be read. */
  static of(shared: SharedDocuments): Documents {
    return Object.assign(new Documents(0), shared)
  }

  /** What another thread needs to read them as they are now. */
  share(): SharedDocuments {
    const { count, removed, ids, titleHashes, checksums } = this
    const { titleLengths, bodyLengths, latin, cyrillic } = this
    return {
      count,
      removed,
      ids,
      titleHashes,
      checksums,
      titleLengths,
      bodyLengths,
      latin,
      cyrillic,
    }
  }

  /** Without stats: the page was removed, which a later part of an index tells of an earlier one. */
  add(id: PageKey, stats: DocumentStats | undefined): number {
    const number = this.#next()
    this.ids.set(id, number * 4)
    this.titleHashes[number] = stats?.titleHash ?? 0
    this.checksums[number] = stats?.checksum ?? 0
    this.titleLengths[number] = stats?.titleLength ?? 0
    this.bodyLengths[number] = stats?.bodyLength ?? 0
    this.latin[number] = stats?.latin ?? removedMark
    this.cyrillic[number] = stats?.cyrillic ?? 0
    if (stats === undefined) this.removed += 1
    return number
  }

  /** Adds the next document that `writeDocument` wrote. A start reads all of them: without an object for each. */
  read(reader: ByteReader): void {
    const number = this.#next()
    for (let word = 0; word < 4; word += 1) this.ids[number * 4 + word] = reader.word()
    const latin = reader.number()
    this.latin[number] = latin
    if (latin === removedMark) {
      this.removed += 1
      return
    }
    this.cyrillic[number] = reader.number()
    this.titleHashes[number] = reader.word()
    this.checksums[number] = reader.word()
    this.titleLengths[number] = reader.number()
    this.bodyLengths[number] = reader.number()
  }

  /** Copies a document of another part. */
  addFrom(other: Documents, number: number): number {
    const isRemoved = other.isRemoved(number)
    return this.add(other.key(number), isRemoved ? undefined : other.stats(number))
  }

  stats(number: number): DocumentStats {
    return {
      titleHash: this.titleHashes[number] ?? 0,
      checksum: this.checksums[number] ?? 0,
      titleLength: this.titleLengths[number] ?? 0,
      bodyLength: this.bodyLengths[number] ?? 0,
      latin: this.latin[number] ?? 0,
      cyrillic: this.cyrillic[number] ?? 0,
    }
  }

  isRemoved(number: number): boolean {
    return this.latin[number] === removedMark
  }

  key(number: number): PageKey {
    return this.ids.subarray(number * 4, number * 4 + 4)
  }

  /**
   * The number of a page; -1 when it is not among them. They must be sorted by id. Takes one or two steps for
   * a page that comes right after `near`.
   */
  find(key: PageKey, near = 0): number {
    const isBehind = near > 0 && near < this.count && this.#compare(near, key) < 0
    const number = isBehind ? this.seek(key, near + 1) : this.#lowerBound(key, 0, this.count)
    return number < this.count && this.#compare(number, key) === 0 ? number : -1
  }

  /** The number of the first page that does not come before another, from one number on. */
  seek(key: PageKey, from: number): number {
    let high = from
    // Two sorted lists meet in short steps where they are mixed, and in long ones where they are not.
    for (let step = 1; high < this.count && this.#compare(high, key) < 0; step *= 2) high += step
    return this.#lowerBound(key, from, Math.min(high, this.count))
  }

  #lowerBound(key: PageKey, from: number, to: number): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, key) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #compare(number: number, key: PageKey): number {
    for (let word = 0; word < 4; word += 1) {
      const difference = (this.ids[number * 4 + word] ?? 0) - (key[word] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  }

  #next(): number {
    if (this.count === this.#capacity) this.#grow(Math.max(16, this.#capacity * 2))
    this.count += 1
    return this.count - 1
  }

  #grow(capacity: number): void {
    this.#capacity = capacity
    this.ids = grown(this.ids, sharedWords(capacity * 4))
    this.titleHashes = grown(this.titleHashes, sharedWords(capacity))
    this.checksums = grown(this.checksums, sharedWords(capacity))
    this.titleLengths = grown(this.titleLengths, sharedWords(capacity))
    this.bodyLengths = grown(this.bodyLengths, sharedWords(capacity))
    this.latin = grown(this.latin, sharedBytes(capacity))
    this.cyrillic = grown(this.cyrillic, sharedBytes(capacity))
  }
}

/** A page id (a UUID) as four words. */
export type PageKey = Uint32Array

export function pageKey(id: string): PageKey {
  return readPageKey(id, new Uint32Array(4))
}

/** Fills in a key and returns it. */
export function readPageKey(id: string, key: PageKey): PageKey {
  key.fill(0)
  let digits = 0
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index)
    if (code === hyphen) continue
    const word = digits >>> 3
    key[word] = ((key[word] ?? 0) << 4) | (code <= nine ? code & 0xf : (code & 0xf) + 9)
    digits += 1
  }
  return key
}

const hyphen = 0x2d
const nine = 0x39

export function pageId(key: PageKey): string {
  const [second, third] = [hexadecimal(key[1]), hexadecimal(key[2])]
  const start = `${hexadecimal(key[0])}-${second.slice(0, 4)}-${second.slice(4)}`
  return `${start}-${third.slice(0, 4)}-${third.slice(4)}${hexadecimal(key[3])}`
}

function hexadecimal(word = 0): string {
  return word.toString(16).padStart(8, '0')
}

export function comparePages(one: PageKey, other: PageKey): number {
  for (let word = 0; word < 4; word += 1) {
    const difference = (one[word] ?? 0) - (other[word] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

export function writeDocument(writer: ByteWriter, documents: Documents, number: number): void {
  for (const word of documents.key(number)) writer.word(word)
  const stats = documents.stats(number)
  writer.number(stats.latin)
  if (documents.isRemoved(number)) return
  writer.number(stats.cyrillic)
  writer.word(stats.titleHash)
  writer.word(stats.checksum)
  writer.number(stats.titleLength)
  writer.number(stats.bodyLength)
}

function grown<Column extends Uint32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
