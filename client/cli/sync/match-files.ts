import { posix } from 'node:path'
import { groupBy } from './group-by.ts'
import { adjacentFolder, folderOf, indexRank, isBelow, isFolderNote } from './paths.ts'
import type { LocalFiles, PageRecord, RemotePage } from './records.ts'
import { hashOf } from './text-hash.ts'

/** Where the pages of the last common state are in the folder now. */
export type Matched = {
  /** The path of the file of each page, by its ID. */
  at: Map<string, string>
  /** The folders of pages without a file. */
  folders: Map<string, string>
  /** Pages whose file or folder is gone. */
  missing: PageRecord[]
  /** Files that belong to no page. */
  extra: string[]
}

/** Finds the file of each page: at its path, else where its page is on the server, else by its text, else by its name. */
export function matchFiles(
  records: readonly PageRecord[],
  remote: ReadonlyMap<string, RemotePage>,
  local: LocalFiles,
): Matched {
  const at = new Map<string, string>()
  const free = new Set(local.keys())
  const take = ({ pageId }: PageRecord, path: string | undefined): boolean => {
    if (path === undefined || !free.delete(path)) return false
    at.set(pageId, path)
    return true
  }
  const withFile = records.filter(({ text }) => text !== null)
  const away = withFile.filter((record) => !take(record, record.path))
  const lost = away.filter((record) => !take(record, remote.get(record.pageId)?.path))
  const byText = pairUnique(lost, free, {
    ofRecord: ({ text }) => (text === '' ? undefined : hashOf(text ?? '')),
    ofPath: (path) => local.get(path),
  })
  for (const [record, path] of byText) take(record, path)
  const unfound = lost.filter(({ pageId }) => !at.has(pageId))
  const byName = pairUnique(unfound, free, {
    ofRecord: ({ path }) => nameKey(path),
    ofPath: nameKey,
  })
  for (const [record, path] of byName) take(record, path)
  for (const record of unfound) {
    if (!at.has(record.pageId) && record.folder !== null)
      take(record, ownFiles(free).get(record.folder))
  }
  const folders = findFolders(records, at, local)
  for (const record of records) {
    const folder = record.text === null ? folders.get(record.pageId) : undefined
    if (folder !== undefined) take(record, ownFiles(free).get(folder))
  }
  const missing = records.filter(({ pageId, text }) => !(text === null ? folders : at).has(pageId))
  return { at, folders, missing, extra: [...free] }
}

/**
 * The files that are the page of a folder, by the folder: an index in it, otherwise the file of its name beside it,
 * otherwise the one in it.
 */
export function ownFiles(paths: Iterable<string>): Map<string, string> {
  const own = new Map<string, string>()
  const notes: string[] = []
  const folders = new Set<string>()
  for (const path of paths) {
    const isIndex = indexRank(path) < Infinity
    folders.add(folderOf(path))
    const folder = isIndex ? folderOf(path) : adjacentFolder(path)
    const other = own.get(folder)
    if (other === undefined || indexRank(path) < indexRank(other)) own.set(folder, path)
    if (!isIndex && isFolderNote(path)) notes.push(path)
  }
  for (const path of notes) {
    // It can be the page of a folder beside it.
    const isFree = !folders.has(adjacentFolder(path))
    if (isFree && !own.has(folderOf(path))) own.set(folderOf(path), path)
  }
  return own
}

/** An index file says nothing about its page. */
function nameKey(path: string): string | undefined {
  return indexRank(path) < Infinity ? undefined : posix.basename(path)
}

type Keys = {
  ofRecord: (record: PageRecord) => string | undefined
  ofPath: (path: string) => string | undefined
}

/** Pairs with a key that is unique on both sides, or unique together with the name. */
function pairUnique(
  records: readonly PageRecord[],
  paths: ReadonlySet<string>,
  { ofRecord, ofPath }: Keys,
): [PageRecord, string][] {
  const byKey = groupBy(records, (record) => ofRecord(record) ?? '')
  const pathsByKey = groupBy(paths, (path) => ofPath(path) ?? '')
  return [...byKey].flatMap(([key, some]): [PageRecord, string][] => {
    const candidates = key === '' ? [] : (pathsByKey.get(key) ?? [])
    const [record, path] = [some[0], candidates[0]]
    if (record === undefined || path === undefined) return []
    if (some.length === 1 && candidates.length === 1) return [[record, path]]
    return some.flatMap((one): [PageRecord, string][] => {
      const isSameName = (other: string) => posix.basename(other) === posix.basename(one.path)
      const named = candidates.filter(isSameName)
      const rivals = some.filter(({ path: other }) => isSameName(other))
      const [only] = named
      return only !== undefined && named.length === 1 && rivals.length === 1 ? [[one, only]] : []
    })
  })
}

/** A folder without a file of its own is where its pages are. */
function findFolders(
  records: readonly PageRecord[],
  at: ReadonlyMap<string, string>,
  local: LocalFiles,
): Map<string, string> {
  const folders = new Map<string, string>()
  const paths = [...local.keys()]
  const exists = (folder: string) => paths.some((path) => isBelow(path, folder))
  const taken = new Set<string>()
  for (const { pageId, text, folder } of records) {
    if (text !== null || folder === null || !exists(folder)) continue
    folders.set(pageId, folder)
    taken.add(folder)
  }
  const claimed = new Set(
    records.flatMap(({ pageId, folder, path: known }) => {
      const path = at.get(pageId)
      if (folder === null || path === undefined) return []
      if (path === known) return [folder]
      return [indexRank(path) < Infinity ? folderOf(path) : adjacentFolder(path)]
    }),
  )
  // The deepest first: a folder is found by the folders in it.
  const lost = records
    .filter(({ pageId, text, folder }) => text === null && folder !== null && !folders.has(pageId))
    .toSorted((a, b) => (b.folder ?? '').length - (a.folder ?? '').length)
  for (const { pageId } of lost) {
    const locations = new Set(
      records
        .filter(({ parentId }) => parentId === pageId)
        .flatMap((child) => locationOf(child, at, folders)),
    )
    const [location] = locations
    if (location === undefined || locations.size > 1 || location === '') continue
    if (taken.has(location) || claimed.has(location)) continue
    folders.set(pageId, location)
    taken.add(location)
  }
  return folders
}

/** The folder that contains a page now. */
function locationOf(
  { pageId, folder, path: known }: PageRecord,
  at: ReadonlyMap<string, string>,
  folders: ReadonlyMap<string, string>,
): string[] {
  const path = at.get(pageId)
  const own = folders.get(pageId)
  if (own !== undefined) return [folderOf(own)]
  if (path === undefined) return []
  if (folder !== null && path === known) return [folderOf(folder)]
  return [
    folder === null || indexRank(path) === Infinity ? folderOf(path) : folderOf(folderOf(path)),
  ]
}
