import { link, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandError } from '../exit-codes.ts'
import type { SyncContext } from './sync-context.ts'

export const stateFolder = '.quire'

/** A file of the folder, if every folder on the way is a folder and no link. Throws LINK_REFUSED. */
export async function resolve(root: string, path: string): Promise<string> {
  const names = path.split('/')
  let current = root
  for (const name of names.slice(0, -1)) {
    current = join(current, name)
    const found = await lstat(current).catch(() => undefined)
    if (found !== undefined && !found.isDirectory()) throw linkRefused(path)
  }
  const file = join(root, path)
  const found = await lstat(file).catch(() => undefined)
  if (found !== undefined && !found.isFile()) throw linkRefused(path)
  return file
}

function linkRefused(path: string): CommandError {
  return new CommandError(
    `${path} is a link or a folder on the way to a file. Move it away: links are never followed.`,
    'LINK_REFUSED',
  )
}

export async function exists(root: string, path: string): Promise<boolean> {
  return (await lstat(join(root, path)).catch(() => undefined)) !== undefined
}

/** Undefined where there is no file, and for text that is not UTF-8. */
export async function readText(root: string, path: string): Promise<string | undefined> {
  try {
    const bytes = await readFile(join(root, path))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Writes a file of the state whole or not at all. */
export async function writeState(root: string, name: string, text: string): Promise<void> {
  const file = join(root, stateFolder, name)
  await mkdir(dirname(file), { recursive: true })
  const partial = `${file}.part`
  await writeDurably(partial, text)
  await rename(partial, file)
}

export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'w', 0o644)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Renames a file to a path where there is none. False if there is one. */
export async function moveFile(
  { root, step }: Pick<SyncContext, 'root' | 'step'>,
  from: string,
  to: string,
): Promise<boolean> {
  const [source, target] = [await resolve(root, from), await resolve(root, to)]
  if ((await exists(root, to)) && !(await isSameFile(source, target))) return false
  await mkdir(dirname(target), { recursive: true })
  step()
  await rename(source, target)
  step()
  return true
}

/** Whether two paths differ only for systems that distinguish case. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  if (one.toLowerCase() !== other.toLowerCase()) return false
  const [a, b] = await Promise.all([lstat(one), lstat(other)])
  return a.dev === b.dev && a.ino === b.ino
}

/** Writes a file where there is none. False if there is one. */
export async function createFile(
  { root, step }: SyncContext,
  path: string,
  content: string | Uint8Array,
): Promise<boolean> {
  const target = await resolve(root, path)
  await mkdir(dirname(target), { recursive: true })
  // Of a name of its own: after a crash, the file itself is a link to it.
  const partial = join(root, stateFolder, `${crypto.randomUUID()}.part`)
  await mkdir(dirname(partial), { recursive: true })
  await writeDurably(partial, content)
  step()
  try {
    // A link never replaces a file.
    await link(partial, target)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (await exists(root, path)) return false
    await rename(partial, target)
  }
  step()
  await rm(partial, { force: true })
  return true
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
