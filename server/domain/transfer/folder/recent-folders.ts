import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { events, readable, type Snapshot, type Store } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { type Folder, type FolderAddress, readFolder } from './folder.ts'

/** A folder as it was after an event of the workspace. */
type Recent = { folder: Folder; sequence: number; rightsVersion: number }

const maxFolders = 4
/** Other nodes can give a file another name without an event. */
const maxAgeMs = 10_000
/** After more events, the folder is read again. */
const maxEvents = 200

const recents = new WeakMap<Store, LRUCache<string, Recent>>()

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
    recents.get(store) ?? new LRUCache({ max: maxFolders, ttl: maxAgeMs, ttlAutopurge: true })
  recents.set(store, known)
  const key = JSON.stringify([workspaceId, underPageId, viewer])
  const sequence = await events.last(snapshot, workspaceId)
  const { rightsVersion } = await readable.versions(snapshot, workspaceId)
  const recent = known.get(key)
  if (recent?.rightsVersion === rightsVersion && (await isCurrent(snapshot, workspaceId, recent))) {
    recent.sequence = sequence
    return recent.folder
  }
  const folder = await readFolder(context, snapshot, viewer, address)
  known.set(key, { folder, sequence, rightsVersion })
  return folder
}

/** For a file that gets another name: its page may stay the same. */
export function forgetFolders(store: Store): void {
  recents.get(store)?.clear()
}

/** Whether no event since moved a file. */
async function isCurrent(
  snapshot: Snapshot,
  workspaceId: string,
  { folder, sequence }: Recent,
): Promise<boolean> {
  const since = await events.after(snapshot, workspaceId, sequence, maxEvents + 1)
  return since.length <= maxEvents && since.every((event) => keepsPaths(folder, event))
}

function keepsPaths(
  { linking, sources }: Folder,
  { type, data }: Pick<events.EventRow, 'type' | 'data'>,
): boolean {
  if (type.startsWith('comment.') || type.startsWith('proposal.')) return true
  if (type !== 'page.updated') return false
  // SAFETY: written by `emit` from the event of this type.
  const { pageId, changed } = JSON.parse(data) as { pageId: string; changed: string[] }
  const page = linking.pages.get(pageId)
  if (page === undefined || !changed.includes('title')) return true
  // A file keeps its name.
  return basename(page.folder ?? page.path) === sources.files.get(pageId)?.name
}
