import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Role } from '../../lib/vocabulary.ts'
import {
  chatLinks,
  groups,
  inboxSettings,
  inboxUpkeep,
  members,
  type Reader,
  sections,
  type Store,
  type Transaction,
  type Viewer,
  watches,
  workspaces,
} from '../../store/index.ts'
import { type AuditActor, recordAudit } from '../administration/audit.ts'
import type { Context } from '../context.ts'
import { type Actor, emit } from '../events/events.ts'
import { type Leaving, leaveSections } from '../rights/leaving.ts'
import { endAgent, pauseAgentsOf } from './owned-agents.ts'

/** Without a scope, the person is a member of the whole workspace. */
export type NewMember = {
  userId: string
  role: Role
  scope?: members.MemberScope
  /** Only of an agent. */
  maxLevel?: number
}

/** Adds a person to a workspace or changes their role. Throws LAST_OWNER. */
export async function addMember(
  transaction: Transaction,
  workspaceId: string,
  { userId, role, scope = 'workspace', maxLevel }: NewMember,
  actor: AuditActor,
): Promise<void> {
  const known = await members.membership(transaction, workspaceId, userId)
  const before = known?.role
  if (known?.scope === scope && (before === role || scope === 'shared')) return
  if (before === 'OWNER') await requireOtherOwner(transaction, workspaceId, userId, actor)
  const limit = maxLevel === undefined ? {} : { maxLevel }
  const member = { workspaceId, userId, role, scope, createdAt: clock.now(), ...limit }
  await members.put(transaction, member)
  const answersForAgents = role !== 'VIEWER' && scope === 'workspace'
  if (!answersForAgents) await pauseAgentsOf(transaction, { workspaceId, userId }, actor)
  if (known !== undefined) await followScope(transaction, { workspaceId, userId }, scope)
  const type = before === undefined ? 'member.joined' : 'member.updated'
  const previous = before === undefined ? {} : { previous: { role: before } }
  await emit(transaction, workspaceId, actor, { type, userId, role, ...previous })
  const action = before === undefined ? 'member.add' : 'member.update'
  const details = { role, previousRole: before, ...(scope === 'shared' ? { scope } : {}) }
  await recordAudit(transaction, actor, { action, workspaceId, subject: userId, details })
}

/** A guest belongs to no group; grants to the person stay. The rights of everyone else stay as they are. */
async function followScope(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
  scope: members.MemberScope,
): Promise<void> {
  if (scope === 'shared') await groups.removeUser(transaction, member)
  await sections.advanceRestricted(transaction, member.workspaceId)
}

export async function putMember(
  store: Store,
  workspaceId: string,
  member: NewMember,
  actor: Actor,
): Promise<void> {
  await store.transactIn({ workspaceId }, (transaction) =>
    addMember(transaction, workspaceId, member, actor),
  )
}

export async function removeMember(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
  actor: AuditActor,
  leaving: Leaving = { unmanaged: 'kept' },
): Promise<void> {
  const role = await members.role(transaction, workspaceId, userId)
  if (role === undefined) {
    throw noMember()
  }
  if (role === 'OWNER') await requireOtherOwner(transaction, workspaceId, userId, actor)
  await chatLinks.removeOfUser(transaction, workspaceId, userId)
  await pauseAgentsOf(transaction, { workspaceId, userId }, actor)
  await endAgent(transaction, { workspaceId, userId })
  const movedSections = await leaveSections(transaction, { workspaceId, userId }, leaving)
  await inboxUpkeep.removeMember(transaction, { workspaceId, userId })
  await inboxSettings.removeMember(transaction, { workspaceId, userId })
  await watches.removeMember(transaction, { workspaceId, userId })
  await members.remove(transaction, workspaceId, userId)
  await emit(transaction, workspaceId, actor, { type: 'member.removed', userId })
  for (const pageId of movedSections) {
    await emit(transaction, workspaceId, actor, { type: 'page.permissions_changed', pageId })
  }
  const { handOverTo } = leaving
  const details =
    handOverTo === undefined ? { role } : { role, handOverTo, sections: movedSections.length }
  await recordAudit(transaction, actor, {
    action: 'member.remove',
    workspaceId,
    subject: userId,
    details,
  })
}

export async function dropMember(
  store: Store,
  workspaceId: string,
  userId: string,
  actor: Actor,
  leaving?: Leaving,
): Promise<void> {
  await store.transactIn({ workspaceId }, (transaction) =>
    removeMember(transaction, workspaceId, userId, actor, leaving),
  )
}

/** For the operator. */
export function listMembers(reader: Reader, workspaceId: string): Promise<members.MemberRow[]> {
  return members.list(reader, workspaceId)
}

/** The members that a viewer can see: a guest only themselves. */
export async function membersFor(
  reader: Reader,
  { workspaceId, viewerId, everyoneId }: Viewer,
): Promise<members.MemberRow[]> {
  if (everyoneId !== '') return members.list(reader, workspaceId)
  const self = await members.one(reader, workspaceId, viewerId)
  return self === undefined ? [] : [self]
}

/** Changes the role of a member, or makes them a guest. Throws MEMBER_NOT_FOUND, FORBIDDEN, LAST_OWNER. */
export async function changeRole(
  context: Context,
  workspaceId: string,
  { userId, role, scope = 'workspace' }: NewMember,
): Promise<void> {
  const { store, caller } = context
  await requireRank(context, workspaceId, role)
  await store.transactIn({ workspaceId }, async (transaction) => {
    const before = await members.membership(transaction, workspaceId, userId)
    if (before === undefined) throw noMember()
    if (before.maxLevel !== null) {
      const message = 'An agent has no role like people do. Change the agent instead.'
      throw new AppError('FORBIDDEN', message)
    }
    await requireRank({ store: transaction, caller }, workspaceId, before.role)
    await addMember(transaction, workspaceId, { userId, role, scope }, caller)
  })
}

/**
 * Ends a membership: sessions and keys of the person lose access. Sections that only they manage go to
 * `handOverTo`; without it, an owner can hand them over later. Throws MEMBER_NOT_FOUND, FORBIDDEN, LAST_OWNER.
 */
export async function expelMember(
  { store, caller }: Context,
  workspaceId: string,
  { userId, handOverTo }: { userId: string; handOverTo?: string },
): Promise<void> {
  await store.transactIn({ workspaceId }, async (transaction) => {
    const before = await members.role(transaction, workspaceId, userId)
    if (before !== undefined) await requireRank({ store: transaction, caller }, workspaceId, before)
    await removeMember(transaction, workspaceId, userId, caller, { handOverTo, unmanaged: 'kept' })
  })
}

/** Ends the membership of the caller. Throws LAST_OWNER, and LAST_MANAGER if a section would have no manager. */
export async function leaveWorkspace(
  context: Context,
  workspaceId: string,
  handOverTo?: string,
): Promise<void> {
  const { store, caller } = context
  const leaving = { handOverTo, unmanaged: 'refused' } as const
  await dropMember(store, workspaceId, caller.userId, caller, leaving)
}

/** Only owners add, change and remove owners; admins can do the rest. Throws FORBIDDEN. */
export async function requireRank(
  { store, caller }: { store: Reader; caller: Context['caller'] },
  workspaceId: string,
  role: Role,
): Promise<void> {
  const own = await members.role(store, workspaceId, caller.userId)
  if (own === 'OWNER' || (own === 'ADMIN' && role !== 'OWNER')) return
  throw new AppError('FORBIDDEN', 'Only owners can change or remove an owner. Ask an owner.')
}

function noMember(): AppError {
  return new AppError('MEMBER_NOT_FOUND', 'This person is not a member of the workspace.')
}

/** A workspace never loses its last owner. */
async function requireOtherOwner(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
  actor: Actor,
): Promise<void> {
  const all = await members.list(transaction, workspaceId)
  if (all.some((member) => member.role === 'OWNER' && member.id !== userId)) return
  const workspace = await workspaces.byId(transaction, workspaceId)
  const isSelf = actor.userId === userId && actor.via !== 'cli'
  const who = isSelf ? 'You are' : 'This person is'
  throw new AppError(
    'LAST_OWNER',
    `${who} the only owner of the workspace ${workspace?.slug ?? workspaceId}. Make someone else OWNER first.`,
  )
}
