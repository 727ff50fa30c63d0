import type { Notifications } from './notifications.ts'
import type { VectorIndex } from './semantic/vector-index.ts'
import type { NamedValues, Statement, ValuesFor } from './statement.ts'

/** Reads committed data. */
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

type StoreClock = {
  /** Milliseconds by the clock of the store: the same for all nodes, whatever their own clocks say. */
  now: () => Promise<number>
}

/** Reads and writes in an open transaction. */
export type Transaction = Reader &
  StoreClock & {
    /** Returns the number of changed rows. */
    run: <Values extends NamedValues>(
      statement: Statement<never, Values>,
      ...values: ValuesFor<NoInfer<Values>>
    ) => Promise<number>
  }

/** Reads one snapshot of the store, row by row. */
export type Snapshot = Reader & {
  each: <Result, Values extends NamedValues>(
    statement: Statement<Result, Values>,
    ...values: ValuesFor<NoInfer<Values>>
  ) => AsyncIterable<Result>
}

export type StatementTiming = { name: string; count: number; seconds: number }

/**
 * What a transaction locks, on all nodes, from its first read to its commit. `none` suffices for statements that are
 * correct whatever other transactions write.
 */
export type Scope = { workspaceId: string } | 'global' | 'none'

export type Store = Reader &
  StoreClock & {
    /** Whether each statement is a round trip to a database server. */
    isRemote: boolean
    /** The key of what is cached of the database: stores that wrap another one have the same. */
    cacheKey: object
    /**
     * Runs `work`, which must be synchronous. Cached rows that it reads are revalidated once instead of at each read.
     */
    checkOnce: (work: () => void) => void
    /**
     * Runs `work` in a transaction with the global lock and resolves once it is durable. If `work` throws, the
     * transaction is rolled back. `work` may run again after a failed commit, and must await only the transaction,
     * because other writes wait for it.
     */
    transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>
    /** Like `transact`, with a smaller lock: writes to other workspaces run concurrently. */
    transactIn: <Result>(
      scope: Scope,
      work: (transaction: Transaction) => Promise<Result>,
    ) => Promise<Result>
    /** Like `transactIn`, for work of many statements that may yield to the event loop: it gets a commit of its own. */
    transactAlone: <Result>(
      scope: Scope,
      work: (transaction: Transaction) => Promise<Result>,
    ) => Promise<Result>
    /** Commits the transaction that is open for the response of a request. Call it before slow work. */
    commitOpen?: () => Promise<void>
    /** Waits until the transaction that it has open, if any, is committed or rolled back. */
    untilCommitted?: () => Promise<void>
    snapshot: <Result>(work: (snapshot: Snapshot) => Promise<Result>) => Promise<Result>
    /** Only if other servers can use the same database. */
    notifications: Notifications | undefined
    /** Only if the database supports it. */
    vectorIndex: VectorIndex | undefined
    /** Descriptions of damage in the files of the store; empty when intact. */
    check: () => Promise<string[]>
    /** Throws, with the reason, when writes would fail. */
    requireReady: () => Promise<void>
    /** Updates the statistics of the query planner. Call it after bulk inserts. */
    refreshStatistics: () => Promise<void>
    queueDepth: () => number
    timings: () => StatementTiming[]
    close: () => Promise<void>
  }
