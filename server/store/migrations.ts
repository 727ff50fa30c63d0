import { readdirSync, readFileSync } from 'node:fs'
import { AppError } from '../lib/errors.ts'

export type Migration = { number: number; name: string; sql: string }

/** The migrations of a dialect's folder, in their order. */
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
