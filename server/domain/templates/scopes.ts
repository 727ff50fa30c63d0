import { AppError } from '../../lib/errors.ts'
import { members, pages, type Reader, type Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requirePage } from '../pages/tree.ts'
import { requireLevel } from '../rights/levels.ts'
import { canManage } from '../rights/sections.ts'

/** The most ancestors whose templates count. */
const maxAncestors = 100

/** In the store, the scope of the whole workspace is its ID. */
export function scopeKey({ workspaceId }: Viewer, sectionId: string | null): string {
  return sectionId ?? workspaceId
}

/** The scopes that apply to pages below a page, the nearest first. Throws PAGE_NOT_FOUND. */
export async function scopesAt(
  reader: Reader,
  viewer: Viewer,
  parentId: string | null,
): Promise<string[]> {
  const { workspaceId } = viewer
  if (parentId === null) return [workspaceId]
  await requirePage(reader, viewer, parentId)
  const line = await pages.lineage(reader, workspaceId, parentId)
  return [...line.slice(0, maxAncestors), workspaceId]
}

/**
 * Settings of a section are for those who manage its page; settings of the workspace for owners and admins. Throws
 * PAGE_NOT_FOUND or FORBIDDEN.
 */
export async function requireSettable(
  reader: Reader,
  { viewer, caller }: WorkspaceContext,
  sectionId: string | null,
): Promise<void> {
  if (sectionId === null) {
    const role = await members.role(reader, viewer.workspaceId, caller.userId)
    if (role === 'OWNER' || role === 'ADMIN') return
    const message = 'Only owners and admins can change this for the workspace. Ask one of them.'
    throw new AppError('FORBIDDEN', message)
  }
  const page = await requirePage(reader, viewer, sectionId)
  if (canManage(viewer, page)) return
  requireLevel(page.level, 'manage', 'Ask someone who manages this page.')
}
