import { type sections, type Viewer } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { accessIn, highest, levelOfRole } from '../../rights/effective-access.ts'
import { principalsOf, type Principal } from '../../rights/page-access.ts'
import { stateOf } from '../../rights/section-state.ts'
import { requireParent, requirePage } from '../tree.ts'

export type MovePreview = { widens: boolean; gains: Principal[] }

/** Who would gain access to a page by a move that the caller may make. Throws PAGE_NOT_FOUND or FORBIDDEN. */
export async function previewMove(
  { store, viewer }: WorkspaceContext,
  { pageId, newParentId }: { pageId: string; newParentId: string | null },
): Promise<MovePreview> {
  const { workspaceId } = viewer
  const page = await requirePage(store, viewer, pageId, 'write')
  const { sectionId } = await requireParent(store, viewer, newParentId, 'write')
  const before = await accessIn(store, workspaceId, page.sectionId)
  const inherited = await accessIn(store, workspaceId, sectionId)
  const isSection = page.sectionId === pageId
  const state = isSection ? await stateOf(store, { workspaceId, sectionId: pageId }) : undefined
  const after = state === undefined ? inherited : afterMove(state, inherited)
  const gained = new Set(
    after.filter((row) => gains(row, before, viewer)).map((row) => row.principalId),
  )
  const principals = await principalsOf(store, workspaceId, [...gained])
  return { widens: gained.size > 0, gains: principals }
}

function afterMove(
  { inherits, own }: { inherits: boolean; own: readonly sections.GrantRow[] },
  inherited: readonly sections.GrantRow[],
): sections.GrantRow[] {
  return highest(inherits ? [...inherited, ...own] : own)
}

/** More than before, also more than everyone in the workspace had. The level of a role is above none. */
function gains(
  { principalId, level }: sections.GrantRow,
  before: readonly sections.GrantRow[],
  { workspaceId }: Viewer,
): boolean {
  const earlier = before.filter(
    (row) => row.principalId === principalId || row.principalId === workspaceId,
  )
  if (level === levelOfRole) return !earlier.some((row) => row.level === levelOfRole)
  return !earlier.some((row) => row.level >= level || row.level === levelOfRole)
}
