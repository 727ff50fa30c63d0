import type { TimeSlice } from '../../lib/time-slices.ts'
import type { Documents } from './documents.ts'
import type { Postings } from './postings.ts'

export type TermCount = { term: string; count: number }

/**
 * A part of a workspace's index: an immutable segment in the store, or the newest changes in memory.
 * Its counts of documents per term include those that a later part has replaced.
 */
export type IndexReader = {
  documents: Documents
  count: (term: string) => number
  /** Adds the live documents with the term; a promise when they must be fetched first or are many. */
  read: (
    term: string,
    view: SegmentView,
    into: Postings,
    timeSlice: TimeSlice,
  ) => Promise<void> | undefined
  /** Terms that begin with a text, itself left out. */
  continuations: (prefix: string) => TermSearch
  /** Terms within a number of edits of a word, by a quick test that lets some others through. */
  candidates: (word: string, edits: number) => TermSearch
}

/** Gives terms one after the other, and undefined after each `searchedTermsPerStep` that it has looked at. */
export type TermSearch = Generator<TermCount | undefined, void>

export const searchedTermsPerStep = 5000

/** A part at one moment: changes made later leave a view as it is. */
export type SegmentView = {
  part: IndexReader
  /** Added to the part's document numbers. */
  base: number
  /** Documents known at that moment. */
  size: number
  /** 1 for each document that is neither removed nor replaced; undefined when all are. */
  live: Uint8Array | undefined
  /** Reads only so many of the first documents with a term, live or not. */
  first?: number
}
