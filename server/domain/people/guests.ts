import { clock } from '../../lib/clock.ts'
import { invalidInput } from '../../lib/errors.ts'
import type { Role } from '../../lib/vocabulary.ts'
import {
  type invitations,
  members,
  pages,
  type Reader,
  sections,
  type Transaction,
} from '../../store/index.ts'
import type { AuditActor } from '../administration/audit.ts'
import { emit } from '../events/events.ts'
import { setGrant } from '../rights/grants.ts'
import { canManage } from '../rights/sections.ts'
import { viewerOfPerson } from './access.ts'
import { addMember } from './members.ts'

/** What a guest can be invited to do. Only members manage pages. */
export const guestLevels = ['read', 'comment', 'propose', 'write'] as const
export type GuestLevel = (typeof guestLevels)[number]

/** The membership that a request asks for. Throws VALIDATION_FAILED if it names neither a role nor a guest. */
export function requestedMembership({
  role,
  guest,
}: {
  role?: Role | undefined
  guest?: true | undefined
}): { role: Role; scope: members.MemberScope } {
  if (guest === true) return { role: 'VIEWER', scope: 'shared' }
  if (role !== undefined) return { role, scope: 'workspace' }
  throw invalidInput([{ path: '/role', rule: 'required', message: 'is required' }])
}

/** Whether a person can share a page: a page that is gone or hidden cannot be shared. */
export async function mayShare(
  reader: Reader,
  { workspaceId, pageId }: { workspaceId: string; pageId: string },
  userId: string,
): Promise<boolean> {
  const viewer = await viewerOfPerson(reader, workspaceId, userId)
  const page = viewer === undefined ? undefined : await pages.get(reader, viewer, pageId)
  return viewer !== undefined && page !== undefined && canManage(viewer, page)
}

/** Makes an invited person a member, or a guest with a level on a page. Members keep what they have. */
export async function addInvited(
  transaction: Transaction,
  invitation: invitations.InvitationRow,
  actor: AuditActor,
): Promise<void> {
  const { workspaceId, role, scope, createdBy, pageId, level } = invitation
  const { userId } = actor
  const before = await members.membership(transaction, workspaceId, userId)
  const isGuestAlready = before?.scope === 'shared' && scope === 'shared'
  if (!isGuestAlready) await addMember(transaction, workspaceId, { userId, role, scope }, actor)
  if (pageId === null || level === null) return
  const inviter = await viewerOfPerson(transaction, workspaceId, createdBy)
  const page = inviter === undefined ? undefined : await pages.get(transaction, inviter, pageId)
  if (page === undefined) return
  const own = await sections.grants(transaction, { workspaceId, sectionId: pageId })
  const known = own.find(({ principalId }) => principalId === userId)?.level ?? 0
  if (known >= level) return
  await setGrant(transaction, page, { principalId: userId, level, at: clock.now(), by: createdBy })
  await emit(transaction, workspaceId, actor, { type: 'page.permissions_changed', pageId })
}
