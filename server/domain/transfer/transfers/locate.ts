import {
  members,
  pageLookup,
  runs,
  transfers,
  trash,
  type Viewer,
  workspaces,
} from '../../../store/index.ts'
import type { Context } from '../../context.ts'
import { findViewer } from '../../people/access.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { transferOfRun } from './transfer-job.ts'

export type Location = { workspaceId: string; workspaceName: string; pageId: string }

/** Moves that are followed, one after another. */
const maxMoves = 20

/**
 * The location of a page, also after moves to other workspaces. Null if it was moved to a location where the caller
 * cannot read it. Throws PAGE_NOT_FOUND.
 */
export async function locateMoved(context: Context, pageId: string): Promise<Location | null> {
  const first = await find(context, pageId)
  if (first === undefined) throw pageNotFound(pageId)
  let found: Found | undefined = first
  for (let moves = 0; moves < maxMoves; moves += 1) {
    if (found?.copyId === undefined) break
    found = await find(context, found.copyId)
  }
  if (found === undefined || found.copyId !== undefined) return null
  const { workspaceId } = found
  const workspace = await workspaces.byId(context.store, workspaceId)
  return { workspaceId, workspaceName: workspace?.name ?? '', pageId: found.pageId }
}

/** A page that the caller can read, or could read until a move ended. */
type Found = { workspaceId: string; pageId: string; copyId?: string }

async function find(context: Context, pageId: string): Promise<Found | undefined> {
  const { store, caller } = context
  for (const { id: workspaceId } of await members.workspacesOf(store, caller.userId)) {
    const viewer = await findViewer(context, workspaceId)
    if (viewer === undefined) continue
    if ((await pageLookup.get(store, viewer, pageId)) !== undefined) return { workspaceId, pageId }
    const copyId = await findCopy(context, viewer, pageId)
    if (copyId !== undefined) return { workspaceId, pageId, copyId }
  }
  return undefined
}

/** The copy of a page that is in the trash because it was moved. */
async function findCopy(
  { store }: Context,
  viewer: Viewer,
  pageId: string,
): Promise<string | undefined> {
  const { workspaceId } = viewer
  const page = await trash.get(store, viewer, pageId)
  if (page === undefined || page.deletedAt === null || page.deletedRunId === null) return undefined
  const run = await runs.get(store, workspaceId, page.deletedRunId)
  const transferId = transferOfRun(run?.name ?? '')
  if (transferId === undefined) return undefined
  return transfers.movedTo(store, { workspaceId, transferId }, pageId)
}
