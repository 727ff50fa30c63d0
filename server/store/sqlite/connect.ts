import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { flushSync, isNoEntry, probe, removeProbes } from '../../lib/disk.ts'
import { AppError } from '../../lib/errors.ts'
import type { DiskFaults } from '../../lib/failures/disk-faults.ts'
import { mayCreate, noStore, type StoreAccess } from '../access.ts'
import { voidLeases } from '../background/void-leases.ts'
import type { Snapshot, Store } from '../connection.ts'
import type { NamedValues } from '../statement.ts'
import { checkDatabase } from './check.ts'
import {
  acceptLoss,
  CommitMark,
  markPath,
  missingCommits,
  readMark,
  refuseBehind,
} from './commit-mark.ts'
import { Connection } from './connection.ts'
import { isBusy, storeError } from './errors.ts'
import { dropUnneededIndexes } from './indexes.ts'
import { isMissing, rejectLeftovers } from './lost-store.ts'
import { migrate } from './migrate.ts'
import { connectReadOnly, isWritable } from './read-only.ts'
import { RowCache } from './row-cache.ts'
import { setStatistics } from './statistics.ts'
import { StoreFiles } from './store-files.ts'
import { Writer } from './transact.ts'
import { ViewerSections } from './viewer-sections.ts'

/** Up to this size, the complete file is checked at start (about 0.1 s). `quire check` checks larger ones. */
const checkedAtStart = 32 * 1024 * 1024
const readBusyTimeout = 5000
/** Writes touch few pages twice: more memory holds those of updates long past. */
const writeCacheKiB = 4096
/** Milliseconds to wait at start for another process that locks the store. */
const startTimeoutMs = 10_000

export type SqliteOptions = {
  onLost?: ((reason: unknown) => void) | undefined
  mayVoidLeases?: boolean | undefined
  /** Notes errors of the disk. */
  faults?: DiskFaults | undefined
}

/** Opens the store in a data folder and migrates it to this version; creates both if requested. */
export function connectSqlite(
  dataFolder: string,
  access: StoreAccess = 'create',
  { onLost = () => undefined, mayVoidLeases, faults }: SqliteOptions = {},
): Store {
  const file = join(dataFolder, 'quire.db')
  const isNew = isMissing(file)
  if (isNew) requireCreation(dataFolder, file, access)
  if (access === 'read' && !isWritable(file)) return openToRead(file)
  requireWritable(dataFolder, file)
  if (isNew && isMissing(file)) rmSync(markPath(file), { force: true })
  const writing = openWriting(file, access, { mayVoidLeases, faults })
  const reading = open(file, readBusyTimeout, faults)
  const cache = new RowCache(reading)
  const sections = new ViewerSections(reading)
  const files = new StoreFiles(file)
  const mark = new CommitMark(file, writing.database)
  const writer = new Writer(writing, { files, mark, cache })
  const watch = watchStoreFiles(files, onLost)
  let closing: Promise<void> | undefined
  const closeAll = async (): Promise<void> => {
    clearInterval(watch)
    await writer.idle()
    mark.close()
    reading.close()
    writing.close()
  }
  return {
    isRemote: false,
    cacheKey: {},
    get: (statement, values?: NamedValues) => {
      if (files.lost !== undefined) return Promise.reject(files.lost)
      return statement.cached === undefined
        ? reading.get(statement, values)
        : cache.get(statement, values)
    },
    all: (statement, values?: NamedValues) =>
      files.lost === undefined ? sections.all(statement, values) : Promise.reject(files.lost),
    now: () => writing.now(),
    checkOnce: (work) => cache.checkOnce(work),
    transact: (work) => writer.transact(work),
    // There is only one writer, so each scope is exclusive.
    transactIn: (_scope, work) => writer.transact(work),
    transactAlone: (_scope, work) => writer.transactAlone(work),
    snapshot: (work) => readSnapshot(file, work, faults),
    notifications: undefined,
    vectorIndex: undefined,
    check: async () => checkDatabase(reading, missingCommits(reading.database, readMark(file))),
    requireReady: async () => {
      files.requireSame()
      await probe(dataFolder)
    },
    // Set when the database was opened, and constant: see statistics.ts.
    refreshStatistics: async () => undefined,
    queueDepth: () => writer.depth,
    timings: () => [...reading.timings(), ...writing.timings()],
    close: () => (closing ??= closeAll()),
  }
}

/** Throws if the folder has no store and none may be created there. */
function requireCreation(dataFolder: string, file: string, access: StoreAccess): void {
  if (!mayCreate(access)) throw noStore(dataFolder)
  if (access === 'create') rejectLeftovers(dataFolder, file)
}

/** Another process may be creating or migrating the same store. This one waits until that is done. */
function openWriting(
  file: string,
  access: StoreAccess,
  { mayVoidLeases = false, faults }: Pick<SqliteOptions, 'mayVoidLeases' | 'faults'>,
): Connection {
  removeProbes(dirname(file))
  const deadline = performance.now() + startTimeoutMs
  const hasAbandonedLeases = mayVoidLeases && !isMissing(file) && isUnused(file)
  for (;;) {
    let connection: Connection | undefined
    try {
      connection = new Connection(file, startTimeoutMs, { faults })
      if (statSync(file).size <= checkedAtStart) requireSound(connection)
      if (access === 'accept-loss') acceptLoss(file, connection.database)
      if (access !== 'read') refuseBehind(file, missingCommits(connection.database, readMark(file)))
      migrate(connection.database)
      dropUnneededIndexes(connection.database)
      setStatistics(connection.database)
      if (hasAbandonedLeases) connection.database.exec(voidLeases)
      connection.database.exec(`pragma busy_timeout = 0; pragma cache_size = -${writeCacheKiB}`)
      return connection
    } catch (error) {
      connection?.close()
      if (!isBusy(error) || performance.now() > deadline) throw unusable(error, file)
      // SQLite fails at once, whatever its timeout, while another process switches to WAL.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Whether no other process has the store open: SQLite removes the log with the last connection. */
function isUnused(file: string): boolean {
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('select count(*) from sqlite_schema')
    } finally {
      database.close()
    }
    return isMissing(`${file}-wal`)
  } catch {
    // The next connection reports the fault.
    return false
  }
}

function open(file: string, busyTimeout: number, faults?: DiskFaults): Connection {
  try {
    return new Connection(file, busyTimeout, { faults })
  } catch (error) {
    throw unusable(error, file)
  }
}

function openToRead(file: string): Store {
  try {
    return connectReadOnly(file)
  } catch (error) {
    throw unusable(error, file)
  }
}

/** Checks every second, so that a server without writes notices it too. */
function watchStoreFiles(files: StoreFiles, onLost: (reason: unknown) => void): NodeJS.Timeout {
  const watch = setInterval(() => {
    try {
      files.requireSame()
    } catch (error) {
      clearInterval(watch)
      onLost(error)
    }
  }, 1000)
  return watch.unref()
}

async function readSnapshot<Result>(
  file: string,
  work: (snapshot: Snapshot) => Promise<Result>,
  faults?: DiskFaults,
): Promise<Result> {
  const connection = open(file, readBusyTimeout, faults)
  try {
    // SQLite takes the snapshot at the first read, not at `begin`.
    connection.database.exec('begin; select 1 from migrations limit 1')
    return await work(connection)
  } catch (error) {
    throw connection.fault(error)
  } finally {
    connection.close()
  }
}

/** Node's own recursive mkdir never returns where the system answers "no such file", as under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  // SQLite makes its files durable, but not the directory entry of their folder.
  flushSync(parent)
}

function requireWritable(dataFolder: string, file: string): void {
  try {
    makeFolder(dataFolder)
    // The dot rejects a file in place of the folder.
    accessSync(`${dataFolder}/.`, constants.W_OK)
  } catch (error) {
    throw new AppError(
      'STORE_UNUSABLE',
      `The data folder ${dataFolder} cannot be written. Make it writable, or name another one with QUIRE_DATA.`,
      { cause: error },
    )
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      // Other processes create these files when they open the store, and remove the journal when they close it.
      if (isNoEntry(error)) continue
      const owner = statSync(path, { throwIfNoEntry: false })?.uid
      if (owner === undefined) continue
      throw new AppError(
        'STORE_UNUSABLE',
        `${path} cannot be read and written by this user (${process.getuid?.()}): it belongs to user ${owner}. Give it to the user whom Quire runs as, with chown, and run commands as that user.`,
        { cause: error },
      )
    }
  }
}

function requireSound(connection: Connection): void {
  const faults = checkDatabase(connection)
  if (faults.length > 0) throw new AppError('STORE_UNUSABLE', faults.join('; '))
}

function unusable(error: unknown, file: string): unknown {
  const known = storeError(error, dirname(file))
  if (!(known instanceof AppError) || known.code !== 'STORE_UNUSABLE') return known
  return new AppError(
    'STORE_UNUSABLE',
    `The store file ${file} is damaged or cannot be used (${error instanceof Error ? error.message : 'unknown fault'}). Keep a copy of it, then restore a backup with \`quire restore\`.`,
    { cause: error },
  )
}
