import type { VectorIndex } from './semantic/vector-index.ts'
import type { NamedValues, Statement, ValuesFor } from './statement.ts'

/** Reads of what is committed. */
export type Reader = {
  get: <Result, Values extends NamedValues>(
    statement: Statement<Result, Values>,
    ...values: ValuesFor<NoInfer<Values>>
  ) => Promise<Result | undefined>
  all: <Result, Values extends NamedValues>(
    statement: Statement<Result, Values>,
    ...values: ValuesFor<NoInfer<Values>>
  ) => Promise<Result[]>
}

/** Reads and writes inside one open transaction. */
export type Transaction = Reader & {
  /** Gives the number of rows changed. */
  run: <Values extends NamedValues>(
    statement: Statement<never, Values>,
    ...values: ValuesFor<NoInfer<Values>>
  ) => Promise<number>
}

/** A reader that sees one moment of the store for as long as it is used, row by row. */
export type Snapshot = Reader & {
  each: <Result, Values extends NamedValues>(
    statement: Statement<Result, Values>,
    ...values: ValuesFor<NoInfer<Values>>
  ) => AsyncIterable<Result>
}

export type StatementTiming = { name: string; count: number; seconds: number }

/**
 * What a transaction locks, on every node, from its first read to its commit. `none` is enough for statements
 * that are correct whatever other transactions write.
 */
export type Scope = { workspaceId: string } | 'global' | 'none'

export type Store = Reader & {
  /** Whether each statement is a round trip to a database server. */
  isRemote: boolean
  /** Runs `work`, which must not await. Cached rows that it reads are checked once instead of with each read. */
  checkOnce: (work: () => void) => void
  /**
   * Runs `work` in a transaction and answers once it is durable. A throw undoes it all. `work` may run
   * again after a failed commit, and must await nothing but the transaction: others wait behind it. It has
   * everything to itself.
   */
  transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
  /** The same, where a smaller lock is enough: writes of other workspaces run at the same time. */
  transactIn: <Result>(
    scope: Scope,
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>
  /** The same for work of many statements that may yield to the event loop: it has a commit of its own. */
  transactAlone: <Result>(
    scope: Scope,
    work: (transaction: Transaction) => Promise<Result>,
  ) => Promise<Result>
  /** Commits a transaction that is kept open for the answer of a request; to be called before slow work. */
  commitOpen?: () => Promise<void>
  snapshot: <Result>(work: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>
  /** Only where the database has what it takes. */
  vectorIndex: VectorIndex | undefined
  /** Faults of the store's own files, in words; empty when sound. */
  check: () => Promise<string[]>
  /** Throws, with what is wrong, while writes would fail. */
  requireReady: () => Promise<void>
  /** To be called after many rows came at once: lets the database plan its queries for what it holds now. */
  refreshStatistics: () => Promise<void>
  queueDepth: () => number
  timings: () => StatementTiming[]
  close: () => Promise<void>
}
