import type { DatabaseSync } from 'node:sqlite'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { type Migration, readMigrations, refuseNewer } from '../migrations.ts'

const folder = new URL('./migrations/', import.meta.url)

export function listMigrations(): Migration[] {
  return readMigrations(folder)
}

/**
 * Brings the store to this program's version. The write lock is taken before the version is read, so of
 * two processes that start at once one migrates and the other finds it done.
 */
export function migrate(database: DatabaseSync, migrations = listMigrations()): void {
  const newest = migrations.at(-1)?.number ?? 0
  if (currentVersion(database) === newest) return
  database.exec('begin immediate')
  try {
    database.exec(
      'create table if not exists migrations (number integer primary key, name text not null, applied_at integer not null) strict',
    )
    const version = currentVersion(database)
    refuseNewer(version, newest)
    const record = database.prepare('insert into migrations values (?, ?, ?)')
    for (const migration of migrations.filter(({ number }) => number > version)) {
      database.exec(migration.sql)
      record.run(migration.number, migration.name, clock.now())
    }
    database.exec('commit')
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
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
