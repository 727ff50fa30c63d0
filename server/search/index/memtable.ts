import type { ByteReader } from './bytes.ts'
import { Documents, pageKey } from './documents.ts'
import { openTerms, packFrequency, readStats, readTerms } from './entry.ts'
import {
  type IndexReader,
  type SegmentView,
  searchedTermsPerStep,
  type TermSearch,
} from './index-reader.ts'
import type { Postings } from './postings.ts'
import type { IndexWrite, RecentChanges } from './recent-changes.ts'
import { countBits, letterMask } from './similar.ts'

/** As many as an ordinary page has. */
const termsPerStep = 2000

/** The newest changes, held in memory term by term until they are written as a segment. */
export class Memtable implements IndexReader {
  readonly documents = new Documents(0)
  /** Packed with `packPosting`; most terms have one alone, which takes a tenth of the memory of a list. */
  readonly postings = new Map<string, number | number[]>()
  /** Undefined in one that no thread reads. */
  readonly recent: RecentChanges | undefined
  readonly #numbers = new Map<string, number>()
  #byteSize = 0

  constructor(recent?: RecentChanges) {
    this.recent = recent
  }

  /** Rough: what the maps and lists of numbers cost. */
  get byteSize(): number {
    return this.#byteSize + (this.recent?.byteSize ?? 0)
  }

  /** Gives the number of the document that this change replaces within the memtable. */
  add(change: IndexWrite): number | undefined {
    const steps = this.steps(change)
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
  }

  /** As `add`, in steps: a page of 100,000 terms takes as long as hundreds of others. */
  *steps(change: IndexWrite): Generator<void, number | undefined> {
    const { pageId, entry } = change
    // Nobody sees postings of a document that is not among the others yet.
    const number = this.documents.count
    if (entry !== null) {
      const reader = openTerms(entry)
      for (let left = reader.number(); left > 0; left -= termsPerStep) {
        this.#addTerms(reader, Math.min(left, termsPerStep), number)
        if (left > termsPerStep) yield
      }
      this.#byteSize += entry.length * 6
    }
    this.recent?.add(change)
    this.documents.add(pageKey(pageId), entry === null ? undefined : readStats(entry))
    const replaced = this.#numbers.get(pageId)
    this.#numbers.set(pageId, number)
    this.#byteSize += 200
    return replaced
  }

  /** Gives the number of a page's newest document, which counts no more; undefined when there is none. */
  forget(pageId: string): number | undefined {
    if (this.#numbers.size === 0) return undefined
    const number = this.#numbers.get(pageId)
    if (number !== undefined) this.#numbers.delete(pageId)
    return number
  }

  /** The number of a page's newest document. */
  numberOf(pageId: string): number | undefined {
    return this.#numbers.get(pageId)
  }

  #addTerms(reader: ByteReader, count: number, number: number): void {
    readTerms(reader, count, (term, title, body) => {
      const posting = packPosting(number, title, body)
      const known = this.postings.get(term)
      if (known === undefined) this.postings.set(term, posting)
      else if (typeof known === 'number') this.postings.set(term, [known, posting])
      else known.push(posting)
    })
  }

  count(term: string): number {
    return countOf(this.postings.get(term))
  }

  read(term: string, { base, size, live }: SegmentView, into: Postings): undefined {
    const list = this.postings.get(term)
    into.reserve(countOf(list))
    for (const [document, title, body] of postingsIn(list)) {
      if (document >= size) break
      if (live !== undefined && live[document] !== 1) continue
      into.documents[into.count] = base + document
      into.frequencies[into.count] = packFrequency(title, body)
      into.count += 1
    }
  }

  continuations(prefix: string): TermSearch {
    return this.#filter((term) => term.length > prefix.length && term.startsWith(prefix))
  }

  candidates(word: string, edits: number): TermSearch {
    const mask = letterMask(word)
    return this.#filter(
      (term) =>
        Math.abs(term.length - word.length) <= edits &&
        countBits(letterMask(term) ^ mask) <= 2 * edits,
    )
  }

  *#filter(isWanted: (term: string) => boolean): TermSearch {
    let scanned = 0
    for (const [term, list] of this.postings) {
      scanned += 1
      if (scanned % searchedTermsPerStep === 0) yield
      if (isWanted(term)) yield { term, count: countOf(list) }
    }
  }
}

/** Frequencies are `maxFrequency` at most. */
const frequencyLimit = 1024

function packPosting(document: number, title: number, body: number): number {
  return (document * frequencyLimit + title) * frequencyLimit + body
}

type PostingList = number | readonly number[] | undefined

function countOf(list: PostingList): number {
  return list === undefined ? 0 : typeof list === 'number' ? 1 : list.length
}

/** Document number and frequencies in title and body. */
export function* postingsIn(list: PostingList): Generator<[number, number, number], void> {
  for (const posting of typeof list === 'number' ? [list] : (list ?? [])) {
    const rest = Math.floor(posting / frequencyLimit)
    yield [Math.floor(rest / frequencyLimit), rest % frequencyLimit, posting % frequencyLimit]
  }
}
