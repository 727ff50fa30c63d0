import { posix } from 'node:path'
import { groupBy } from './group-by.ts'
import { type Matched, matchFiles, ownFiles } from './match-files.ts'
import { ancestorsOf, adjacentFolder, folderOf, indexRank, isBelow, isFolderNote } from './paths.ts'
import {
  hasNoText,
  type LocalFiles,
  type PageRecord,
  type RemotePage,
  type SourceFile,
} from './records.ts'
import { hashOf } from './text-hash.ts'

/** A page that exists, or one that is created for a folder or file of the plan; null is the top. */
export type ParentRef = { pageId: string } | { at: string } | null

/** A new page. `path` is that of its file; undefined for a folder without one. */
export type Creation = {
  /** The folder, or the path of a file without one. */
  at: string
  parent: ParentRef
  file: SourceFile
  path: string | undefined
  folder: string | null
}

export type PushPlan = {
  matched: Matched
  creations: Creation[]
  moves: { pageId: string; parent: ParentRef }[]
  renames: { pageId: string; file: SourceFile }[]
  /** The topmost pages to move to the trash, and how many pages that are. */
  removals: string[]
  removedCount: number
  /** Pages whose own file is gone while files below it stay. */
  emptied: string[]
  saves: Save[]
}

/** A file to save. It is read again for that, and can be empty only if it was before. */
export type Save = { pageId: string; path: string; isChangedThere: boolean; isEmptied: boolean }

export type PlanInput = {
  records: readonly PageRecord[]
  remote: readonly RemotePage[]
  local: LocalFiles
  /** Pages whose file is gone or empty for so short a time that a program may be writing it. */
  unsettled?: ReadonlySet<string>
}

/** What changed in the folder since the last common state. */
export function planPush({ records, remote, local, unsettled = new Set() }: PlanInput): PushPlan {
  const byId = new Map(remote.map((page) => [page.pageId, page]))
  const matched = matchFiles(records, byId, local)
  const known = records.filter(({ pageId }) => byId.has(pageId))
  const isKnown = new Set(records.map(({ pageId }) => pageId))
  const unknown = remote.filter(({ pageId }) => !isKnown.has(pageId))
  const folders = foldersOf(known, unknown, matched)
  // Files of pages that the folder does not know yet.
  const taken = new Set(unknown.map(({ path }) => path.toLowerCase()))
  const fresh = matched.extra.filter(
    (path) => !taken.has(path.toLowerCase()) && local.get(path) !== '',
  )
  const locations = locationsOf(known, matched, { local, folders })
  const moves = planMoves(known, byId, locations, folders)
  const targets = moves.flatMap(({ parent }) =>
    parent !== null && 'at' in parent ? [parent.at] : [],
  )
  return {
    matched,
    creations: planCreations(fresh, targets, folders),
    moves,
    renames: planRenames(known, byId, locations),
    ...planRemovals({ known, remote, matched, unsettled }),
    saves: known.flatMap((record) => {
      const { pageId, text, revision, version } = record
      const path = matched.at.get(pageId)
      if (path === undefined || unsettled.has(pageId)) return []
      const hash = local.get(path)
      const there = byId.get(pageId)
      const isNew = hasNoText(record) && there?.version === version
      const isChangedThere = !isNew && there?.revision !== revision
      const isSame = hash === '' || hash === hashOf(text ?? '')
      const save = { pageId, path, isChangedThere, isEmptied: isEmptied(text ?? '', hash) }
      return isSame ? [] : [save]
    }),
  }
}

const emptyHash = hashOf('')

/** Whether a file that had a text is empty now, by its hash. */
export function isEmptied(before: string, hash: string | undefined): boolean {
  return before !== '' && hash === emptyHash
}

type Folders = Map<string, ParentRef>

/** The pages of the folders that have one. */
function foldersOf(
  known: readonly PageRecord[],
  unknown: readonly RemotePage[],
  { at, folders, extra }: Matched,
): Folders {
  const found: Folders = new Map([['', null]])
  const withFolder = known.flatMap((record) =>
    record.folder === null ? [] : [{ ...record, folder: record.folder }],
  )
  const paths = [...at.values(), ...extra]
  const existing = new Set(paths.flatMap(ancestorsOf))
  for (const { pageId, path, folder } of withFolder) {
    const now = at.get(pageId)
    const isRetained = folder === '' || now === undefined
    const own = isRetained ? undefined : path === now ? folder : folderGivenBy(now, existing)
    const location = folders.get(pageId) ?? own
    if (folder === '' || location !== undefined) found.set(location ?? '', { pageId })
  }
  for (const { pageId, text, folder } of withFolder) {
    const isEmptied = text !== null && !at.has(pageId) && !found.has(folder)
    if (isEmptied && paths.some((path) => isBelow(path, folder))) found.set(folder, { pageId })
  }
  const add = (folder: string | undefined, pageId: string) => {
    if (folder !== undefined && !found.has(folder)) found.set(folder, { pageId })
  }
  for (const { pageId, folder, path } of unknown) {
    add(folder ?? existingAdjacent(path, existing), pageId)
  }
  // A new folder beside the file of a page that had none.
  for (const { pageId, folder } of known) {
    if (folder === null) add(existingAdjacent(at.get(pageId) ?? '', existing), pageId)
  }
  return found
}

/** The folder whose page a file is: its own one for an index, otherwise the one beside it, or around it. */
function folderGivenBy(path: string, existing: ReadonlySet<string>): string | undefined {
  if (indexRank(path) === Infinity) {
    return existingAdjacent(path, existing) ?? (isFolderNote(path) ? folderOf(path) : undefined)
  }
  return folderOf(path) === '' ? undefined : folderOf(path)
}

function existingAdjacent(path: string, existing: ReadonlySet<string>): string | undefined {
  const folder = adjacentFolder(path)
  return indexRank(path) === Infinity && existing.has(folder) ? folder : undefined
}

/** New pages for files that belong to none, and for the folders on the way to them; parents first. */
function planCreations(
  fresh: readonly string[],
  targets: readonly string[],
  folders: Folders,
): Creation[] {
  const ancestors = [
    ...fresh.flatMap(ancestorsOf),
    ...targets.flatMap((at) => [at, ...ancestorsOf(at)]),
  ]
  const needed = new Set(ancestors.filter((folder) => !folders.has(folder)))
  const own = ownFiles(fresh)
  const isOwn = new Set<string>()
  const creations = [...needed].map((folder): Creation => {
    const path = own.get(folder)
    if (path !== undefined) isOwn.add(path)
    const index = path === undefined ? '' : posix.relative(folder, path)
    const file = { name: posix.basename(folder), index }
    return { at: folder, parent: refOf(folderOf(folder), folders), file, path, folder }
  })
  for (const path of fresh) {
    if (isOwn.has(path)) continue
    const parent = refOf(folderOf(path), folders)
    creations.push({ at: path, parent, file: { name: posix.basename(path) }, path, folder: null })
  }
  return creations.toSorted((a, b) => depthOf(a.at) - depthOf(b.at) || (a.at < b.at ? -1 : 1))
}

function refOf(folder: string, folders: Folders): ParentRef {
  return folders.has(folder) ? (folders.get(folder) ?? null) : { at: folder }
}

function depthOf(path: string): number {
  return path.split('/').length
}

/** Where a page is in the folder: in which folder, and under which name. */
type Location = { parent: string; file: SourceFile }

function locationsOf(
  known: readonly PageRecord[],
  { at, folders }: Matched,
  now: { local: LocalFiles; folders: Folders },
): Map<string, { before: Location; after: Location }> {
  const locations = new Map<string, { before: Location; after: Location }>()
  for (const { pageId, path, folder, text } of known) {
    const before = locationOf(path, folder, text === null)
    const file = at.get(pageId)
    const implicit = folders.get(pageId)
    if (implicit !== undefined) {
      const after = locationOf(file ?? '', implicit, file === undefined)
      locations.set(pageId, { before, after })
    } else if (file !== undefined) {
      const isUnmoved = file === path && (folder !== null || indexRank(path) < Infinity)
      const own = isUnmoved ? folder : folderOfFile(pageId, file, now)
      locations.set(pageId, { before, after: locationOf(file, own, false) })
    }
  }
  return locations
}

function folderOfFile(
  pageId: string,
  path: string,
  { local, folders }: { local: LocalFiles; folders: Folders },
): string | null {
  const isIndex = indexRank(path) < Infinity
  if (isIndex) return isFirst(path, local) && folderOf(path) !== '' ? folderOf(path) : null
  const adjacent = folders.get(adjacentFolder(path))
  const isOwn = (folder: typeof adjacent) =>
    folder != null && 'pageId' in folder && folder.pageId === pageId
  if (isOwn(adjacent)) return adjacentFolder(path)
  return isFolderNote(path) && isOwn(folders.get(folderOf(path))) ? folderOf(path) : null
}

function isFirst(path: string, local: LocalFiles): boolean {
  const folder = folderOf(path)
  return ![...local.keys()].some(
    (other) => folderOf(other) === folder && indexRank(other) < indexRank(path),
  )
}

function locationOf(path: string, folder: string | null, isImplicit: boolean): Location {
  if (folder === null || folder === '') {
    return { parent: folderOf(path), file: { name: posix.basename(path) } }
  }
  const index = isImplicit ? '' : posix.relative(folder, path)
  return { parent: folderOf(folder), file: { name: posix.basename(folder), index } }
}

type Locations = ReturnType<typeof locationsOf>

function planMoves(
  known: readonly PageRecord[],
  remote: ReadonlyMap<string, RemotePage>,
  locations: Locations,
  folders: Folders,
): PushPlan['moves'] {
  return known.flatMap(({ pageId, parentId, folder }) => {
    const location = locations.get(pageId)
    // The page of the whole folder has no place in it.
    if (location === undefined || folder === '') return []
    const parent = refOf(location.after.parent, folders)
    const isSame = parent !== null && 'pageId' in parent ? parent.pageId === parentId : false
    if (isSame || (parent === null && parentId === null)) return []
    // Without a move in the folder the parent became another page, such as a new file for its folder.
    const isMovedThere = remote.get(pageId)?.parentId !== parentId
    return isMovedThere ? [] : [{ pageId, parent }]
  })
}

function planRenames(
  known: readonly PageRecord[],
  remote: ReadonlyMap<string, RemotePage>,
  locations: Locations,
): PushPlan['renames'] {
  return known.flatMap(({ pageId, path, folder }) => {
    const location = locations.get(pageId)
    if (location === undefined || folder === '') return []
    const { before, after } = location
    const isSame = before.file.name === after.file.name && before.file.index === after.file.index
    if (isSame) return []
    const there = remote.get(pageId)
    const isRenamedThere = there !== undefined && nameAt(there) !== nameAt({ path, folder })
    return isRenamedThere ? [] : [{ pageId, file: after.file }]
  })
}

function nameAt({ path, folder }: { path: string; folder: string | null }): string {
  return posix.basename(folder ?? path)
}

type Removing = {
  known: readonly PageRecord[]
  remote: readonly RemotePage[]
  matched: Matched
  unsettled: ReadonlySet<string>
}

function planRemovals({
  known,
  remote,
  matched,
  unsettled,
}: Removing): Pick<PushPlan, 'removals' | 'removedCount' | 'emptied'> {
  const records = new Map(known.map((record) => [record.pageId, record]))
  const missing = new Set(
    matched.missing.map(({ pageId }) => pageId).filter((pageId) => records.has(pageId)),
  )
  const children = groupBy(remote, ({ parentId }) => parentId ?? '')
  const isUnchanged = ({ pageId, revision }: RemotePage) =>
    records.get(pageId)?.revision === revision
  /** A page goes with all pages below it, if nobody changed one of them on the server. */
  const canGo = (page: RemotePage): boolean =>
    missing.has(page.pageId) &&
    !unsettled.has(page.pageId) &&
    isUnchanged(page) &&
    (children.get(page.pageId) ?? []).every(canGo)
  const going = new Set(remote.filter(canGo).map(({ pageId }) => pageId))
  const removals = remote.filter(
    ({ pageId, parentId }) => going.has(pageId) && !(parentId !== null && going.has(parentId)),
  )
  const emptied = remote.filter((page) => {
    const { pageId, folder } = page
    const isRetained = !missing.has(pageId) || going.has(pageId) || unsettled.has(pageId)
    const record = records.get(pageId)
    if (isRetained || folder === null || record?.folder == null || record.text === null)
      return false
    const hasFiles = [...matched.at.values()].some((path) => isBelow(path, record.folder ?? ''))
    return isUnchanged(page) && hasFiles && record.folder !== ''
  })
  return {
    removals: removals.map(({ pageId }) => pageId),
    removedCount: going.size,
    emptied: emptied.map(({ pageId }) => pageId),
  }
}
