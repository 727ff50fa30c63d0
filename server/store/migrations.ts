import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { AppError } from '../lib/errors.ts'

export type Migration = { number: number; name: string; sql: string }

/** The migrations of a dialect, in order. */
export function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      number: Number.parseInt(name, 10),
      name: name.replace(/\.sql$/, ''),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }))
}

export function refuseNewer(version: number, newest: number): void {
  if (version <= newest) return
  throw new AppError(
    'STORE_NEWER',
    `The store is at version ${version}, this program knows up to ${newest}. Start the newer Quire that made it, or restore a backup made by this version.`,
  )
}

export type AppliedMigration = { number: number; name: string; checksum: string | null }

/** Hashes a migration regardless of its line endings. */
export function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
}

/** Throws, before any change, when the store has migrations that this version does not know or that differ. */
export function refuseForeign(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  for (const { number, name, checksum } of applied) {
    const own = migrations.find((migration) => migration.number === number)
    if (own === undefined || checksum === null || checksum === checksumOf(own)) continue
    throw new AppError(
      'STORE_UNUSABLE',
      `Migration ${name} of the store is not that of this program. The program was changed after it had made the store, or the store was made by another build. Nothing was changed. Start the Quire that made the store, or install this one anew.`,
    )
  }
}

/** The error of a failed migration, which was rolled back. Migrations before it may stay applied on PostgreSQL. */
export function migrationFailed({ name }: Migration, error: unknown): AppError {
  const reason = error instanceof Error ? error.message : String(error)
  return new AppError(
    'STORE_UNUSABLE',
    `Migration ${name} does not fit the store (${reason}). This migration changed nothing. The store was changed by hand, or made by another build: start the Quire that made it, or restore a backup.`,
    { cause: error },
  )
}
