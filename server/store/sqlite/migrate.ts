import type { DatabaseSync } from 'node:sqlite'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import {
  type AppliedMigration,
  checksumOf,
  type Migration,
  migrationFailed,
  readMigrations,
  refuseForeign,
  refuseNewer,
} from '../migrations.ts'
import { storeError } from './errors.ts'

const folder = new URL('./migrations/', import.meta.url)

export function listMigrations(): Migration[] {
  return readMigrations(folder)
}

/**
 * Migrates the store to this version. It acquires the write lock before it reads the version: if two processes start
 * at once, one migrates and the other finds it done.
 */
export function migrate(database: DatabaseSync, migrations = listMigrations()): void {
  const newest = migrations.at(-1)?.number ?? 0
  if (currentVersion(database) === newest) {
    refuseForeign(applied(database), migrations)
    return
  }
  database.exec('begin immediate')
  try {
    database.exec(
      'create table if not exists migrations (number integer primary key, name text not null, applied_at integer not null) strict',
    )
    const version = currentVersion(database)
    refuseNewer(version, newest)
    refuseForeign(applied(database), migrations)
    for (const migration of migrations.filter(({ number }) => number > version)) {
      apply(database, migration)
    }
    noteChecksums(database, migrations)
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}

function apply(database: DatabaseSync, migration: Migration): void {
  try {
    database.exec(migration.sql)
  } catch (error) {
    // A full disk or a lock does not damage the store.
    throw storeError(error) === error ? migrationFailed(migration, error) : error
  }
  database
    .prepare('insert into migrations (number, name, applied_at) values (?, ?, ?)')
    .run(migration.number, migration.name, clock.now())
}

/** Stores of earlier versions have no checksums: they get those of the present migrations. */
function noteChecksums(database: DatabaseSync, migrations: readonly Migration[]): void {
  if (!hasChecksums(database)) return
  const note = database.prepare(
    'update migrations set checksum = ? where number = ? and checksum is null',
  )
  for (const migration of migrations) note.run(checksumOf(migration), migration.number)
}

function applied(database: DatabaseSync): AppliedMigration[] {
  if (!hasChecksums(database)) return []
  const rows = database.prepare('select number, name, checksum from migrations order by number')
  return rows.all().map(({ number, name, checksum }) => ({
    number: Number(number),
    name: String(name),
    checksum: typeof checksum === 'string' ? checksum : null,
  }))
}

function hasChecksums(database: DatabaseSync): boolean {
  const columns = database.prepare("select name from pragma_table_info('migrations')").all()
  return columns.some(({ name }) => name === 'checksum')
}

export function currentVersion(database: DatabaseSync): number {
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all()
  if (tables.length === 0) return 0
  const columns = database.prepare("select name from pragma_table_info('migrations')").all()
  if (!columns.some(({ name }) => name === 'applied_at')) {
    throw new AppError('STORE_UNUSABLE', 'it holds tables that were not made by Quire')
  }
  const newest = database.prepare('select coalesce(max(number), 0) as number from migrations').get()
  return Number(newest?.['number'])
}
