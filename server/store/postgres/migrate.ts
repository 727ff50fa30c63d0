import type pg from 'pg'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { type Migration, readMigrations, refuseNewer } from '../migrations.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Of all that start at once one migrates, the others wait here and find it done. */
const migrationLock = 7_853_914_202

export function listMigrations(): Migration[] {
  return readMigrations(folder)
}

/** Brings the database to this program's version, all or nothing. */
export async function migrate(client: pg.Client, migrations = listMigrations()): Promise<void> {
  const newest = migrations.at(-1)?.number ?? 0
  await client.query('begin')
  try {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    const version = await currentVersion(client)
    refuseNewer(version, newest)
    if (version === 0) await client.query(migrationsTable)
    for (const { number, name, sql } of migrations.filter((each) => each.number > version)) {
      await client.query(sql)
      const row = [number, name, clock.now()]
      await client.query('insert into migrations values ($1, $2, $3)', row)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
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
