import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectSqlite } from '../../../server/store/sqlite/connect.ts'

/** Where the run of all tests leaves an empty store for the files it starts: a copy costs less than the migrations. */
const inheritedTemplate = 'QUIRE_TEST_SQLITE_TEMPLATE'

/** Makes the store that the files of a run copy; gives its end. */
export async function shareSqlite(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-template-'))
  await connectSqlite(folder).close()
  process.env[inheritedTemplate] = join(folder, 'quire.db')
  return () => rm(folder, { recursive: true, force: true })
}

/** Puts a migrated and empty store into a folder that exists and has none, where the run has a template of it. */
export async function copyMigratedSqlite(dataFolder: string): Promise<void> {
  const template = process.env[inheritedTemplate]
  const file = join(dataFolder, 'quire.db')
  if (template === undefined || !existsSync(dataFolder) || existsSync(file)) return
  await copyFile(template, file)
}
