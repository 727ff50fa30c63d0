import pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { version } from '../../lib/version.ts'
import type { Store } from '../connection.ts'
import { statement } from '../statement.ts'
import { Timings } from '../timings.ts'
import { checkDatabase } from './check.ts'
import { claimJob } from './claim.ts'
import { stateOf, storeError } from './errors.ts'
import { migrate } from './migrate.ts'
import { whileAway } from './patience.ts'
import { Readers } from './readers.ts'
import { type Address, clientConfig } from './session.ts'
import { readSnapshot } from './snapshot.ts'
import { Writers } from './transact.ts'
import { connectVectorIndex, prepareVectorIndex } from './vector-index.ts'

/** How long a start waits for a database that is starting too. */
const startPatience = 30_000

/** PostgreSQL looks by itself about once a minute; until then it reads whole tables that it takes for empty. */
const analyzeStatement = statement('statistics.analyze', 'analyze')

export type PostgresOptions = { url: string; connections: number }

/** Opens the store in a database, bringing it to this version. */
export async function connectPostgres({ url, connections }: PostgresOptions): Promise<Store> {
  const address = { url, applicationName: `quire ${version}` }
  const hasVectorIndex = await prepare(address)
  const timings = new Timings()
  const most = Math.max(1, Math.floor(connections / 2))
  const readers = new Readers(address, timings, most)
  const writers = new Writers(address, timings, most)
  const vectors = hasVectorIndex ? connectVectorIndex(address) : undefined
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    await writers.close()
    await readers.close()
    await vectors?.close()
  }
  return {
    get: readers.get,
    all: readers.all,
    transact: (work) => writers.transact('everything', work),
    transactIn: (scope, work) => writers.transact(scope, work),
    snapshot: (work) => readSnapshot(address, timings, work),
    claimJob,
    vectorIndex: vectors?.index,
    check: () => checkDatabase(readers),
    refreshStatistics: () =>
      writers.transact('nothing', async (transaction) => {
        await transaction.run(analyzeStatement)
      }),
    queueDepth: () => writers.depth,
    timings: () => timings.list(),
    close: () => (closing ??= closeAll()),
  }
}

/** Gives whether the database can keep an index of vectors. */
async function prepare(address: Address): Promise<boolean> {
  try {
    return await whileAway(async () => {
      const client = new pg.Client({ ...clientConfig(address), pipeline: false })
      client.on('error', () => undefined)
      try {
        await client.connect()
        await requireUsable(client)
        await migrate(client)
        return await prepareVectorIndex(client)
      } finally {
        await client.end()
      }
    }, performance.now() + startPatience)
  } catch (error) {
    throw unusable(storeError(error), address)
  }
}

async function requireUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; version: number }>(
    `select current_setting('server_encoding') as encoding,
       current_setting('server_version_num')::int as version`,
  )
  const [found] = rows
  if (found?.encoding !== 'UTF8') {
    throw new AppError('STORE_UNUSABLE', `it has the encoding ${found?.encoding}, not UTF8`)
  }
  if (found.version < 150_000) {
    throw new AppError('STORE_UNUSABLE', 'it is older than PostgreSQL 15')
  }
}

function unusable(error: unknown, { url }: Address): unknown {
  if (error instanceof AppError && error.code === 'STORE_NEWER') return error
  if (error instanceof Error && stateOf(error) === undefined && !(error instanceof AppError)) {
    return error
  }
  const { host, pathname } = new URL(url)
  const reason = error instanceof AppError ? reasonOf(error) : messageOf(error)
  return new AppError(
    'STORE_UNUSABLE',
    `The database ${pathname.slice(1)} on ${host} cannot be used: ${reason}. Look at DATABASE_URL and at the database server.`,
    { cause: error },
  )
}

/** Of one that cannot be reached, why. */
function reasonOf({ message, cause }: AppError): string {
  return cause === undefined ? message : messageOf(cause)
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
