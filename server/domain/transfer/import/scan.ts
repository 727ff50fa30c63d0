import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { storable } from '../../../lib/text.ts'

/** A planned page: a Markdown file, or a folder that contains some, with the file for its own page. */
export type Entry = {
  /** The path from the root of the import, with slashes; '' for the root. */
  path: string
  name: string
  source: string | undefined
  size: number
  children: Entry[]
}

export type Skipped = { path: string; reason: string }

export type Scan = {
  /** With symbolic links resolved. */
  root: string
  tree: Entry
  /** Files other than Markdown, by path. */
  others: Set<string>
  hidden: number
  skipped: Skipped[]
}

const markdown = new Set(['.md', '.markdown'])
const ownNames = ['index.md', 'index.markdown', 'readme.md', 'readme.markdown']
const byName = new Intl.Collator('en', { numeric: true })

/** Scans a folder. Never leaves it, not even through symbolic links. */
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

/** Whether a resolved path lies inside the resolved root. */
function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

export function isMarkdown(name: string): boolean {
  return markdown.has(extname(name).toLowerCase())
}

/** How early a file is taken as the page of its folder; Infinity for other files. */
export function indexRank(name: string): number {
  const rank = ownNames.indexOf(name.toLowerCase())
  return rank < 0 ? Infinity : rank
}

/** The message for an error of the file system. */
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

/** The file for the page of its folder: an index before a README. */
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

/** The size of a regular file in the root, or else what was found there. */
export async function findRegularFile(root: string, path: string): Promise<Found> {
  try {
    const target = await realpath(join(root, path))
    if (!isInside(root, target)) return { target: 'is a link to outside the folder' }
    const found = await stat(target)
    if (found.isFile()) return { size: found.size }
    // Following a link to a parent folder would never end.
    return { target: found.isDirectory() ? 'is a folder' : 'is not a regular file' }
  } catch (error) {
    return { target: reasonOf(error) }
  }
}

/** Folders without Markdown below them do not become pages. */
function isPage({ source, children }: Entry): boolean {
  return source !== undefined || children.length > 0
}

/** Compares numbers in names by value, and ignores case. */
export function compareNames(a: string, b: string): number {
  const order = byName.compare(a, b)
  if (order !== 0) return order
  return a < b ? -1 : Number(a > b)
}
