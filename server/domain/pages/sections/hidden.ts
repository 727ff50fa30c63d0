import { clock } from '../../../lib/clock.ts'
import { AppError, invalidInput } from '../../../lib/errors.ts'
import {
  levelNumbers,
  members,
  type Reader,
  sectionLists,
  sections,
  systemViewer,
  trash,
  type Viewer,
} from '../../../store/index.ts'
import { recordAudit } from '../../administration/audit.ts'
import type { WorkspaceContext } from '../../context.ts'
import { updateAccess } from '../../rights/effective-access.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { recordChange } from '../../rights/record.ts'
import { enclosingOf } from '../../rights/sections.ts'
import { purgePage } from '../purge.ts'
import { removePage } from '../trash.ts'
import { mailNotices, noticeOf } from './notices.ts'

export type HiddenSection = sectionLists.HiddenRow & { managers: { id: string; name: string }[] }

/** Sections that the caller cannot read, without their titles. */
export async function listHidden(
  { store, viewer }: WorkspaceContext,
  part: { after: string; limit: number },
): Promise<HiddenSection[]> {
  const { workspaceId } = viewer
  const rows = await sectionLists.hidden(store, viewer, part)
  return Promise.all(
    rows.map(async (row) => {
      const people = await sectionLists.managers(store, { workspaceId, sectionId: row.pageId })
      const managers = people.map(({ id, firstName, lastName }) => ({
        id,
        name: `${firstName} ${lastName}`.trim(),
      }))
      return { ...row, managers }
    }),
  )
}

/**
 * Makes a member manage a section, also one that the caller cannot read. The managers are notified. Throws
 * PAGE_NOT_FOUND, MEMBER_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED.
 */
export async function handOver(
  context: WorkspaceContext,
  { pageId, newManagerId }: { pageId: string; newManagerId: string },
): Promise<void> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  const section = { workspaceId, sectionId: pageId }
  const notice = await store.transactIn({ workspaceId }, async (transaction) => {
    const page = await requireSection(transaction, viewer, pageId)
    await requireNewManager(transaction, section, { newManagerId, callerId: caller.userId })
    const before = await noticeOf(transaction, section, 'handed over')
    const grant = { ...section, principalId: newManagerId, level: levelNumbers.manage }
    await sections.putGrant(transaction, {
      ...grant,
      createdAt: clock.now(),
      createdBy: caller.userId,
    })
    await updateAccess(transaction, section, await enclosingOf(transaction, page))
    await recordChange(transaction, caller, section)
    const details = { newManagerId }
    const entry = {
      action: 'permissions.hand-over',
      workspaceId,
      subject: pageId,
      details,
    } as const
    await recordAudit(transaction, caller, entry)
    return before
  })
  mailNotices(context, [notice])
}

/**
 * Moves a section that the caller cannot read to the trash, or permanently deletes it there. The managers are
 * notified. Returns the number of pages. Throws PAGE_NOT_FOUND or FORBIDDEN.
 */
export async function deleteHidden(context: WorkspaceContext, pageId: string): Promise<number> {
  const { store, caller, viewer } = context
  const { workspaceId } = viewer
  const address = { workspaceId, pageId }
  const page = await requireSection(store, viewer, pageId)
  if ((await trash.get(store, viewer, pageId)) !== undefined) {
    throw new AppError('FORBIDDEN', 'You can read this page. Delete it like any other page.')
  }
  const notice = await noticeOf(store, { workspaceId, sectionId: pageId }, 'deleted')
  // The owner is not its reader; the entry and the notice say who deleted it.
  const asServer = { ...context, viewer: systemViewer(workspaceId) }
  const deleted = await (page.deletedAt === null
    ? removePage(asServer, address)
    : purgePage(asServer, address))
  const details = { isPermanent: page.deletedAt !== null, pages: deleted }
  await store.transactIn({ workspaceId }, (transaction) =>
    recordAudit(transaction, caller, {
      action: 'permissions.delete-hidden',
      workspaceId,
      subject: pageId,
      details,
    }),
  )
  mailNotices(context, [notice])
  return deleted
}

async function requireSection(reader: Reader, { workspaceId }: Viewer, pageId: string) {
  const page = await trash.get(reader, systemViewer(workspaceId), pageId)
  if (page === undefined || page.sectionId !== pageId) throw pageNotFound(pageId)
  return { ...page, workspaceId }
}

/** Owners give themselves only sections that no one manages any more. */
async function requireNewManager(
  reader: Reader,
  section: sections.SectionAddress,
  { newManagerId, callerId }: { newManagerId: string; callerId: string },
): Promise<void> {
  const role = await members.role(reader, section.workspaceId, newManagerId)
  if (role === undefined) {
    throw new AppError('MEMBER_NOT_FOUND', 'This person is not a member of the workspace.')
  }
  if (role === 'VIEWER') {
    const message = 'must not be a viewer, who cannot manage pages'
    throw invalidInput([{ path: '/newManagerId', rule: 'role', message }])
  }
  if (newManagerId === callerId && (await sections.isManaged(reader, section))) {
    throw new AppError(
      'FORBIDDEN',
      'This page has a manager. Hand it over to someone else, or ask the manager for access.',
    )
  }
}
