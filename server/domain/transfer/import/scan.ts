import { extname, posix } from 'node:path'
import { storable } from '../../../lib/text.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import type { ImportRoot, Skipped } from './root.ts'

/** A planned page: a Markdown file, or a folder that contains some, with the file in or beside it for its own page. */
export type Entry = {
  /** The path from the root of the import, with slashes; '' for the root. */
  path: string
  name: string
  source: string | undefined
  size: number
  children: Entry[]
}

export type Scan = {
  root: ImportRoot
  tree: Entry
  /** Files other than Markdown, by path. */
  others: Set<string>
  hidden: number
  skipped: Skipped[]
}

const markdown = new Set(['.md', '.markdown'])
const ownNames = ['index.md', 'index.markdown', 'readme.md', 'readme.markdown']
const byName = new Intl.Collator('en', { numeric: true })

/** Finds the pages among the files of an import. */
export async function scanSource(root: ImportRoot): Promise<Scan> {
  const timeSlice = startTimeSlice()
  const tree = folderEntry('', root.name)
  const others = new Set<string>()
  const hidden = new Set<string>()
  const folders = new Map([['', tree]])
  for (const path of root.files.paths()) {
    const hiddenAt = hiddenPart(path)
    if (hiddenAt !== undefined) hidden.add(hiddenAt)
    else if (isMarkdown(path)) addPage(folders, path, root.files.size(path))
    else others.add(path)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  for (const join of [joinFiles, joinNote]) {
    for (const folder of folders.values()) {
      join(folder)
      if (timeSlice.isOver()) await timeSlice.pause()
    }
  }
  return { root, tree, others, hidden: root.hidden + hidden.size, skipped: [...root.skipped] }
}

export function isMarkdown(name: string): boolean {
  return markdown.has(extname(name).toLowerCase())
}

/** How early a file is taken as the page of its folder; Infinity for other files. */
export function indexRank(name: string): number {
  const rank = ownNames.indexOf(name.toLowerCase())
  return rank < 0 ? Infinity : rank
}

/** The ending of the file of a folder that lies beside it, such as `../Name.md`; undefined for other files. */
export function adjacentEnding(index: string | undefined): string | undefined {
  return /^\.\.\/[^/]+(\.(?:md|markdown))$/i.exec(index ?? '')?.[1]
}

/** The ending of the file in a folder that has its name, such as `Name/Name.md`; undefined for other files. */
export function noteEnding(folder: string, file: string): string | undefined {
  const ending = extname(file)
  return isMarkdown(file) && file === folder + ending ? ending : undefined
}

/** The path up to its first name that starts with a dot. */
function hiddenPart(path: string): string | undefined {
  if (!path.startsWith('.') && !path.includes('/.')) return undefined
  const names = path.split('/')
  const at = names.findIndex((name) => name.startsWith('.'))
  return names.slice(0, at + 1).join('/')
}

function folderEntry(path: string, name: string): Entry {
  return { path, name, source: undefined, size: 0, children: [] }
}

function addPage(folders: Map<string, Entry>, path: string, size: number): void {
  const folder = folderOf(folders, posix.dirname(path) === '.' ? '' : posix.dirname(path))
  const base = posix.basename(path)
  const name = storable(base.slice(0, -extname(base).length))
  const rank = indexRank(base)
  const earlier = folder.source === undefined ? Infinity : indexRank(posix.basename(folder.source))
  if (rank === Infinity || rank >= earlier) {
    folder.children.push({ path, name, source: path, size, children: [] })
    return
  }
  // A README gives way to an index, and becomes a page below it.
  if (folder.source !== undefined) {
    const former = posix.basename(folder.source)
    folder.children.push({
      path: folder.source,
      name: storable(former.slice(0, -extname(former).length)),
      source: folder.source,
      size: folder.size,
      children: [],
    })
  }
  folder.source = path
  folder.size = size
}

/** `Name.md` is the page of the folder `Name` beside it, if no file in the folder is. */
function joinFiles(parent: Entry): void {
  const isFile = ({ path, source }: Entry) =>
    source === path && indexRank(posix.basename(path)) === Infinity
  const files = new Map<string, Entry>()
  for (const file of parent.children.filter(isFile)) {
    const stem = file.path.slice(0, -extname(file.path).length)
    if (!files.has(stem)) files.set(stem, file)
  }
  const joined = new Set<Entry>()
  for (const folder of parent.children) {
    const file = files.get(folder.path)
    if (file === undefined || folder.source !== undefined) continue
    folder.source = file.path
    folder.size = file.size
    joined.add(file)
  }
  parent.children = parent.children.filter((child) => !joined.has(child))
}

/** `Name/Name.md` is the page of its folder, if no index in the folder and no file beside it is. */
function joinNote(folder: Entry): void {
  if (folder.source !== undefined || folder.path === '') return
  const name = posix.basename(folder.path)
  const note = folder.children.find(
    ({ path, source }) => source === path && noteEnding(name, posix.basename(path)) !== undefined,
  )
  if (note === undefined) return
  folder.source = note.path
  folder.size = note.size
  folder.children = folder.children.filter((child) => child !== note)
}

function folderOf(folders: Map<string, Entry>, path: string): Entry {
  const known = folders.get(path)
  if (known !== undefined) return known
  const entry = folderEntry(path, storable(posix.basename(path)))
  folders.set(path, entry)
  const parent = posix.dirname(path)
  folderOf(folders, parent === '.' ? '' : parent).children.push(entry)
  return entry
}

/** Compares numbers in names by value, and ignores case. */
export function compareNames(a: string, b: string): number {
  const order = byName.compare(a, b)
  if (order !== 0) return order
  return a < b ? -1 : Number(a > b)
}
