import {
  levelIn,
  levelNumbers,
  noLevel,
  type Reader,
  type sections,
  type Viewer,
} from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { viewerOfPerson, viewerOfVisitor } from '../../people/access.ts'
import { accessIn, highest, levelOfRole } from '../../rights/effective-access.ts'
import { principalsOf, type Principal } from '../../rights/page-access.ts'
import { stateOf } from '../../rights/section-state.ts'
import { requireParent, requirePage } from '../tree.ts'

/** Someone who can do more with a page after a move; `hasAccess` says whether they can read it already. */
export type Gain = Principal & { hasAccess: boolean }
export type MovePreview = { widens: boolean; gains: Gain[] }

/**
 * Who would gain access to a page, or a higher level, by a move that the caller may make. Throws PAGE_NOT_FOUND or
 * FORBIDDEN.
 */
export async function previewMove(
  { store, viewer }: WorkspaceContext,
  { pageId, newParentId }: { pageId: string; newParentId: string | null },
): Promise<MovePreview> {
  const { workspaceId } = viewer
  const page = await requirePage(store, viewer, pageId, 'write')
  const { sectionId } = await requireParent(store, viewer, newParentId, 'write')
  const inherited = await accessIn(store, workspaceId, sectionId)
  const isSection = page.sectionId === pageId
  const state = isSection ? await stateOf(store, { workspaceId, sectionId: pageId }) : undefined
  const after = state === undefined ? inherited : afterMove(state, inherited)
  const before = await accessIn(store, workspaceId, page.sectionId)
  const raised = highest(after.filter((row) => !before.some((earlier) => covers(earlier, row))))
  const levels = new Map(raised.map(({ principalId, level }) => [principalId, level]))
  const gains: Gain[] = []
  for (const principal of await principalsOf(store, workspaceId, [...levels.keys()])) {
    const reader = await viewerOfPrincipal(store, workspaceId, principal)
    if (reader === undefined) continue
    const now = await levelIn(store, reader, page.sectionId)
    const then = Math.min(levels.get(principal.id) ?? noLevel, reader.maxLevel)
    if (now < then || principal.type === 'everyone') {
      gains.push({ ...principal, hasAccess: now > noLevel })
    }
  }
  return { widens: gains.length > 0, gains }
}

function afterMove(
  { inherits, own }: { inherits: boolean; own: readonly sections.GrantRow[] },
  inherited: readonly sections.GrantRow[],
): sections.GrantRow[] {
  return highest(inherits ? [...inherited, ...own] : own)
}

/** The level of a role is neither above nor below a fixed one, and gives everyone at least what they have. */
function covers(earlier: sections.GrantRow, { principalId, level }: sections.GrantRow): boolean {
  if (earlier.principalId !== principalId) return false
  return earlier.level === levelOfRole || (level !== levelOfRole && earlier.level >= level)
}

/** Share links and guests have only their own grants, others also those of everyone in the workspace. */
async function viewerOfPrincipal(
  reader: Reader,
  workspaceId: string,
  { type, id }: Principal,
): Promise<Viewer | undefined> {
  const all = levelNumbers.manage
  if (type === 'person') {
    const viewer = await viewerOfPerson(reader, workspaceId, id)
    // The role of a guest follows from their grants.
    return viewer?.everyoneId === '' ? { ...viewer, maxLevel: levelNumbers.write } : viewer
  }
  if (type === 'link') return viewerOfVisitor({ workspaceId, linkId: id, level: all })
  return {
    workspaceId,
    viewerId: id,
    everyoneId: workspaceId,
    openLevel: all,
    maxLevel: all,
    seesEverything: false,
  }
}
