import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { storable } from '../../../lib/text.ts'

/** A page to be: a Markdown file, or a folder that holds some, with the file that is its own page. */
export type Entry = {
  /** From the root of the import, with slashes; '' is the root itself. */
  path: string
  name: string
  source: string | undefined
  size: number
  children: Entry[]
}

export type Skipped = { path: string; reason: string }

export type Scan = {
  /** With every link in it resolved. */
  root: string
  tree: Entry
  /** Files that are no Markdown, by path. */
  others: Set<string>
  hidden: number
  skipped: Skipped[]
}

const markdown = new Set(['.md', '.markdown'])
const ownNames = ['index.md', 'index.markdown', 'readme.md', 'readme.markdown']
const byName = new Intl.Collator('en', { numeric: true })

/** Finds what a folder has to offer. Nothing outside of it is ever looked at. */
export async function scanFolder(folder: string): Promise<Scan> {
  const root = await rootOf(folder)
  const scan: Scan = {
    root,
    tree: {
      path: '',
      name: root.split(sep).at(-1) ?? '',
      source: undefined,
      size: 0,
      children: [],
    },
    others: new Set(),
    hidden: 0,
    skipped: [],
  }
  await scanInto(scan, scan.tree)
  return scan
}

/** Whether a path with its links resolved lies in the root, itself resolved. */
function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function isMarkdown(name: string): boolean {
  return markdown.has(extname(name).toLowerCase())
}

/** Why the file system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'ENOENT') return 'does not exist'
  return `cannot be read (${code})`
}

async function rootOf(folder: string): Promise<string> {
  const root = await realpath(folder).catch(() => undefined)
  if (root !== undefined && (await stat(root)).isDirectory()) return root
  throw new AppError('VALIDATION_FAILED', `${folder} is not a folder. Choose an existing folder.`)
}

async function scanInto(scan: Scan, folder: Entry): Promise<void> {
  const listed = await readdir(join(scan.root, folder.path), { withFileTypes: true }).catch(
    (error: unknown) => {
      scan.skipped.push({ path: `${folder.path}/`, reason: reasonOf(error) })
      return []
    },
  )
  const own = ownPage(listed)
  for (const entry of listed.toSorted((a, b) => compareNames(a.name, b.name))) {
    if (entry.name.startsWith('.')) scan.hidden += 1
    else await take(scan, folder, entry, entry === own)
  }
}

/** The file that is the page of its folder: an index before a README. */
function ownPage(listed: readonly Dirent[]): Dirent | undefined {
  const files = listed.filter((entry) => !entry.isDirectory())
  for (const name of ownNames) {
    const found = files.find((entry) => entry.name.toLowerCase() === name)
    if (found !== undefined) return found
  }
  return undefined
}

async function take(scan: Scan, folder: Entry, entry: Dirent, isOwn: boolean): Promise<void> {
  const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
  if (entry.isDirectory()) {
    const child = { path, name: storable(entry.name), source: undefined, size: 0, children: [] }
    await scanInto(scan, child)
    if (isPage(child)) folder.children.push(child)
    return
  }
  const found = await findRegularFile(scan.root, path)
  if ('target' in found) {
    const isLink = entry.isSymbolicLink()
    const reason = isLink && found.target === 'is a folder' ? 'is a link to a folder' : found.target
    if (isLink || isMarkdown(entry.name)) scan.skipped.push({ path, reason })
    return
  }
  if (!isMarkdown(entry.name)) {
    scan.others.add(path)
  } else if (isOwn) {
    folder.source = path
    folder.size = found.size
  } else {
    const name = storable(entry.name.slice(0, -extname(entry.name).length))
    folder.children.push({ path, name, source: path, size: found.size, children: [] })
  }
}

type Found = { size: number } | { target: string }

/** The size of a file in the root, or what else is found there, in words. */
export async function findRegularFile(root: string, path: string): Promise<Found> {
  try {
    const target = await realpath(join(root, path))
    if (!isInside(root, target)) return { target: 'is a link to outside the folder' }
    const found = await stat(target)
    if (found.isFile()) return { size: found.size }
    // Followed, a link to a folder above itself would never end.
    return { target: found.isDirectory() ? 'is a folder' : 'is not a regular file' }
  } catch (error) {
    return { target: reasonOf(error) }
  }
}

/** Folders without any Markdown below them are no pages. */
function isPage({ source, children }: Entry): boolean {
  return source !== undefined || children.length > 0
}

/** Numbers in names by their value, capital letters beside small ones. */
export function compareNames(a: string, b: string): number {
  const order = byName.compare(a, b)
  if (order !== 0) return order
  return a < b ? -1 : Number(a > b)
}
