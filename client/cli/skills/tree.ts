import type { Stats } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { CommandError } from '../exit-codes.ts'
import { joinPath } from '../join-names.ts'

/** A file below a folder, by its path with `/`. */
export type TreeFile = { path: string; bytes: Uint8Array; isExecutable: boolean }

export type TreeLimits = { files: number; bytes: number }

/** What version control systems and desktops leave in folders. */
const ignored = new Set(['.git', '.DS_Store', 'Thumbs.db', 'node_modules'])

/** Which files below a folder are read, by the paths of all. */
type Choose = (paths: readonly string[]) => (path: string) => boolean

/** The files below a folder, by path. Throws LINK_REFUSED, FOLDER_TOO_LARGE. */
export async function readTree(
  folder: string,
  limits: TreeLimits,
  choose: Choose = () => () => true,
): Promise<TreeFile[]> {
  const listed = await listTree(folder)
  const isChosen = choose(listed.map(({ path }) => path))
  const found: TreeFile[] = []
  let bytes = 0
  for (const { path, stats } of listed.filter((file) => isChosen(file.path))) {
    if (!stats.isFile())
      throw new CommandError(
        `${joinPath(folder, path)} is a link or no file. Replace it by the file itself.`,
        'LINK_REFUSED',
      )
    bytes += stats.size
    if (found.length >= limits.files || bytes > limits.bytes) throw tooLarge(folder, limits)
    const isExecutable = (stats.mode & 0o111) !== 0
    found.push({ path, bytes: await readFile(joinPath(folder, path)), isExecutable })
  }
  return found
}

/** Everything but folders. No link is followed. */
async function listTree(folder: string, below = ''): Promise<{ path: string; stats: Stats }[]> {
  const listed: { path: string; stats: Stats }[] = []
  const names = (await readdir(joinPath(folder, below))).toSorted()
  for (const name of names.filter((one) => !ignored.has(one))) {
    const path = below === '' ? name : `${below}/${name}`
    const stats = await lstat(joinPath(folder, path))
    if (stats.isDirectory()) listed.push(...(await listTree(folder, path)))
    else listed.push({ path, stats })
  }
  return listed
}

function tooLarge(folder: string, { files, bytes }: TreeLimits): CommandError {
  return new CommandError(
    `${folder} has more than ${files} files or ${Math.floor(bytes / 1024 / 1024)} MiB. Name a smaller folder.`,
    'FOLDER_TOO_LARGE',
  )
}
