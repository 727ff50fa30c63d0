import { sharePostgres } from './postgres.ts'

let stop: () => Promise<void> = async () => undefined

/** Run once by the test runner, before the files and after them. */
export async function globalSetup(): Promise<void> {
  stop = await sharePostgres()
}

export async function globalTeardown(): Promise<void> {
  await stop()
}
