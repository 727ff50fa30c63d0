import { createHash } from 'node:crypto'
import { mapInSlices } from '../../../lib/time-slices.ts'
import { events, files, pages, type Snapshot, type Viewer } from '../../../store/index.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { linkingOf } from '../export/export.ts'
import { layOut, type PlacedPage } from '../export/layout.ts'
import type { Linking } from '../export/links.ts'
import { asSeen, below } from '../export/tree.ts'
import { knownSources, type Sources } from './known-sources.ts'
import {
  isContinued,
  isCurrent,
  openPosition,
  type Position,
  sealPosition,
  shortHash,
} from './positions.ts'

/** The folder that an export of a workspace, or of the pages below one, would write. */
export type FolderAddress = {
  workspaceId: string
  /** The page whose subpages are the folder; null for the whole workspace. */
  underPageId: string | null
}

export type Folder = {
  /** Parents come before their children. */
  placed: PlacedPage[]
  linking: Linking
  sources: Sources
  files: ReadonlyMap<string, files.FileRow>
}

/** Reads where the files of pages are. Throws PAGE_NOT_FOUND. */
export async function readFolder(
  context: Pick<Context, 'store' | 'publicUrl'>,
  snapshot: Snapshot,
  viewer: Viewer,
  { workspaceId, underPageId }: FolderAddress,
): Promise<Folder> {
  const all = asSeen(viewer, await pages.all(snapshot, viewer))
  const tree = underPageId === null ? all : onlyBelow(all, { workspaceId, rootId: underPageId })
  const origins = await knownSources(context.store, snapshot, workspaceId)
  const rules = { isCaseSensitive: false, hasRootPage: false }
  const { placed } = await layOut(workspaceId, tree, origins.files, rules)
  return linkFolder(context, snapshot, viewer, placed)
}

/** The same after changes that move only files that pages link to. */
export async function linkFolder(
  context: Pick<Context, 'store' | 'publicUrl'>,
  snapshot: Snapshot,
  viewer: Viewer,
  placed: PlacedPage[],
): Promise<Folder> {
  const { workspaceId } = viewer
  const rows = await files.all(snapshot, viewer)
  const origins = await knownSources(context.store, snapshot, workspaceId)
  const linking = await linkingOf(context, workspaceId, { rows, placed, origins })
  // Names that follow the order of the links would change with it.
  await mapInSlices(rows, ({ id }) => linking.files.pathOf(id))
  return { placed, linking, sources: origins, files: new Map(rows.map((row) => [row.id, row])) }
}

/** The pages below one, as if it were the workspace. */
function onlyBelow(
  rows: readonly pages.PageRow[],
  address: { workspaceId: string; rootId: string },
): pages.PageRow[] {
  const { workspaceId, rootId } = address
  const [root, ...others] = below(rows, address)
  if (root === undefined) throw pageNotFound(rootId)
  return others.map((row) => (row.parentId === rootId ? { ...row, parentId: workspaceId } : row))
}

export type FolderEntry = {
  pageId: string
  /** Null at the top of the folder. */
  parentId: string | null
  path: string
  folder: string | null
  isImplicit: boolean
  version: number
  /** Changes whenever the text of the file may have, except for the paths in its links. */
  revision: string
}

export type FolderList = {
  files: FolderEntry[]
  /** What the list shows, for the next call. */
  position: string
  /** Whether the list is that of `since`, and left out. */
  isUnchanged: boolean
  /** Whether the history that `since` is part of does not continue. */
  isRestored: boolean
}

/**
 * The pages of a folder with the paths of their files. `since` is the position of an earlier list: if nothing was written
 * meanwhile, one statement answers. Throws PAGE_NOT_FOUND.
 */
export async function listFolder(
  context: WorkspaceContext,
  { since, ...address }: FolderAddress & { since?: string | undefined },
): Promise<FolderList> {
  const { store, viewer, signIn } = context
  const { workspaceId, underPageId } = address
  const scope = shortHash([underPageId, viewer])
  const before = since === undefined ? undefined : openPosition(signIn.secrets, workspaceId, since)
  if (before !== undefined) {
    const now = await events.versions(store, workspaceId, before.sequence)
    // Sealed anew, so that it does not tell whether pages changed that the viewer cannot see.
    const position = sealPosition(signIn.secrets, workspaceId, before)
    const isUnchanged = isContinued(before, now) && isCurrent(before, now, scope)
    if (isUnchanged) return { files: [], position, isUnchanged, isRestored: false }
  }
  return store.snapshot(async (snapshot) => {
    const now = await events.versions(snapshot, workspaceId, before?.sequence ?? 0)
    const isSame = before !== undefined && isContinued(before, now)
    const listed = await readEntries(context, snapshot, address)
    const { sequence, rightsVersion, sourceVersion } = now
    const position: Position = {
      sequence,
      rightsVersion,
      sourceVersion,
      eventId: (await events.idAt(snapshot, workspaceId, sequence)) ?? '',
      scope,
      entries: shortHash(listed),
    }
    const isUnchanged = isSame && before.scope === scope && before.entries === position.entries
    return {
      files: isUnchanged ? [] : listed,
      position: sealPosition(signIn.secrets, workspaceId, position),
      isUnchanged,
      isRestored: since !== undefined && !isSame,
    }
  })
}

async function readEntries(
  context: WorkspaceContext,
  snapshot: Snapshot,
  address: FolderAddress,
): Promise<FolderEntry[]> {
  const folder = await readFolder(context, snapshot, context.viewer, address)
  return mapInSlices(folder.placed, (page) => entryOf(folder, page))
}

export function entryOf(
  { sources: { hashes } }: Pick<Folder, 'sources'>,
  { row, path, folder, isImplicit }: PlacedPage,
): FolderEntry {
  const { workspaceId, id: pageId, parentId, version } = row
  // A page without a text has a file only while it has no subpages.
  const kind = isImplicit ? '\nfolder' : ''
  const revision = createHash('sha256')
    .update(`${version} ${row.ownership} ${path}${kind}\n${hashes.get(pageId) ?? ''}`)
    .digest('base64url')
    .slice(0, 22)
  const parent = parentId === workspaceId ? null : parentId
  const location = { path, folder: folder ?? null, isImplicit }
  return { pageId, parentId: parent, ...location, version, revision }
}
