import {
  type AnalysedBody,
  analysePage,
  analyseTitle,
  hintedBody,
  withDefaults,
} from '../analysis/analyse.ts'
import type { Languages } from '../analysis/terms.ts'
import { ByteReader, ByteWriter, termBytes } from './bytes.ts'
import { checksumOf, maxFrequency, packEntry, writeStats, writeFrequency } from './entry.ts'

/** The terms of a body in order, as an entry holds them: what a worker gives back of one with many. */
export type PackedBody = {
  languages: Languages
  isSegmented: boolean
  length: number
  packed: Uint8Array
  count: number
  checksum: number
}

/** What search is to know of a page. */
export type PageEntry = { entry: Uint8Array; isSegmented: boolean }

/** Terms from which on copying and sorting them would hold up others. */
const manyTerms = 2000

/** Packs a body whose terms do not depend on its title, and are many. */
export function packBody(body: AnalysedBody): AnalysedBody | PackedBody {
  if (body.terms.size <= manyTerms || body.text.length <= hintedBody) return body
  const { isSegmented, length, terms } = body
  const writer = new ByteWriter(terms.size * 10)
  let checksum = 0
  for (const term of [...terms.keys()].sort()) {
    const count = Math.min(terms.get(term) ?? 0, maxFrequency)
    writer.term(term)
    writeFrequency(writer, 0, count)
    checksum += checksumOf(term, 0, count)
  }
  const languages = withDefaults(body.languages)
  return { languages, isSegmented, length, packed: writer.finish(), count: terms.size, checksum }
}

/** The same bytes, whether the body was packed before or not. */
export function makeEntry(title: string, body: AnalysedBody | PackedBody): PageEntry {
  if ('packed' in body) return addTitle(title, body)
  const page = analysePage(title, body)
  return { entry: packEntry(title, page), isSegmented: page.isSegmented }
}

type TitleTerm = { term: string; bytes: Uint8Array; count: number }

/** Merges the few terms of a title into those of a body, which are in order. */
function addTitle(title: string, body: PackedBody): PageEntry {
  const inTitle = analyseTitle(title, body.languages)
  const reader = new ByteReader(body.packed)
  const merged = new ByteWriter(body.packed.length + 1024)
  let { count, checksum } = body
  let copied = 0
  for (const { term, bytes, count: times } of titleTerms(inTitle.terms)) {
    const found = seek(reader, bytes)
    merged.append(body.packed.subarray(copied, found.position))
    copied = reader.position
    merged.term(term)
    writeFrequency(merged, times, found.frequency)
    checksum += checksumOf(term, times, found.frequency)
    if (found.frequency === 0) count += 1
    else checksum -= checksumOf(term, 0, found.frequency)
  }
  merged.append(body.packed.subarray(copied))
  const writer = new ByteWriter(merged.length + 32)
  const stats = { checksum, titleLength: inTitle.length, bodyLength: body.length }
  writeStats(writer, title, { ...stats, languages: body.languages, count })
  writer.append(merged.finish())
  return { entry: writer.finish(), isSegmented: body.isSegmented || inTitle.isSegmented }
}

function titleTerms(terms: ReadonlyMap<string, number>): TitleTerm[] {
  return [...terms]
    .map(([term, count]) => ({
      term,
      bytes: termBytes(term),
      count: Math.min(count, maxFrequency),
    }))
    .sort((one, other) => (one.term < other.term ? -1 : 1))
}

/** Goes on to where a term stands or would stand; behind it when it is there, with its frequency. */
function seek(reader: ByteReader, wanted: Uint8Array): { position: number; frequency: number } {
  while (!reader.isAtEnd) {
    const { position } = reader
    const order = Buffer.compare(reader.termBytes(), wanted)
    if (order > 0) {
      reader.position = position
      return { position, frequency: 0 }
    }
    const frequency = reader.number() >>> 1
    if (order === 0) return { position, frequency }
  }
  return { position: reader.position, frequency: 0 }
}
