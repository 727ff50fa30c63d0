import { afterEachFile } from '../../runner/after-file.ts'
import { createDatabase, createMigratedDatabase, type TestDatabase } from './postgres.ts'
import { copyMigratedSqlite } from './sqlite.ts'

/** The same tests run on both stores: `test/nodes/postgres/` sets this before it loads them. */
const isOnPostgres = process.env['QUIRE_TEST_STORE'] === 'postgres'

const databases = new Map<string, Promise<TestDatabase>>()

/** The database that stands for the store of a data folder; undefined where that is SQLite in the folder. */
export function databaseOf(dataFolder: string): Promise<string | undefined> {
  return openDatabaseOf(dataFolder, createDatabase)
}

/** The same for a test that does not look at the migrations: the store is migrated, in the folder or in the database. */
export async function migratedStoreOf(dataFolder: string): Promise<string | undefined> {
  if (!isOnPostgres) await copyMigratedSqlite(dataFolder)
  return openDatabaseOf(dataFolder, createMigratedDatabase)
}

async function openDatabaseOf(
  dataFolder: string,
  create: () => Promise<TestDatabase>,
): Promise<string | undefined> {
  if (!isOnPostgres) return undefined
  const known = databases.get(dataFolder) ?? create()
  databases.set(dataFolder, known)
  return (await known).url
}

/** Together with the folder. */
export async function dropDatabaseOf(dataFolder: string): Promise<void> {
  const known = databases.get(dataFolder)
  databases.delete(dataFolder)
  await (await known)?.drop()
}

afterEachFile(async () => {
  for (const dataFolder of databases.keys()) await dropDatabaseOf(dataFolder)
})
