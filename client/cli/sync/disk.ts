import { linkSync, rmSync } from 'node:fs'
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { flushNames } from '../durable.ts'
import { CommandError } from '../exit-codes.ts'
import { joinNames, joinPath } from '../join-names.ts'
import type { SyncContext } from './sync-context.ts'

export const stateFolder = '.quire'

/** A file of the folder, if every folder on the way is a folder and no link. Throws LINK_REFUSED, NAME_UNSAFE. */
export async function resolve(root: string, path: string): Promise<string> {
  const names = path.split('/')
  let current = root
  for (const name of names.slice(0, -1)) {
    current = joinNames(current, name)
    const found = await lstat(current).catch(() => undefined)
    if (found !== undefined && !found.isDirectory()) throw linkRefused(path)
  }
  const file = joinPath(root, path)
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
  return (await lstat(joinPath(root, path)).catch(() => undefined)) !== undefined
}

/** Undefined where there is no file, and for text that is not UTF-8. */
export async function readText(root: string, path: string): Promise<string | undefined> {
  const file = joinPath(root, path)
  try {
    const bytes = await readFile(file)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Writes a file of the state whole or not at all. */
export async function writeState(root: string, name: string, text: string): Promise<void> {
  const file = joinPath(root, `${stateFolder}/${name}`)
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

/** Renames a file to a path where there is none. False if there is one, or the file is gone. */
export async function moveFile(
  { root, step }: Pick<SyncContext, 'root' | 'step'>,
  from: string,
  to: string,
): Promise<boolean> {
  const [source, target] = [await resolve(root, from), await resolve(root, to)]
  const isOtherCase = from.toLowerCase() === to.toLowerCase()
  if ((await exists(root, to)) && !(isOtherCase && (await isSameFile(source, target)))) return false
  await mkdir(dirname(target), { recursive: true })
  step()
  if (!(await renameIfThere(source, target))) return false
  step()
  await flushNames(target, root)
  return true
}

/** False if another program has moved or deleted the file. */
export async function renameIfThere(source: string, target: string): Promise<boolean> {
  try {
    await rename(source, target)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Whether two paths lead to one file: by a link, or because they differ only for systems that distinguish case. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  // The numbers of files of some systems are too long for a number.
  const statOf = (file: string) => lstat(file, { bigint: true })
  const [a, b] = await Promise.all([statOf(one), statOf(other)]).catch(() => [])
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/** Writes a file where there is none. False if there is one. */
export async function createFile(
  context: SyncContext,
  path: string,
  content: string | Uint8Array,
): Promise<boolean> {
  // Of a name of its own: after a crash, the file itself is a link to it.
  const partial = joinNames(context.root, stateFolder, `${crypto.randomUUID()}.part`)
  await mkdir(dirname(partial), { recursive: true })
  await writeDurably(partial, content)
  return moveToFree(context, partial, path)
}

/** Moves a file of the state to a path where there is none. False if there is one; the file of the state is gone then, too. */
export async function moveToFree(
  { root, step }: SyncContext,
  waiting: string,
  path: string,
): Promise<boolean> {
  const target = await resolve(root, path)
  await mkdir(dirname(target), { recursive: true })
  step()
  try {
    // A link never replaces a file.
    linkSync(waiting, target)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || (await exists(root, path))) {
      await rm(waiting, { force: true })
      return false
    }
    await rename(waiting, target)
  }
  // Without a pause, in which a program could replace the file: both names tell that it was moved.
  rmSync(waiting, { force: true })
  step()
  await flushNames(target, root)
  return true
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
