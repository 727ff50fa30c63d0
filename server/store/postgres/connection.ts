import pg from 'pg'
import type { Transaction } from '../connection.ts'
import { type NamedValues, type Statement, statement, valuesOf } from '../statement.ts'
import type { Timings } from '../timings.ts'
import { isAftermath } from './errors.ts'

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_type.dat */
const numberTypes = new Set([20, 21, 23, 26, 700, 701, 1700])

/** Counts, timestamps and sizes are far below 2^53, so 64-bit integers are parsed as numbers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    numberTypes.has(id) && format !== 'binary' ? Number : pg.types.getTypeParser(id, format),
}

export type Address = {
  url: string
  applicationName: string
  /** The statement timeout for requests. */
  statementTimeoutMs: number
}

const connectTimeoutMs = 5000
const lockTimeoutMs = 10_000
/** A node that hangs in a transaction must not block the others with its locks. */
const idleTimeoutMs = 60_000
/** PostgreSQL cancels slow statements by itself. One that still runs after this time hangs. */
const answerMarginMs = 2000

/** Backups, checks and index builds run without a statement timeout. */
export const unlimited = {
  statement_timeout: 0,
  query_timeout: 0,
  idle_in_transaction_session_timeout: 0,
} as const satisfies pg.ClientConfig

/** A connection for requests. Every statement on it has a timeout, even if PostgreSQL hangs. */
export function clientConfig({
  url,
  applicationName,
  statementTimeoutMs,
}: Address): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    types,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    lock_timeout: Math.min(lockTimeoutMs, statementTimeoutMs),
    statement_timeout: statementTimeoutMs,
    // Closes the connection and rejects everything that waits for it.
    query_timeout: statementTimeoutMs + answerMarginMs,
    idle_in_transaction_session_timeout: idleTimeoutMs,
  }
}

/** `now()` would be the start of the transaction. */
const nowStatement = statement<{ now: number }>(
  'store.now',
  'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"',
)

const names = new Map<string, string>()
const taken = new Set<string>()

/** The name of a prepared statement belongs to one text; two texts may share the name of a statement. */
function nameOf({ name, sql }: Statement<unknown, unknown>): string {
  let unique = names.get(sql)
  if (unique === undefined) {
    unique = taken.has(name) ? `${name}#${names.size}` : name
    names.set(sql, unique)
    taken.add(unique)
  }
  return unique
}

/** One connection with its prepared statements. Concurrent statements are sent together. */
export class PgConnection implements Transaction {
  readonly client: pg.ClientBase
  readonly #timings: Timings
  #waiting = 0
  #fault: unknown

  constructor(client: pg.ClientBase, timings: Timings) {
    this.client = client
    this.#timings = timings
  }

  /** Statements that were sent and not answered yet. */
  get waiting(): number {
    return this.#waiting
  }

  async get<Result>(
    statement: Statement<Result, unknown>,
    values?: NamedValues,
  ): Promise<Result | undefined> {
    const { rows } = await this.#query(statement, values)
    // SAFETY: a statement carries the type of its rows; the contract tests run every one of them.
    return rows[0] as Result | undefined
  }

  async all<Result>(
    statement: Statement<Result, unknown>,
    values?: NamedValues,
  ): Promise<Result[]> {
    const { rows } = await this.#query(statement, values)
    // SAFETY: as in get.
    return rows as Result[]
  }

  async now(): Promise<number> {
    return (await this.get(nowStatement))?.now ?? 0
  }

  async run(statement: Statement<never, unknown>, values?: NamedValues): Promise<number> {
    const { rowCount } = await this.#query(statement, values)
    return rowCount ?? 0
  }

  async #query(
    statement: Statement<unknown, unknown>,
    given: NamedValues | undefined,
  ): Promise<pg.QueryResult<pg.QueryResultRow>> {
    const values = valuesOf(statement, given)
    const start = performance.now()
    this.#waiting += 1
    try {
      const query = { text: statement.sql, values }
      const named = statement.isOneOff ? query : { ...query, name: nameOf(statement) }
      return await this.client.query(named)
    } catch (error) {
      // Errors of statements after a failed one contain no further information.
      if (!isAftermath(error)) this.#fault = error
      throw this.#fault ?? error
    } finally {
      this.#waiting -= 1
      this.#timings.record(statement.name, performance.now() - start)
    }
  }
}
