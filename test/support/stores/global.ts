import { useMemory } from './memory.ts'
import { sharePostgres } from './postgres.ts'
import { shareSqlite } from './sqlite.ts'

let stop: () => Promise<void> = async () => undefined

/** Run once by the test runner, before the files and after them. */
export async function globalSetup(): Promise<void> {
  const removeFolder = await useMemory()
  const removeTemplate = await shareSqlite()
  const stopPostgres = await sharePostgres()
  stop = () => stopPostgres().finally(removeTemplate).finally(removeFolder)
}

export async function globalTeardown(): Promise<void> {
  await stop()
}
