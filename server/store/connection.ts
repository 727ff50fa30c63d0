import type { Statement, Value } from './statement.ts'

/** Reads of what is committed. */
export type Reader = {
  get: <Result>(statement: Statement<Result>, ...values: Value[]) => Promise<Result | undefined>
  all: <Result>(statement: Statement<Result>, ...values: Value[]) => Promise<Result[]>
}

/** Reads and writes inside one open transaction. */
export type Transaction = Reader & {
  /** Gives the number of rows changed. */
  run: (statement: Statement<never>, ...values: Value[]) => Promise<number>
}

/** A reader that sees one moment of the store for as long as it is used, row by row. */
export type Snapshot = Reader & {
  each: <Result>(statement: Statement<Result>, ...values: Value[]) => AsyncIterable<Result>
}

export type StatementTiming = { name: string; count: number; seconds: number }

/** The text of one page as the index takes it: tokens joined by spaces, made in server/search. */
export type SearchEntry = { workspaceId: string; pageId: string; title: string; body: string }

/** Tokens of a query; the last one may be the beginning of a word. */
export type SearchTerms = { terms: readonly string[]; prefix: string | undefined }

/** The full-text index: the seam between a dialect's index and the ranking above it. */
export type SearchIndex = {
  put: (transaction: Transaction, entry: SearchEntry) => Promise<void>
  remove: (transaction: Transaction, workspaceId: string, pageId: string) => Promise<void>
  /** Page ids, best first: those with every term in the title before the rest. */
  find: (
    reader: Reader,
    workspaceId: string,
    query: SearchTerms,
    limit: number,
  ) => Promise<string[]>
  /** Whether the page is found by words from all over its text. */
  holds: (reader: Reader, entry: SearchEntry) => Promise<boolean>
  /** Every page that has an entry. */
  entries: (snapshot: Snapshot) => AsyncIterable<{ workspaceId: string; pageId: string }>
}

/**
 * What a transaction has to itself, from its first read to its commit: a workspace, or everything. A write
 * is unguarded whose statements decide by themselves, whatever others write at the same time.
 */
export type Scope = { workspaceId: string } | 'everything' | 'unguarded'

export type Store = Reader & {
  /**
   * Runs `work` in a transaction and answers once it is durable. A throw undoes it all. `work` may run
   * again after a failed commit, and must await nothing but the transaction: others wait behind it. Without
   * a scope it has everything to itself, on every node; a store with one writer gives every scope that.
   */
  transact: <Result>(
    work: (transaction: Transaction) => Promise<Result>,
    scope?: Scope,
  ) => Promise<Result>
  snapshot: <Result>(work: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>
  search: SearchIndex
  /** Faults of the store's own files, in words; empty when sound. */
  check: () => Promise<string[]>
  queueDepth: () => number
  timings: () => StatementTiming[]
  close: () => Promise<void>
}
