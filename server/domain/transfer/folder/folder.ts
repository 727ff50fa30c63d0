import { createHash } from 'node:crypto'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { files, pages, type Snapshot, sources, type Viewer } from '../../../store/index.ts'
import type { Context, WorkspaceContext } from '../../context.ts'
import { type SourceFile, unpackSource } from '../../document/page-source.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { linkingOf } from '../export/export.ts'
import { layOut, type PlacedPage } from '../export/layout.ts'
import type { Linking } from '../export/links.ts'
import type { Origins } from '../export/origins.ts'
import { asSeen, below } from '../export/tree.ts'

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

/** What pages were read from, by their ID. */
type Sources = {
  files: Map<string, SourceFile>
  attached: Origins['attached']
  hashes: Map<string, string>
}

/** Reads where the files of pages are. Throws PAGE_NOT_FOUND. */
export async function readFolder(
  context: Pick<Context, 'publicUrl'>,
  snapshot: Snapshot,
  viewer: Viewer,
  { workspaceId, underPageId }: FolderAddress,
): Promise<Folder> {
  const rows = await files.all(snapshot, viewer)
  const all = asSeen(viewer, await pages.all(snapshot, viewer))
  const tree = underPageId === null ? all : onlyBelow(all, { workspaceId, rootId: underPageId })
  const origins = await readSources(snapshot, workspaceId, tree)
  const rules = { isCaseSensitive: false, hasRootPage: false }
  const { placed } = await layOut(workspaceId, tree, origins.files, rules)
  const linking = await linkingOf(context, workspaceId, { rows, placed, origins })
  // Names that follow the order of the links would change with it.
  for (const { id } of rows) linking.files.pathOf(id)
  return { placed, linking, sources: origins, files: new Map(rows.map((row) => [row.id, row])) }
}

/** Without the positions in front matter, which would take long to read. */
async function readSources(
  snapshot: Snapshot,
  workspaceId: string,
  rows: readonly pages.PageRow[],
): Promise<Sources> {
  const slice = startTimeSlice()
  const found: Sources = { files: new Map(), attached: new Map(), hashes: new Map() }
  for (const { id } of rows) {
    if (slice.isOver()) await slice.pause()
    const packed = await sources.get(snapshot, { workspaceId, pageId: id })
    if (packed === undefined) continue
    found.hashes.set(id, createHash('sha256').update(packed).digest('base64url'))
    const source = unpackSource(packed)
    if (source?.file !== undefined) found.files.set(id, source.file)
    if (source?.files === undefined) continue
    found.attached.set(id, { files: source.files, unlinked: new Set(source.unlinked) })
  }
  return found
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

/** The pages of a folder with the paths of their files. Throws PAGE_NOT_FOUND. */
export function listFolder(
  context: WorkspaceContext,
  address: FolderAddress,
): Promise<FolderEntry[]> {
  const { store, viewer } = context
  return store.snapshot(async (snapshot) => {
    const folder = await readFolder(context, snapshot, viewer, address)
    const slice = startTimeSlice()
    const entries: FolderEntry[] = []
    for (const page of folder.placed) {
      if (slice.isOver()) await slice.pause()
      entries.push(entryOf(folder, page))
    }
    return entries
  })
}

export function entryOf(
  { sources: { hashes } }: Pick<Folder, 'sources'>,
  { row, path, folder, isImplicit }: PlacedPage,
): FolderEntry {
  const { workspaceId, id: pageId, parentId, version } = row
  const revision = createHash('sha256')
    .update(`${version} ${row.ownership} ${path}\n${hashes.get(pageId) ?? ''}`)
    .digest('base64url')
    .slice(0, 22)
  const parent = parentId === workspaceId ? null : parentId
  const location = { path, folder: folder ?? null, isImplicit }
  return { pageId, parentId: parent, ...location, version, revision }
}
