import { extname, posix } from 'node:path'
import { mapInSlices } from '../../../lib/time-slices.ts'
import type { pages } from '../../../store/index.ts'
import type { SourceFile } from '../../document/page-source.ts'
import { adjacentEnding, indexRank, isMarkdown } from '../import/scan.ts'
import { comparable, createNames, isFileName } from './names.ts'

/** A page of an export. Paths are from the root. */
export type PlacedPage<Row extends pages.TreeRow = pages.PageRow> = {
  row: Row
  /** The path of its file. */
  path: string
  /** The path of its folder; undefined for a page without one. */
  folder: string | undefined
  /** Whether the folder alone gives the page, unless its file has a text. */
  isImplicit: boolean
  /** What an import takes as its name. */
  name: string
}

export type Layout<Row extends pages.TreeRow> = {
  /** Parents come before their children. */
  placed: PlacedPage<Row>[]
  /** Pages outside the page tree. */
  unreachable: Row[]
}

/** The files that pages were imported from, by the ID of the page. */
export type SourceFiles = ReadonlyMap<string, SourceFile>

/** What the layout depends on besides the pages. */
export type LayoutRules = {
  isCaseSensitive: boolean
  /** Whether an index file at the root is the page above all others; true by default. */
  hasRootPage?: boolean
}

const maxNameBytes = 120
const maxPathBytes = 900
const minNameBytes = 12
const newIndex = 'index.md'

type Folder = { parentId: string; path: string; index: string }

/**
 * Assigns each page a file: the one it was imported from, otherwise `name/index.md` if it has children and `name.md`
 * if not, named after its title. Pauses for other work.
 */
export async function layOut<Row extends pages.TreeRow>(
  workspaceId: string,
  rows: readonly Row[],
  files: SourceFiles,
  rules: LayoutRules,
): Promise<Layout<Row>> {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId)
  const placed: PlacedPage<Row>[] = []
  const root = rootOf(byParent.get(workspaceId) ?? [], files)
  const open: Folder[] = []
  const add = (page: PlacedPage<Row>) => {
    placed.push(page)
    const { folder, path, isImplicit, row } = page
    if (folder === undefined) return
    const index = isImplicit ? '' : posix.relative(folder, path)
    open.push({ parentId: row.id, path: folder === '' ? '' : `${folder}/`, index })
  }
  if (root === undefined) open.push({ parentId: workspaceId, path: '', index: '' })
  else add(root)
  if (root !== undefined) byParent.delete(workspaceId)
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children = byParent.get(next.parentId) ?? []
    byParent.delete(next.parentId)
    const shapes = await mapInSlices(children, (row) =>
      shapeOf(row, files.get(row.id), byParent.has(row.id)),
    )
    for (const page of await inFolder(next, shapes, rules)) add(page)
  }
  return { placed, unreachable: [...byParent.values()].flat() }
}

/** The page of the folder that was imported, if everything is below it. */
function rootOf<Row extends pages.TreeRow>(
  top: readonly Row[],
  files: SourceFiles,
): PlacedPage<Row> | undefined {
  const [row, ...others] = top
  const file = row && files.get(row.id)
  if (row === undefined || others.length > 0 || file?.isRoot !== true) return undefined
  if (!isIndex(file.index)) return undefined
  return { row, path: file.index, folder: '', isImplicit: false, name: file.name }
}

function isIndex(name: string | undefined): name is string {
  return name !== undefined && indexRank(name) < Infinity
}

/** What a page needs in its folder. */
type Shape<Row> = {
  row: Row
  isFolder: boolean
  /** The name that it was imported with, if it still fits. */
  stored: string | undefined
  index: string | undefined
  /** Of the file beside its folder that is the page. */
  ending: string | undefined
  /** The ending of the file in its folder that is the page, and has the name of the folder. */
  noteEnding: string | undefined
  isImplicit: boolean
  stem: string
}

function shapeOf<Row extends pages.TreeRow>(
  row: Row,
  file: SourceFile | undefined,
  hasChildren: boolean,
): Shape<Row> {
  const wasFolder = file?.index !== undefined
  const isFolder = hasChildren || wasFolder
  const fits = isFolder === wasFolder && (isFolder || isMarkdown(file?.name ?? ''))
  const isSound = file !== undefined && isFileName(file.name)
  const stored = fits && isSound ? file.name : undefined
  const stem = isSound ? (wasFolder ? file.name : stemOf(file.name)) : row.title
  return {
    row,
    isFolder,
    stored,
    index: file?.index,
    ending: adjacentEnding(file?.index),
    noteEnding: noteEndingOf(file?.index),
    isImplicit: hasChildren && file?.index === '',
    stem,
  }
}

/** The page can have another name since it was imported. */
function noteEndingOf(index = ''): string | undefined {
  const isNote = isMarkdown(index) && indexRank(index) === Infinity && !index.includes('/')
  return isNote ? extname(index) : undefined
}

async function inFolder<Row extends pages.TreeRow>(
  { path, index }: Folder,
  shapes: readonly Shape<Row>[],
  { isCaseSensitive, hasRootPage = true }: LayoutRules,
): Promise<PlacedPage<Row>[]> {
  const isRootFile = path === '' && index === '' && !hasRootPage
  const used = new Set<string>()
  const isInFolder = index !== '' && !index.includes('/')
  const keyOf = (name: string) => (isCaseSensitive ? name : comparable(name))
  if (isInFolder) used.add(keyOf(index))
  const stored = await mapInSlices(shapes, ({ stored: name, isFolder, ending }) => {
    if (name === undefined) return undefined
    const names = ending === undefined ? [name] : [name, name + ending]
    if (names.some((one) => used.has(keyOf(one)))) return undefined
    // Such a file would become the page of the folder.
    const file = names.at(-1) ?? ''
    const isOwnPage = isIndex(file) && indexRank(file) <= indexRank(index)
    const isInside = isFolder && ending === undefined
    if (isOwnPage && !isInside && !isRootFile) return undefined
    for (const one of names) used.add(keyOf(one))
    return name
  })
  const taken = shapes.flatMap(({ isFolder }, position) => {
    const name = stored[position]
    return name === undefined ? [] : [isFolder ? `${name}.md` : name]
  })
  if (isInFolder) taken.push(index)
  // Such a file would become the page of a folder without an index.
  const isNote = isInFolder && indexRank(index) === Infinity
  if (path !== '' && (index === '' || isNote)) taken.push(`${posix.basename(path)}.md`)
  const nameOf = createNames(taken)
  const maxBytes = nameLength(path)
  return mapInSlices(shapes, (shape, position) => {
    const { row, isFolder, isImplicit, stem } = shape
    const generated = () => nameOf(stem, '.md', maxBytes)
    if (!isFolder) {
      const file = stored[position] ?? generated()
      return { row, path: path + file, folder: undefined, isImplicit: false, name: stemOf(file) }
    }
    const name = stored[position] ?? generated().slice(0, -3)
    const note = shape.noteEnding === undefined ? newIndex : name + shape.noteEnding
    const own = isIndex(shape.index) ? shape.index : note
    const file = shape.ending === undefined ? `${name}/${own}` : name + shape.ending
    return { row, path: path + file, folder: path + name, isImplicit, name }
  })
}

function stemOf(file: string): string {
  return file.slice(0, file.length - extname(file).length)
}

/** Deeper folders get shorter names, because operating systems limit the length of paths. */
function nameLength(folder: string): number {
  const left = maxPathBytes - Buffer.byteLength(folder)
  return Math.max(minNameBytes, Math.min(maxNameBytes, left))
}
