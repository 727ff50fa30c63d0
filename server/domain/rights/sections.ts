import { AppError } from '../../lib/errors.ts'
import { levelNumbers, pages, type Reader, sections, type Transaction } from '../../store/index.ts'
import type { Viewer } from '../../store/index.ts'
import type { AuditAction } from '../administration/audit-actions.ts'
import { recordAudit } from '../administration/audit.ts'
import type { Caller, WorkspaceContext } from '../context.ts'
import { assignAll, assignSubtree } from './assignment.ts'
import { accessIn, updateAccess } from './effective-access.ts'
import { type AccessChange, applyChange, type SectionState } from './grant-changes.ts'
import { requireLevel } from './levels.ts'
import { pageNotFound } from './page-not-found.ts'
import { type Left, leftBy, recordChange } from './record.ts'
import { endLinksOf } from './removal.ts'
import { requireGrantable, requireInheritable } from './requested-grants.ts'
import { putRule } from './reviewers.ts'
import { saveState, stateOf } from './section-state.ts'

/**
 * Changes who can access a page and the pages below it. The page becomes a section if it is not one; the caller then
 * manages it. Throws PAGE_NOT_FOUND, FORBIDDEN, LAST_MANAGER or VALIDATION_FAILED.
 */
export async function changeAccess(
  { store, caller, viewer }: WorkspaceContext,
  pageId: string,
  change: AccessChange,
): Promise<void> {
  const { workspaceId } = viewer
  const section = { workspaceId, sectionId: pageId }
  await store.transactAlone({ workspaceId }, async (transaction) => {
    const page = await requireManaged(transaction, viewer, pageId)
    const left = await leftBy(transaction, page)
    const enclosingId = await enclosingOf(transaction, page)
    const inherited = await accessIn(transaction, workspaceId, enclosingId)
    await requireGrantable(transaction, workspaceId, change)
    requireInheritable(change, workspaceId, inherited)
    const stored = await stateOf(transaction, section)
    const before = stored ?? startOf(caller)
    const after = withCaller(before, applyChange(before, change, { workspaceId, inherited }), {
      principalId: caller.userId,
      isNamed: change.grants?.some(({ principalId }) => principalId === caller.userId) ?? false,
    })
    await saveState(transaction, caller, section, { before: stored?.own ?? [], after })
    if (change.review !== undefined) await putRule(transaction, section, change.review, caller)
    if (stored === undefined) await assignSubtree(transaction, page, pageId)
    await updateAccess(transaction, section, enclosingId)
    await requireManager(transaction, section)
    await record(transaction, caller, section, 'permissions.update', { ...change, left })
  })
}

/**
 * Gives a page the permissions of its parent again. Has no effect on a page that is not a section. Throws
 * PAGE_NOT_FOUND or FORBIDDEN.
 */
export async function resetAccess(
  { store, caller, viewer }: WorkspaceContext,
  pageId: string,
): Promise<void> {
  const { workspaceId } = viewer
  const section = { workspaceId, sectionId: pageId }
  await store.transactAlone({ workspaceId }, async (transaction) => {
    const page = await requireManaged(transaction, viewer, pageId)
    if (page.sectionId !== pageId) return
    const left = await leftBy(transaction, page)
    const enclosingId = await enclosingOf(transaction, page)
    const nested = await sections.nested(transaction, section)
    await endLinksOf(transaction, section)
    await assignAll(transaction, section, enclosingId)
    await sections.remove(transaction, section)
    for (const sectionId of nested) {
      await updateAccess(transaction, { workspaceId, sectionId }, enclosingId)
    }
    await record(transaction, caller, section, 'permissions.reset', { left })
  })
}

/** Whether the viewer can change the permissions of a page. Outside of sections, its author can, unless it is an agent. */
export function canManage(viewer: Viewer, page: pages.ReadablePage): boolean {
  if (page.level >= levelNumbers.manage) return true
  if (viewer.maxLevel < levelNumbers.manage) return false
  const isAuthor = page.createdBy === viewer.viewerId && page.level >= levelNumbers.write
  return page.sectionId === null && isAuthor
}

async function requireManaged(
  reader: Reader,
  viewer: Viewer,
  pageId: string,
): Promise<pages.ReadablePage> {
  const page = await pages.get(reader, viewer, pageId)
  if (page === undefined) {
    throw pageNotFound(pageId)
  }
  if (!canManage(viewer, page)) {
    requireLevel(page.level, 'manage', 'Ask someone who manages this page.')
  }
  return page
}

/** The section of the parent; null is outside of sections. */
export async function enclosingOf(
  reader: Reader,
  { workspaceId, parentId }: { workspaceId: string; parentId: string },
): Promise<string | null> {
  if (parentId === workspaceId) return null
  return sections.ofPage(reader, workspaceId, parentId)
}

/** A new section inherits, and is managed by the caller. */
function startOf({ userId }: Caller): SectionState {
  return { inherits: true, own: [{ principalId: userId, level: levelNumbers.manage }] }
}

/** Who stops a page from inheriting still manages it, unless the change says otherwise. */
function withCaller(
  before: SectionState,
  after: SectionState,
  { principalId, isNamed }: { principalId: string; isNamed: boolean },
): SectionState {
  const isGranted = after.own.some((grant) => grant.principalId === principalId)
  if (isNamed || isGranted || !before.inherits || after.inherits) return after
  return { ...after, own: [...after.own, { principalId, level: levelNumbers.manage }] }
}

async function requireManager(reader: Reader, section: sections.SectionAddress): Promise<void> {
  if (await sections.isManaged(reader, section)) return
  const message =
    'No one could manage this page any more. Give another person or group the level manage first.'
  throw new AppError('LAST_MANAGER', message)
}

async function record(
  transaction: Transaction,
  caller: Caller,
  section: sections.SectionAddress,
  action: AuditAction,
  { left, ...details }: Record<string, unknown> & { left: Left },
): Promise<void> {
  await recordChange(transaction, caller, section, left)
  const { workspaceId, sectionId: subject } = section
  await recordAudit(transaction, caller, { action, workspaceId, subject, details })
}
