import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type ZippedFile, zipFiles } from '../../zip.ts'
import type { Terminal } from '../command.ts'
import { unreadable } from '../exit-codes.ts'
import { joinPath } from '../join-names.ts'
import { printable } from '../text.ts'

export type ImportSource = { name: string; contents: Blob }

/** A file, or a folder as an archive. Links in the folder are not followed. Throws FILE_UNREADABLE. */
export async function openSource(terminal: Terminal, path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => undefined)
  const name = basename(resolve(path))
  if (found?.isFile() === true) return { name, contents: await openAsBlob(path) }
  if (found?.isDirectory() !== true) {
    throw unreadable(`${path} cannot be read. Name a folder or a file.`)
  }
  const files: ZippedFile[] = []
  const left: string[] = []
  await collect(path, '', files, left)
  for (const one of left) {
    terminal.warn(`quire: ${printable(one)} is a link or not a regular file, and is left out.\n`)
  }
  return { name: `${name}.zip`, contents: await zipFiles(files) }
}

async function collect(
  root: string,
  folder: string,
  files: ZippedFile[],
  left: string[],
): Promise<void> {
  const listed = await readdir(joinPath(root, folder), { withFileTypes: true })
  for (const entry of listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    // An import leaves hidden files out, but pages can show one of a hidden folder.
    if (entry.name === '.git') continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) await collect(root, path, files, left)
    else if (entry.isFile()) files.push({ path, contents: await openAsBlob(joinPath(root, path)) })
    else left.push(path)
  }
}
