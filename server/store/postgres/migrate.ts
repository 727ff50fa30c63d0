import { setTimeout as sleep } from 'node:timers/promises'
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
import { isLockConflict, storeError } from './errors.ts'
import { everythingLock } from './group.ts'

const folder = new URL('./migrations/', import.meta.url)

/** If several nodes start at once, one migrates and the others wait. */
const migrationLock = 7_853_914_202

export function listMigrations(): Migration[] {
  return readMigrations(folder)
}

/**
 * Shorter than `deadlock_timeout` of PostgreSQL (1 s), so that a migration yields to the requests it would deadlock
 * with. Requests that queue behind its locks wait no longer than this.
 */
const lockTimeoutMs = 500
/** Requests continue between two attempts. */
const firstPauseMs = 50
const maxPauseMs = 1000
const waitTimeoutMs = 120_000

export type MigrateOptions = {
  migrations?: readonly Migration[]
  /** How long to repeat a migration that gets no locks. */
  timeoutMs?: number
  onWait?: ((reason: string) => void) | undefined
}

/**
 * Migrates the database to this version while nodes of earlier versions use it: each migration in a transaction of its
 * own, repeated until it gets its locks. Throws STORE_NEWER or STORE_UNUSABLE.
 */
export async function migrate(
  client: pg.Client,
  { migrations = listMigrations(), timeoutMs = waitTimeoutMs, onWait }: MigrateOptions = {},
): Promise<void> {
  let deadline = performance.now() + timeoutMs
  let pause = firstPauseMs
  for (;;) {
    const step = await migrateOnce(client, migrations)
    if (step.state === 'finished') return
    if (step.state === 'applied') {
      deadline = performance.now() + timeoutMs
      pause = firstPauseMs
      continue
    }
    if (performance.now() > deadline) throw lockedOut(step.migration, timeoutMs, step.error)
    onWait?.(`Migration ${step.migration.name} waits for a lock of another connection`)
    await sleep(pause)
    pause = Math.min(pause * 2, maxPauseMs)
  }
}

type Step =
  | { state: 'finished' }
  | { state: 'applied' }
  | { state: 'locked out'; migration: Migration; error: unknown }

/** Applies the next migration; on an empty database, which no one else uses, all of them. */
async function migrateOnce(client: pg.Client, migrations: readonly Migration[]): Promise<Step> {
  let next: Migration | undefined
  await client.query('begin')
  try {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`)
    const version = await currentVersion(client)
    refuseNewer(version, migrations.at(-1)?.number ?? 0)
    refuseForeign(await applied(client), migrations)
    const pending = migrations.filter(({ number }) => number > version)
    next = pending[0]
    if (version === 0) {
      await client.query(migrationsTable)
      for (const migration of pending) await apply(client, migration)
    } else if (next !== undefined) {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      // Running writes end first, and later ones wait: they take locks in other orders than migrations.
      await client.query(`select pg_advisory_xact_lock(${everythingLock})`)
      await apply(client, next)
    }
    await noteChecksums(client, migrations)
    await client.query('commit')
    return { state: next === undefined ? 'finished' : 'applied' }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (next === undefined || !isLockConflict(error)) throw error
    return { state: 'locked out', migration: next, error }
  }
}

function lockedOut({ name }: Migration, timeoutMs: number, cause: unknown): AppError {
  return new AppError(
    'STORE_UNUSABLE',
    `Migration ${name} got no lock on its tables for ${timeoutMs / 1000} s and changed nothing. End long transactions on the database, such as a backup or an export, and start again.`,
    { cause },
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
  } catch (error) {
    // An unreachable, busy or full database is not damaged.
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
