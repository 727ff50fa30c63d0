import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../lib/errors.ts'
import type { Store } from '../connection.ts'
import { checkDatabase } from './check.ts'
import { Connection } from './connection.ts'
import { currentVersion, listMigrations } from './migrate.ts'

const readBusyTimeout = 5000

/** Whether SQLite can write the file and its log. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK)
    accessSync(dirname(file), constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Opens a store that cannot be written, such as one on a read-only disk. Creates no files next to it. */
export function connectReadOnly(file: string): Store {
  const reading = openReadOnly(file)
  const refuse = async (): Promise<never> => {
    throw new AppError(
      'STORE_UNUSABLE',
      `The store ${file} can only be read. Make its folder writable first.`,
    )
  }
  return {
    isRemote: false,
    cacheKey: {},
    checkOnce: (work) => work(),
    get: (statement, ...values) => reading.get(statement, ...values),
    all: (statement, ...values) => reading.all(statement, ...values),
    now: () => reading.now(),
    transact: refuse,
    transactIn: refuse,
    transactAlone: refuse,
    snapshot: async (work) => {
      const connection = openReadOnly(file)
      try {
        connection.database.exec('begin; select 1 from migrations limit 1')
        return await work(connection)
      } finally {
        connection.close()
      }
    },
    notifications: undefined,
    vectorIndex: undefined,
    check: async () => checkDatabase(reading),
    requireReady: refuse,
    refreshStatistics: refuse,
    queueDepth: () => 0,
    timings: () => reading.timings(),
    close: async () => reading.close(),
  }
}

function openReadOnly(file: string): Connection {
  const connection = new Connection(addressOf(file), readBusyTimeout, { access: 'read' })
  const newest = listMigrations().at(-1)?.number ?? 0
  const version = currentVersion(connection.database)
  if (version === newest) return connection
  connection.close()
  throw new AppError(
    'STORE_UNUSABLE',
    `The store ${file} is at version ${version}, this program reads ${newest}, and the store cannot be written. Make its folder writable, or use the Quire that made it.`,
  )
}

/**
 * A closed store has no log, and SQLite would create one to read it. `immutable` reads without a log; it would also
 * ignore an existing one.
 */
function addressOf(file: string): URL {
  const url = pathToFileURL(file)
  const log = `${file}-wal`
  if (!existsSync(log) || statSync(log).size === 0) url.searchParams.set('immutable', '1')
  return url
}
