import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import type { Snapshot, Store } from '../connection.ts'
import { checkDatabase } from './check.ts'
import { Connection } from './connection.ts'
import { storeError } from './errors.ts'
import { migrate } from './migrate.ts'
import { Writer } from './transact.ts'

/** Up to this size the whole file is checked at start (about 0.1 s); larger ones by `quire check`. */
const checkedAtStart = 32 * 1024 * 1024
const readBusyTimeout = 5000

/** Opens the store in a data folder, making both when missing, and brings it to this version. */
export function connectSqlite(dataFolder: string): Store {
  const file = join(dataFolder, 'quire.db')
  requireWritable(dataFolder, file)
  const writing = open(file, 0)
  try {
    if (statSync(file).size <= checkedAtStart) requireSound(writing)
    migrate(writing.database)
  } catch (error) {
    writing.close()
    throw unusable(error, file)
  }
  const reading = open(file, readBusyTimeout)
  const writer = new Writer(writing)
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    await writer.idle()
    reading.close()
    writing.close()
  }
  return {
    get: (statement, ...values) => reading.get(statement, ...values),
    all: (statement, ...values) => reading.all(statement, ...values),
    transact: (work) => writer.transact(work),
    snapshot: (work) => readSnapshot(file, work),
    check: async () => checkDatabase(reading),
    queueDepth: () => writer.depth,
    timings: () => [...reading.timings(), ...writing.timings()],
    close: () => (closing ??= closeAll()),
  }
}

function open(file: string, busyTimeout: number): Connection {
  try {
    return new Connection(file, busyTimeout)
  } catch (error) {
    throw unusable(error, file)
  }
}

async function readSnapshot<Result>(
  file: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const connection = new Connection(file, readBusyTimeout)
  try {
    // SQLite takes the snapshot at the first read, not at the begin.
    connection.database.exec('begin; select 1 from migrations limit 1')
    return await work(connection)
  } finally {
    connection.close()
  }
}

function requireWritable(dataFolder: string, file: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true })
    accessSync(dataFolder, constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
  } catch (error) {
    throw new AppError(
      'STORE_UNUSABLE',
      `The data folder ${dataFolder} cannot be written. Make it writable, or name another one with QUIRE_DATA.`,
      { cause: error },
    )
  }
}

function requireSound(connection: Connection): void {
  const faults = checkDatabase(connection)
  if (faults.length > 0) throw new AppError('STORE_UNUSABLE', faults.join('; '))
}

function unusable(error: unknown, file: string): unknown {
  const known = storeError(error)
  if (!(known instanceof AppError) || known.code !== 'STORE_UNUSABLE') return known
  return new AppError(
    'STORE_UNUSABLE',
    `The store file ${file} is damaged or cannot be used (${error instanceof Error ? error.message : 'unknown fault'}). Keep a copy of it, then restore a backup with \`quire restore\`.`,
    { cause: error },
  )
}
