import pg from 'pg'
import { followClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { version } from '../../lib/version.ts'
import { mayCreate, noStore, type StoreAccess } from '../access.ts'
import type { Store } from '../connection.ts'
import { Timings } from '../timings.ts'
import { checkDatabase } from './check.ts'
import { type Address, clientConfig, unlimited } from './connection.ts'
import { stateOf, storeError } from './errors.ts'
import { migrate } from './migrate.ts'
import { PostgresNotifications } from './notifications.ts'
import { Readers } from './readers.ts'
import { whileAway } from './reconnect.ts'
import { readSnapshot } from './snapshot.ts'
import { Writers } from './transact.ts'
import { connectVectorIndex, prepareVectorIndex } from './vector-index.ts'

/** How long startup waits for a database that is starting too. */
const startTimeoutMs = 30_000
const waitNoticeMs = 5000

/**
 * Autovacuum analyses tables about once a minute. Until then, PostgreSQL assumes that new tables are empty and scans
 * them.
 */
const analyze = 'analyze'

export type PostgresOptions = {
  url: string
  connections: number
  /** The statement timeout for requests. */
  statementTimeoutMs?: number | undefined
  access?: StoreAccess
  onWait?: ((reason: string) => void) | undefined
}

/** Opens the store in a database and migrates it to this version. */
export async function connectPostgres({
  url,
  connections,
  statementTimeoutMs = 15_000,
  access = 'create',
  onWait,
}: PostgresOptions): Promise<Store> {
  const address = { url, applicationName: `quire ${version}`, statementTimeoutMs }
  const hasVectorIndex = await prepare(address, access, onWait)
  const timings = new Timings()
  const maxClients = Math.max(1, Math.floor(connections / 2))
  const readers = new Readers(address, timings, maxClients)
  const writers = new Writers(address, timings, maxClients)
  const vectors = hasVectorIndex ? connectVectorIndex(address) : undefined
  const notifications = new PostgresNotifications(address)
  await followClock(readers.now)
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    await writers.close()
    await notifications.close()
    await readers.close()
    await vectors?.close()
  }
  return {
    isRemote: true,
    cacheKey: {},
    checkOnce: (work) => work(),
    get: readers.get,
    all: readers.all,
    now: readers.now,
    transact: (work) => writers.transact('global', work),
    transactIn: (scope, work) => writers.transact(scope, work),
    transactAlone: (scope, work) => writers.transact(scope, work),
    snapshot: (work) => readSnapshot(address, timings, work),
    notifications,
    vectorIndex: vectors?.index,
    check: () => readSnapshot(address, timings, checkDatabase),
    // The preceding read shows whether the database is reachable.
    requireReady: async () => undefined,
    refreshStatistics: async () => {
      await withClient(address, (client) => client.query(analyze))
    },
    queueDepth: () => writers.depth,
    timings: () => timings.list(),
    close: () => (closing ??= closeAll()),
  }
}

/** Whether the database supports a vector index. */
async function prepare(
  address: Address,
  access: StoreAccess,
  onWait?: (reason: string) => void,
): Promise<boolean> {
  const report = sometimes(onWait)
  try {
    const prepareOnce = async (client: pg.Client) => {
      await requireUsable(client)
      if (!mayCreate(access)) await requireStore(client, address)
      await migrate(client, { onWait: report })
      return prepareVectorIndex(client)
    }
    return await whileAway(
      () => withClient(address, prepareOnce),
      performance.now() + startTimeoutMs,
      (error) => report(`${nameOf(address)} cannot be reached yet: ${messageOf(error)}`),
    )
  } catch (error) {
    throw unusable(storeError(error), address)
  }
}

/** Reports why the start is delayed: at once, and then every few seconds. */
function sometimes(onWait: ((reason: string) => void) | undefined): (reason: string) => void {
  let saidAt: number | undefined
  return (reason) => {
    const now = performance.now()
    if (saidAt !== undefined && now - saidAt < waitNoticeMs) return
    saidAt = now
    onWait?.(reason)
  }
}

async function requireStore(client: pg.Client, address: Address): Promise<void> {
  const { rows } = await client.query(
    `select 1 from information_schema.tables where table_schema = current_schema()
     and table_name = 'migrations'`,
  )
  if (rows.length === 0) throw noStore(nameOf(address).replace(/^The/, 'the'))
}

/** A separate connection for long work. */
async function withClient<Result>(
  address: Address,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...clientConfig(address), ...unlimited, pipeline: false })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
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

function unusable(error: unknown, address: Address): unknown {
  const isClear = error instanceof AppError && /^STORE_(?:NEWER|NOT_FOUND)$/.test(error.code)
  if (isClear) return error
  if (error instanceof Error && stateOf(error) === undefined && !(error instanceof AppError)) {
    return error
  }
  // Errors of migrations are sentences that say what to do.
  if (error instanceof AppError && error.code === 'STORE_UNUSABLE' && error.message.endsWith('.')) {
    const message = `${nameOf(address)} cannot be used. ${error.message}`
    return new AppError('STORE_UNUSABLE', message, { cause: error })
  }
  const reason = error instanceof AppError ? reasonOf(error) : messageOf(error)
  return new AppError(
    'STORE_UNUSABLE',
    `${nameOf(address)} cannot be used: ${reason}. Look at DATABASE_URL and at the database server.`,
    { cause: error },
  )
}

/** Without the password. */
function nameOf({ url }: Address): string {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} on ${host}`
}

/** The reason why a database is unreachable. */
function reasonOf({ message, cause }: AppError): string {
  return cause === undefined ? message : messageOf(cause)
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
