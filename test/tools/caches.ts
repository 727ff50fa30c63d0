import { lstat, mkdir, symlink } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** Kept when a checkout is deleted, and shared by all checkouts of a user. */
const shared = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'quire')

export type CacheName = 'tests' | 'types'

/** A folder of this checkout. */
export function ownCache(name: CacheName): string {
  return join(project, '.cache', name)
}

export function sharedCache(name: CacheName): string {
  return join(shared, name)
}

/**
 * Makes the code that tests compile one cache for all checkouts. Node finds it by the path of a source relative to
 * the link (`NODE_COMPILE_CACHE_PORTABLE`) and compiles again if the source differs.
 */
export async function linkTestCache(): Promise<void> {
  const own = ownCache('tests')
  if (await exists(own)) return
  await mkdir(dirname(own), { recursive: true })
  try {
    await mkdir(sharedCache('tests'), { recursive: true })
    await symlink(sharedCache('tests'), own, 'junction')
  } catch {
    // A home that cannot be written to, or another process that was first: Node makes the folder if it is missing.
  }
}

export async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}
