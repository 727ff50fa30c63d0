import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../../../lib/errors.ts'
import { openArchive } from '../archive/open-archive.ts'
import { openTar } from '../archive/open-tar.ts'
import type { SourceFiles } from '../source-files.ts'

/** A folder of the vault of Obsidian, which says what the vault is. */
const settings = '.obsidian'

/** The files of a folder, a zip archive, or one file. Throws VALIDATION_FAILED. */
export async function openFiles(path: string): Promise<SourceFiles & { isFolder: boolean }> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return { ...(await openFolder(path)), isFolder: true }
  if (found?.isFile() !== true) {
    const message = `${path} is not a folder or a file. Choose an existing folder, zip archive or document.`
    throw new AppError('VALIDATION_FAILED', message)
  }
  return { ...(await openFile(path, { name: basename(path), size: found.size })), isFolder: false }
}

/** The files of a zip or Joplin archive, or one file; its name says which. Throws VALIDATION_FAILED. */
export async function openFile(
  path: string,
  { name, size }: { name: string; size: number },
): Promise<SourceFiles> {
  if (/\.zip$/i.test(name)) return openArchive(path)
  if (/\.jex$/i.test(name)) return openTar(path)
  const own = name.replaceAll(/[/\\]/g, '-')
  return { paths: () => [own], size: () => size, read: () => readFile(path) }
}

/** Symbolic links and hidden folders are left out: the import skips them too. */
async function openFolder(root: string): Promise<SourceFiles> {
  const sizes = new Map<string, number>()
  const addFolder = async (folder: string): Promise<void> => {
    const listed = await readdir(join(root, folder), { withFileTypes: true }).catch(
      (): Dirent[] => [],
    )
    for (const entry of listed) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const isHidden = entry.name.startsWith('.') && path !== settings
      if (isHidden) continue
      if (entry.isDirectory()) await addFolder(path)
      else if (entry.isFile()) sizes.set(path, (await stat(join(root, path))).size)
    }
  }
  await addFolder('')
  return {
    paths: () => [...sizes.keys()],
    size: (path) => sizes.get(path) ?? 0,
    read: (path) => readFile(join(root, path)),
  }
}
