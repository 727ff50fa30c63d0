import { dirname } from 'node:path'
import { DatabaseSync, type StatementResultingChanges, type StatementSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { clock } from '../../lib/clock.ts'
import { failedDisk } from '../../lib/disk.ts'
import { DiskFaults } from '../../lib/failures/disk-faults.ts'
import type { Snapshot, StatementTiming, Transaction } from '../connection.ts'
import { type NamedValues, type Statement, type Value, valuesOf } from '../statement.ts'
import { isDamage, storeError } from './errors.ts'

const pragmas = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma temp_store = memory;
  pragma cache_size = -16384;
  pragma journal_size_limit = 67108864;
`

type ConnectionOptions = {
  access?: 'read' | 'write'
  /** Notes errors of the disk. */
  faults?: DiskFaults | undefined
}

/** One SQLite connection with its prepared statements and their timings. */
export class Connection implements Transaction, Snapshot {
  readonly database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  readonly #folder: string
  readonly #faults: DiskFaults
  #totalChanges: StatementSync | undefined
  readonly #timings = new Map<string, StatementTiming>()

  /** `busyTimeout` in milliseconds blocks the process while another one writes: 0 for the writer. */
  constructor(
    file: string | URL,
    busyTimeout: number,
    { access = 'write', faults = new DiskFaults() }: ConnectionOptions = {},
  ) {
    const readOnly = access === 'read'
    this.#faults = faults
    this.#folder = dirname(typeof file === 'string' ? file : fileURLToPath(file))
    this.database = new DatabaseSync(file, { timeout: 5000, readOnly })
    try {
      this.database.exec(`${readOnly ? '' : pragmas} pragma busy_timeout = ${busyTimeout};`)
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  async get<Result>(
    statement: Statement<Result, unknown>,
    values?: NamedValues,
  ): Promise<Result | undefined> {
    // SAFETY: a statement carries the type of its rows; the contract tests run every one of them.
    return this.#timed(statement, values, getRow) as Result | undefined
  }

  async all<Result>(
    statement: Statement<Result, unknown>,
    values?: NamedValues,
  ): Promise<Result[]> {
    return this.allNow(statement, values)
  }

  /** The same without a promise, for reads of one moment. */
  allNow<Result>(statement: Statement<Result, unknown>, values?: NamedValues): Result[] {
    // SAFETY: as in get.
    return this.#timed(statement, values, getRows) as Result[]
  }

  /** SQLite has no clock of its own. */
  async now(): Promise<number> {
    return clock.now()
  }

  async run(statement: Statement<never, unknown>, values?: NamedValues): Promise<number> {
    const { changes } = this.#timed(statement, values, runOnce)
    return Number(changes)
  }

  async *each<Result>(
    statement: Statement<Result, unknown>,
    values?: NamedValues,
  ): AsyncIterable<Result> {
    // A separate statement, because the iterator must survive other uses of the same SQL.
    const prepared = this.database.prepare(numbered(statement.sql))
    // SAFETY: as in get.
    for (const row of prepared.iterate(...valuesOf(statement, values))) yield row as Result
  }

  /** The number of rows that this connection has changed since it was opened. */
  totalChanges(): unknown {
    this.#totalChanges ??= this.database.prepare('select total_changes() as n')
    return this.#totalChanges.get()?.['n']
  }

  /** Converts an error of SQLite to the error for callers. */
  fault(error: unknown): unknown {
    const known = this.#faults.note(storeError(error, this.#folder))
    if (isDamage(error)) this.#faults.note(failedDisk(error))
    return known
  }

  timings(): StatementTiming[] {
    return [...this.#timings.values()]
  }

  close(): void {
    this.database.close()
  }

  #timed<Answer>(
    statement: Statement<unknown, unknown>,
    values: NamedValues | undefined,
    use: (prepared: StatementSync, values: readonly Value[]) => Answer,
  ): Answer {
    const start = performance.now()
    try {
      return use(this.#prepare(statement), valuesOf(statement, values))
    } catch (error) {
      throw this.fault(error)
    } finally {
      this.#record(statement.name, performance.now() - start)
    }
  }

  #prepare(statement: Statement<unknown, unknown>): StatementSync {
    if (statement.isOneOff) return this.database.prepare(numbered(statement.sql))
    let prepared = this.#prepared.get(statement.sql)
    if (prepared === undefined) {
      prepared = this.database.prepare(numbered(statement.sql))
      this.#prepared.set(statement.sql, prepared)
    }
    return prepared
  }

  #record(name: string, milliseconds: number): void {
    const timing = this.#timings.get(name)
    if (timing === undefined) {
      this.#timings.set(name, { name, count: 1, seconds: milliseconds / 1000 })
      return
    }
    timing.count += 1
    timing.seconds += milliseconds / 1000
  }
}

function getRow(prepared: StatementSync, values: readonly Value[]): unknown {
  return prepared.get(...values)
}

function getRows(prepared: StatementSync, values: readonly Value[]): unknown[] {
  return prepared.all(...values)
}

function runOnce(prepared: StatementSync, values: readonly Value[]): StatementResultingChanges {
  // FTS5 writes rows of its own with ids beyond 2^53, and each result includes the last of them.
  prepared.setReadBigInts(true)
  return prepared.run(...values)
}

/** SQLite binds `?1` by position but `$1` only by name. */
function numbered(sql: string): string {
  return sql.replaceAll(/\$(\d+)/g, '?$1')
}
