import type pg from 'pg'
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

/** If several nodes start at once, one migrates and the others wait. */
const migrationLock = 7_853_914_202

export function listMigrations(): Migration[] {
  return readMigrations(folder)
}

/** Migrates the database to this version in one transaction. */
export async function migrate(client: pg.Client, migrations = listMigrations()): Promise<void> {
  const newest = migrations.at(-1)?.number ?? 0
  await client.query('begin')
  try {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    const version = await currentVersion(client)
    refuseNewer(version, newest)
    refuseForeign(await applied(client), migrations)
    if (version === 0) await client.query(migrationsTable)
    for (const migration of migrations.filter((each) => each.number > version)) {
      await apply(client, migration)
    }
    await noteChecksums(client, migrations)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    // An unreachable or full database is not damaged.
    throw storeError(error) === error ? migrationFailed(migration, error) : error
  }
  const row = [migration.number, migration.name, clock.now()]
  await client.query('insert into migrations (number, name, applied_at) values ($1, $2, $3)', row)
}

/** Stores of earlier versions have no checksums: they get those of the present migrations. */
async function noteChecksums(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  if (!(await hasChecksums(client))) return
  for (const migration of migrations) {
    const sql = 'update migrations set checksum = $1 where number = $2 and checksum is null'
    await client.query(sql, [checksumOf(migration), migration.number])
  }
}

async function applied(client: pg.Client): Promise<AppliedMigration[]> {
  if (!(await hasChecksums(client))) return []
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from migrations order by number',
  )
  return rows
}

async function hasChecksums(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from information_schema.columns where table_schema = current_schema()
     and table_name = 'migrations' and column_name = 'checksum'`,
  )
  return rows.length > 0
}

const migrationsTable = `create table migrations (
  number bigint primary key, name text collate "C" not null, applied_at bigint not null
)`

async function currentVersion(client: pg.Client): Promise<number> {
  const { rows: tables } = await client.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  )
  if (tables.length === 0) return 0
  const { rows: columns } = await client.query(
    `select 1 from information_schema.columns where table_schema = current_schema()
     and table_name = 'migrations' and column_name = 'applied_at'`,
  )
  if (columns.length === 0) {
    throw new AppError('STORE_UNUSABLE', 'it holds tables that were not made by Quire')
  }
  const { rows } = await client.query<{ number: number }>(
    'select coalesce(max(number), 0) as number from migrations',
  )
  return rows[0]?.number ?? 0
}
