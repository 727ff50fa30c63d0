import { useMemory } from './memory.ts'
import { sharePostgres } from './postgres.ts'

let stop: () => Promise<void> = async () => undefined

/** Run once by the test runner, before the files and after them. */
export async function globalSetup(): Promise<void> {
  const removeFolder = await useMemory()
  const stopPostgres = await sharePostgres()
  stop = () => stopPostgres().finally(removeFolder)
}

export async function globalTeardown(): Promise<void> {
  await stop()
}
