import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { events, readable, type Snapshot } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { type Folder, type FolderAddress, linkFolder, readFolder } from './folder.ts'
import { knownSources } from './known-sources.ts'

/** A folder as it was after an event of the workspace. */
type Recent = {
  folder: Folder
  sequence: number
  rightsVersion: number
  namedVersion: number
  attachedVersion: number
}

/** What can have another path. */
type Moved = 'nothing' | 'files' | 'pages'

const maxFolders = 4
const maxAgeMs = 60_000
/** After more events, the folder is read again. */
const maxEvents = 200

const recents = new WeakMap<object, LRUCache<string, Recent>>()

/**
 * Where the files of pages are, for a save: read again only after a change that can move a file, so that saving many
 * files does not read the paths of all pages for each. The rows of its pages can be old. Throws PAGE_NOT_FOUND.
 */
export async function recentFolder(
  context: Pick<WorkspaceContext, 'store' | 'viewer' | 'publicUrl'>,
  snapshot: Snapshot,
  address: FolderAddress,
): Promise<Folder> {
  const { store, viewer } = context
  const { workspaceId, underPageId } = address
  const known =
    recents.get(store.cacheKey) ??
    new LRUCache({ max: maxFolders, ttl: maxAgeMs, ttlAutopurge: true })
  recents.set(store.cacheKey, known)
  const key = JSON.stringify([workspaceId, underPageId, viewer])
  const sequence = await events.last(snapshot, workspaceId)
  const { rightsVersion } = await readable.versions(snapshot, workspaceId)
  const { namedVersion, attachedVersion } = await knownSources(store, snapshot, workspaceId)
  const now = { sequence, rightsVersion, namedVersion, attachedVersion }
  const recent = known.get(key)
  const moved = await movedSince(snapshot, workspaceId, recent, now)
  if (recent === undefined || moved === 'pages') {
    const folder = await readFolder(context, snapshot, viewer, address)
    known.set(key, { folder, ...now })
    return folder
  }
  if (moved === 'files') {
    recent.folder = await linkFolder(context, snapshot, viewer, recent.folder.placed)
  }
  known.set(key, { ...now, folder: recent.folder })
  return recent.folder
}

async function movedSince(
  snapshot: Snapshot,
  workspaceId: string,
  recent: Recent | undefined,
  { rightsVersion, namedVersion, attachedVersion }: Omit<Recent, 'folder'>,
): Promise<Moved> {
  // A file can get another name without an event.
  if (recent?.rightsVersion !== rightsVersion || recent.namedVersion !== namedVersion)
    return 'pages'
  const since = await events.after(snapshot, workspaceId, recent.sequence, maxEvents + 1)
  if (since.length > maxEvents) return 'pages'
  const moves = new Set(since.map((event) => movedBy(recent.folder, event)))
  if (moves.has('pages')) return 'pages'
  const isLinked = recent.attachedVersion === attachedVersion && !moves.has('files')
  return isLinked ? 'nothing' : 'files'
}

function movedBy(
  { linking, sources }: Folder,
  { type, data }: Pick<events.EventRow, 'type' | 'data'>,
): Moved {
  if (type.startsWith('comment.') || type.startsWith('proposal.')) return 'nothing'
  if (type.startsWith('file.')) return 'files'
  if (type !== 'page.updated') return 'pages'
  // SAFETY: written by `emit` from the event of this type.
  const { pageId, changed } = JSON.parse(data) as { pageId: string; changed: string[] }
  const page = linking.pages.get(pageId)
  if (page === undefined || !changed.includes('title')) return 'nothing'
  // A file keeps its name.
  const isNamed = basename(page.folder ?? page.path) === sources.files.get(pageId)?.name
  return isNamed ? 'nothing' : 'pages'
}
