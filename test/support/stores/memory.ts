import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const memory = '/dev/shm'
/** A run of all tests needs a fraction of it. */
const minFreeBytes = 6e9
const prefix = 'quire-tests-'
/** Where a run leaves the temporary folder of the system for the files it starts. */
const inherited = 'QUIRE_TEST_TMPDIR'

/**
 * Gives the tests of a run a temporary folder in memory, where there is enough of it and TMPDIR names no other: on a
 * disk, a store waits for each of its transactions. Returns what deletes the folder.
 */
export async function useMemory(): Promise<() => Promise<void>> {
  if (process.env['TMPDIR'] !== undefined || !(await hasSpace())) return async () => undefined
  await removeLeftovers()
  const folder = join(memory, `${prefix}${process.pid}`)
  await mkdir(folder)
  // PostgreSQL may run as another user, who has to get through to its own folder.
  await chmod(folder, 0o755)
  process.env[inherited] = tmpdir()
  process.env['TMPDIR'] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Calls a function that stores for later runs what it puts into the temporary folder. */
export async function inSystemFolder<Result>(run: () => Promise<Result>): Promise<Result> {
  const { TMPDIR: folder } = process.env
  const system = process.env[inherited]
  if (folder === undefined || system === undefined) return run()
  process.env['TMPDIR'] = system
  try {
    return await run()
  } finally {
    process.env['TMPDIR'] = folder
  }
}

async function hasSpace(): Promise<boolean> {
  const { bavail = 0, bsize = 0 } = (await statfs(memory).catch(() => undefined)) ?? {}
  return Math.min(bavail * bsize, freemem()) >= minFreeBytes
}

/** The folders of runs that were killed. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(memory)).filter((name) => name.startsWith(prefix))
  for (const name of names.filter((one) => hasEnded(Number(one.slice(prefix.length))))) {
    await rm(join(memory, name), { recursive: true, force: true })
  }
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
