import { lstat, mkdir, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { flushNames } from '../durable.ts'
import { CommandError } from '../exit-codes.ts'
import { joinNames } from '../join-names.ts'
import { digestOf } from './lock-file.ts'
import { requireSafeName } from './names.ts'

/** A folder whose own path may contain links. Below it, nothing is read or written through one. */
export async function openFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true })
  return realpath(path)
}

/** Like `openFolder`, without creating it. */
export async function findFolder(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}

/** Undefined where there is no file. Throws LINK_REFUSED for a link and for what is no file. */
export async function readPlain(
  folder: string,
  path: readonly string[],
): Promise<Uint8Array | undefined> {
  const file = await resolvePlain(folder, path)
  return file === undefined ? undefined : readFile(file)
}

/** Like `readPlain`. */
export async function readDigest(
  folder: string,
  path: readonly string[],
): Promise<string | undefined> {
  const bytes = await readPlain(folder, path)
  return bytes === undefined ? undefined : digestOf(bytes)
}

/** The path of a file, if each folder on the way is a folder and no link. */
async function resolvePlain(folder: string, path: readonly string[]): Promise<string | undefined> {
  let current = folder
  for (const [index, name] of path.entries()) {
    current = joinNames(current, requireSafeName(name))
    const found = await lstat(current).catch(() => undefined)
    if (found === undefined) return undefined
    const isLast = index === path.length - 1
    if (isLast ? !found.isFile() : !found.isDirectory())
      throw new CommandError(
        `${current} is a link or no ${isLast ? 'file' : 'folder'}. Move it away: skills are never written through links.`,
        'LINK_REFUSED',
      )
  }
  return current
}

/** Whether a file can be run, where systems know such a permission. */
export async function isRunnable(folder: string, path: readonly string[]): Promise<boolean> {
  const file = await resolvePlain(folder, path)
  if (file === undefined) return false
  return process.platform === 'win32' || ((await lstat(file)).mode & 0o111) !== 0
}

/** Writes a file whole or not at all. Throws LINK_REFUSED. */
export async function writePlain(
  folder: string,
  path: readonly string[],
  { bytes, isExecutable }: { bytes: Uint8Array; isExecutable: boolean },
): Promise<void> {
  const file = joinNames(folder, ...path.map(requireSafeName))
  // Before a folder is created on the way, and once it is there.
  await resolvePlain(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await resolvePlain(folder, path)
  const partial = `${file}.${crypto.randomUUID()}.part`
  const handle = await open(partial, 'wx', isExecutable ? 0o755 : 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    await handle.close()
    await rename(partial, file)
    await flushNames(file, folder)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(partial, { force: true })
    throw error
  }
}

/** Like `writePlain`. */
export function writeText(folder: string, path: readonly string[], text: string): Promise<void> {
  return writePlain(folder, path, { bytes: new TextEncoder().encode(text), isExecutable: false })
}

/** Names in the folder that are one with this name where case does not count, and another where it does. */
export async function findCaseClash(folder: string, name: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  return names.find((one) => one !== name && one.toLowerCase() === name.toLowerCase())
}
