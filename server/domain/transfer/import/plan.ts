import { posix } from 'node:path'
import { LRUCache } from 'lru-cache'
import { newId } from '../../../lib/ids.ts'
import { sortInSlices } from '../../../lib/lists/sort-in-slices.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { createLinkIndex, type LinkIndex } from '../links/link-index.ts'
import type { Converter } from '../sources/pages/converter.ts'
import { readNames, readOrder, readSource } from './read-source.ts'
import type { ImportRoot } from './root.ts'
import { compareNames, type Entry, type Scan } from './scan.ts'
import type { Source } from './source.ts'

/** A page to import. Its id is assigned in advance, so that links can point to it. */
export type PlannedPage = { id: string; parentId: string | null; entry: Entry }

export type Plan = {
  /** The page below which all pages go; null for the top level. */
  targetId: string | null
  /** Parents come before their children, siblings in their order. */
  pages: PlannedPage[]
  byPath: Map<string, PlannedPage>
  /** Reads a page, or returns why it cannot be imported. */
  read: (page: PlannedPage) => Promise<Source | string>
  /** Whether a page will be imported: links ask before its turn. */
  isTaken: (page: PlannedPage) => Promise<boolean>
  /** What reads and prepares the pages. */
  converter: PageConverter
  /** The pages and files that links can name. */
  index: LinkIndex
  /** Adds titles and aliases to the index: most sources do not need them, and each page is read for it. */
  addNames: () => Promise<void>
}

type PageConverter = Pick<Converter, 'readFile' | 'readNames' | 'readOrder' | 'prepareFile'>

/** Bytes of Markdown; as a document it takes about twenty times as much memory. */
const cachedBytes = 4 * 1024 * 1024

/** Plans the page tree below `parentId`. `idOf` gives the page of a path its ID. */
export async function planPages(
  { root, tree, others }: Scan,
  parentId: string | null,
  { converter, idOf = newId }: { converter: PageConverter; idOf?: (path: string) => string },
): Promise<Plan> {
  const pages: PlannedPage[] = []
  const byPath = new Map<string, PlannedPage>()
  const planEntry = async (entry: Entry, parentId: string | null): Promise<void> => {
    const isPage = entry.path !== '' || entry.source !== undefined
    const page = { id: idOf(entry.path), parentId, entry }
    if (isPage) {
      pages.push(page)
      byPath.set(entry.path, page)
      if (entry.source !== undefined) byPath.set(entry.source, page)
    }
    for (const child of await inOrder(root, entry.children, converter)) {
      await planEntry(child, isPage ? page.id : parentId)
    }
  }
  await planEntry(tree, parentId)
  const index = createLinkIndex([], root.files.folder)
  const timeSlice = startTimeSlice()
  for (const path of [...byPath.keys(), ...others]) {
    index.add(path)
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const reader = createReader(root, converter)
  const addNames = once(() => addNamesOf(root, pages, { index, converter }))
  return { targetId: parentId, pages, byPath, converter, index, addNames, ...reader }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= run())
}

async function addNamesOf(
  root: ImportRoot,
  pages: readonly PlannedPage[],
  { index, converter }: { index: LinkIndex; converter: PageConverter },
): Promise<void> {
  const timeSlice = startTimeSlice()
  for (const { entry } of pages) {
    if (timeSlice.isOver()) await timeSlice.pause()
    for (const name of await readNames(root, entry, converter)) {
      index.addName(name, entry.source ?? entry.path)
    }
  }
}

async function inOrder(
  root: ImportRoot,
  entries: readonly Entry[],
  converter: PageConverter,
): Promise<Entry[]> {
  const timeSlice = startTimeSlice()
  const ordered: { entry: Entry; order: number }[] = []
  for (const entry of entries) {
    ordered.push({ entry, order: await readOrder(root, entry, converter) })
    if (timeSlice.isOver()) await timeSlice.pause()
  }
  const sorted = await sortInSlices(ordered, (a, b) => compareEntries(sortedBy(a), sortedBy(b)))
  return sorted.map(({ entry }) => entry)
}

function sortedBy({ entry, order }: { entry: Entry; order: number }): SortedEntry {
  return { order, name: entry.name, fileName: posix.basename(entry.path) }
}

type SortedEntry = { order: number; name: string; fileName: string }

/** The order of the pages of a folder: by their stated position, then by name. */
export function compareEntries(a: SortedEntry, b: SortedEntry): number {
  if (a.order !== b.order) return a.order - b.order
  return compareNames(a.name, b.name) || compareNames(a.fileName, b.fileName)
}

function createReader(root: ImportRoot, converter: PageConverter): Pick<Plan, 'read' | 'isTaken'> {
  const cache = new LRUCache<string, { source: Source | string }>({
    maxSize: cachedBytes,
    maxEntrySize: cachedBytes,
  })
  const taken = new Map<string, boolean>()
  const read: Plan['read'] = async ({ id, entry }) => {
    const known = cache.get(id)
    if (known !== undefined) return known.source
    const source = await readSource(root, entry, converter)
    cache.set(id, { source }, { size: entry.size + 200 })
    // A folder becomes a page even when its own file cannot be imported.
    taken.set(id, typeof source !== 'string' || entry.source !== entry.path)
    return source
  }
  const isTaken: Plan['isTaken'] = async (page) => {
    if (!taken.has(page.id)) await read(page)
    return taken.get(page.id) === true
  }
  return { read, isTaken }
}
