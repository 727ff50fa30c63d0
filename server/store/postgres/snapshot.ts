import pg from 'pg'
import type { Snapshot } from '../connection.ts'
import { type NamedValues, type Statement, valuesOf } from '../statement.ts'
import type { Timings } from '../timings.ts'
import { type Address, clientConfig, PgConnection, unlimited } from './connection.ts'
import { isGone, storeError } from './errors.ts'
import { whileAway } from './reconnect.ts'

/** Rows per fetch: a document may have some megabytes. */
const batch = 64

/** A snapshot has its own connection, for the duration of a backup. */
export async function readSnapshot<Result>(
  address: Address,
  timings: Timings,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = await whileAway(() => open(address)).catch((error: unknown) => {
    throw storeError(error)
  })
  try {
    return await work(new SnapshotSession(client, timings))
  } catch (error) {
    throw storeError(error)
  } finally {
    await client.end()
  }
}

async function open(address: Address): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(address), ...unlimited })
  // The next query reports the error.
  client.on('error', () => undefined)
  await client.connect()
  // PostgreSQL takes the snapshot at the first read, not at `begin`.
  await client.query('begin transaction isolation level repeatable read, read only; select 1')
  return client
}

class SnapshotSession extends PgConnection implements Snapshot {
  readonly #timings: Timings
  #cursors = 0

  constructor(client: pg.ClientBase, timings: Timings) {
    super(client, timings)
    this.#timings = timings
  }

  async *each<Result>(
    statement: Statement<Result, unknown>,
    values?: NamedValues,
  ): AsyncIterable<Result> {
    const cursor = `cursor_${(this.#cursors += 1)}`
    const start = performance.now()
    const declaration = `declare ${cursor} no scroll cursor for ${statement.sql}`
    await this.client.query(declaration, valuesOf(statement, values))
    this.#timings.record(statement.name, performance.now() - start)
    try {
      for (;;) {
        const { rows } = await this.client.query(`fetch ${batch} from ${cursor}`)
        // SAFETY: a statement carries the type of its rows; the contract tests run every one of them.
        for (const row of rows) yield row as Result
        if (rows.length < batch) return
      }
    } finally {
      await this.client.query(`close ${cursor}`).catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
    }
  }
}
