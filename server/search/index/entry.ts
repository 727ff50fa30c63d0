import type { AnalysedPage } from '../analysis/analyse.ts'
import { fold } from '../analysis/fold.ts'
import { cyrillicLanguages, latinLanguages } from '../analysis/languages.ts'
import { normalizeSpace } from '../analysis/phrases.ts'
import { compareTerms, type TermList } from '../analysis/term-list.ts'
import { ByteReader, ByteWriter, hashText, hashUnits } from './bytes.ts'

/** What the index knows of a page besides its terms. */
export type DocumentStats = {
  titleHash: number
  /** Of all terms with their frequencies: tells whether the index still holds what the page says. */
  checksum: number
  titleLength: number
  bodyLength: number
  /** Places in the lists of languages. */
  latin: number
  cyrillic: number
}

/**
 * More of one word in a page says nothing new, and a group of terms adds up its frequencies in 16 bits for
 * the title and 16 for the body.
 */
export const maxFrequency = 1000
export const titleShift = 16

export function packFrequency(title: number, body: number): number {
  return (title << titleShift) | body
}

export type TermVisitor = (term: string, title: number, body: number) => void

/** Reused from page to page, unless one is long. */
let termWriter = new ByteWriter(1 << 13)
let entryWriter = new ByteWriter(1 << 13)
const maxReusedBytes = 1 << 16

/** Packs a page's terms in order, so that equal pages have equal bytes. */
export function packEntry(title: string, page: AnalysedPage): Uint8Array {
  const { titleTerms, bodyTerms } = page
  const terms = termWriter
  terms.clear()
  let count = 0
  let checksum = 0
  let inTitle = 0
  let inBody = 0
  while (inTitle < titleTerms.size || inBody < bodyTerms.size) {
    const order = compareNext(titleTerms, inTitle, bodyTerms, inBody)
    const list = order <= 0 ? titleTerms : bodyTerms
    const index = order <= 0 ? inTitle : inBody
    const start = list.bounds[index] ?? 0
    const end = list.bounds[index + 1] ?? 0
    const titleCount = order <= 0 ? Math.min(titleTerms.counts[inTitle] ?? 0, maxFrequency) : 0
    const bodyCount = order >= 0 ? Math.min(bodyTerms.counts[inBody] ?? 0, maxFrequency) : 0
    if (order <= 0) inTitle += 1
    if (order >= 0) inBody += 1
    terms.units(list.units, start, end)
    writeFrequency(terms, titleCount, bodyCount)
    checksum += mixFrequency(hashUnits(list.units, start, end), titleCount, bodyCount)
    count += 1
  }
  const writer = entryWriter
  writer.clear()
  writeStats(writer, title, { ...page, checksum, count })
  writer.append(terms.written())
  if (writer.length > maxReusedBytes) {
    termWriter = new ByteWriter()
    entryWriter = new ByteWriter()
  }
  return writer.finish()
}

/** Which of two lists goes on with the lesser term; 0 when they have the same. */
function compareNext(one: TermList, inOne: number, other: TermList, inOther: number): number {
  if (inOne === one.size) return 1
  return inOther === other.size ? -1 : compareTerms(one, inOne, other, inOther)
}

/** What stands before the terms of an entry; `count` is how many there are. */
function writeStats(
  writer: ByteWriter,
  title: string,
  page: Pick<AnalysedPage, 'languages' | 'titleLength' | 'bodyLength'> & {
    checksum: number
    count: number
  },
): void {
  writer.word(hashTitle(title))
  writer.word(page.checksum)
  writer.number(page.titleLength)
  writer.number(page.bodyLength)
  writer.number(latinLanguages.indexOf(page.languages.latin))
  writer.number(cyrillicLanguages.indexOf(page.languages.cyrillic))
  writer.number(page.count)
}

/** Added up over the terms of a page, in any order and modulo 2 to the 32nd, they make its checksum. */
export function checksumOf(term: string, title: number, body: number): number {
  return mixFrequency(hashText(term), title, body)
}

function mixFrequency(hash: number, title: number, body: number): number {
  return Math.imul(hash ^ packFrequency(title, body), 0x9e3779b1) >>> 0
}

export function readStats(entry: Uint8Array): DocumentStats {
  return statsFrom(new ByteReader(entry))
}

/** Calls `visit` with every term in order. */
export function readEntry(entry: Uint8Array, visit: TermVisitor): void {
  const reader = openTerms(entry)
  readTerms(reader, reader.number(), visit)
}

/** A reader at the number of terms, before the first of them. */
export function openTerms(entry: Uint8Array): ByteReader {
  const reader = new ByteReader(entry)
  statsFrom(reader)
  return reader
}

/** Calls `visit` with the next terms. */
export function readTerms(reader: ByteReader, count: number, visit: TermVisitor): void {
  for (let left = count; left > 0; left -= 1) {
    const term = reader.term()
    const packed = reader.number()
    visit(term, packed & 1 ? reader.number() : 0, packed >>> 1)
  }
}

/** Titles are compared as people read them; the hash finds those worth comparing. */
export function hashTitle(title: string): number {
  return hashText(plainTitle(title))
}

export function plainTitle(title: string): string {
  return normalizeSpace(fold(title))
}

/** Most terms stand in the body alone: one bit says whether a number for the title follows. */
export function writeFrequency(writer: ByteWriter, title: number, body: number): void {
  writer.number((body << 1) | (title > 0 ? 1 : 0))
  if (title > 0) writer.number(title)
}

function statsFrom(reader: ByteReader): DocumentStats {
  return {
    titleHash: reader.word(),
    checksum: reader.word(),
    titleLength: reader.number(),
    bodyLength: reader.number(),
    latin: reader.number(),
    cyrillic: reader.number(),
  }
}
