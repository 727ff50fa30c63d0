import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { groups, members, type Reader, sections, type Transaction } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { Caller, WorkspaceContext } from '../context.ts'
import { recordChange } from './record.ts'
import { removeReviewer } from './reviewers.ts'

type GroupAddress = groups.GroupAddress
export type Group = Omit<groups.GroupRow, 'createdAt'>
export type GroupFields = { name: string; oidcGroup: string | null }

/** Groups whose name follows `after`, by name. */
export async function listGroups(
  { store, viewer }: WorkspaceContext,
  part: { after: string; limit: number },
): Promise<Group[]> {
  return (await groups.list(store, viewer.workspaceId, part)).map(toGroup)
}

/** Members whose ID follows `after`, by ID. Throws GROUP_NOT_FOUND. */
export async function listGroupMembers(
  { store }: WorkspaceContext,
  group: GroupAddress,
  part: { after: string; limit: number },
): Promise<groups.GroupMemberRow[]> {
  await requireGroup(store, group)
  return groups.members(store, group, part)
}

/** Throws NAME_TAKEN. */
export async function createGroup(
  { store, caller, viewer }: WorkspaceContext,
  fields: GroupFields,
): Promise<Group> {
  const group = { workspaceId: viewer.workspaceId, groupId: newId() }
  return store.transactIn(group, async (transaction) => {
    await requireFreeName(transaction, group, fields.name)
    const created = { createdAt: clock.now(), createdBy: caller.userId }
    await groups.insert(transaction, { ...group, ...fields, ...created })
    await record(transaction, caller, group, 'group.create', fields)
    return { id: group.groupId, ...fields, members: 0 }
  })
}

/** Throws GROUP_NOT_FOUND or NAME_TAKEN. */
export async function updateGroup(
  { store, caller }: WorkspaceContext,
  group: GroupAddress,
  change: Partial<GroupFields>,
): Promise<Group> {
  return store.transactIn(group, async (transaction) => {
    const before = await requireGroup(transaction, group)
    const { name = before.name, oidcGroup = before.oidcGroup } = change
    if (name !== before.name) await requireFreeName(transaction, group, name)
    await groups.update(transaction, { ...group, name, oidcGroup })
    await record(transaction, caller, group, 'group.update', { name, oidcGroup })
    return { ...toGroup(before), name, oidcGroup }
  })
}

/** Its members lose the access that it gave. Throws GROUP_NOT_FOUND or LAST_MANAGER. */
export async function deleteGroup(
  { store, caller }: WorkspaceContext,
  group: GroupAddress,
): Promise<void> {
  const { workspaceId, groupId: principalId } = group
  await store.transactIn(group, async (transaction) => {
    const { name } = await requireGroup(transaction, group)
    const granted = await sections.accessibleTo(transaction, { workspaceId, principalId })
    await sections.removePrincipal(transaction, { workspaceId, principalId })
    await removeReviewer(transaction, { workspaceId, principalId })
    await groups.remove(transaction, group)
    await applyToSections(transaction, caller, workspaceId, granted)
    await record(transaction, caller, group, 'group.delete', { name })
  })
}

/** Throws GROUP_NOT_FOUND or MEMBER_NOT_FOUND. */
export async function addToGroup(
  { store, caller }: WorkspaceContext,
  group: GroupAddress,
  userId: string,
): Promise<void> {
  const { workspaceId } = group
  await store.transactIn(group, async (transaction) => {
    await requireGroup(transaction, group)
    const membership = await members.membership(transaction, workspaceId, userId)
    if (membership?.scope !== 'workspace') {
      throw new AppError('MEMBER_NOT_FOUND', 'This person is not a member of the workspace.')
    }
    const added = { ...group, userId, source: 'person', createdAt: clock.now() } as const
    if (!(await groups.addMember(transaction, added))) return
    await applyMembership(transaction, caller, group, 'group.add-member', userId)
  })
}

/** Has no effect on a person who is not in the group. Throws GROUP_NOT_FOUND or LAST_MANAGER. */
export async function removeFromGroup(
  { store, caller }: WorkspaceContext,
  group: GroupAddress,
  userId: string,
): Promise<void> {
  await store.transactIn(group, async (transaction) => {
    await requireGroup(transaction, group)
    if (!(await groups.removeMember(transaction, { ...group, userId }))) return
    await applyMembership(transaction, caller, group, 'group.remove-member', userId)
  })
}

/** Publishes and records that a person joined or left a group. Throws LAST_MANAGER. */
async function applyMembership(
  transaction: Transaction,
  caller: Caller,
  group: GroupAddress,
  action: 'group.add-member' | 'group.remove-member',
  userId: string,
): Promise<void> {
  const { workspaceId, groupId: principalId } = group
  const granted = await sections.accessibleTo(transaction, { workspaceId, principalId })
  await applyToSections(transaction, caller, workspaceId, granted)
  await record(transaction, caller, group, action, { userId })
}

/** Publishes that other people can access these sections. Throws LAST_MANAGER. */
async function applyToSections(
  transaction: Transaction,
  caller: Caller,
  workspaceId: string,
  changed: readonly { sectionId: string; level: number }[],
): Promise<void> {
  for (const { sectionId } of changed) {
    const section = { workspaceId, sectionId }
    if (!(await sections.isManaged(transaction, section))) throw lastManager()
    await recordChange(transaction, caller, section)
  }
}

async function requireGroup(reader: Reader, group: GroupAddress): Promise<groups.GroupRow> {
  const row = await groups.get(reader, group)
  if (row !== undefined) return row
  const { groupId } = group
  throw new AppError('GROUP_NOT_FOUND', `Group ${groupId} not found. List the groups first.`)
}

async function requireFreeName(
  reader: Reader,
  { workspaceId, groupId }: GroupAddress,
  name: string,
): Promise<void> {
  const other = await groups.byName(reader, workspaceId, name)
  if (other === undefined || other === groupId) return
  throw new AppError('NAME_TAKEN', `Another group is named "${name}". Choose another name.`)
}

function lastManager(): AppError {
  return new AppError(
    'LAST_MANAGER',
    'No one else manages some pages that this group manages. Give someone else the level manage, or ask an owner to hand the pages over, first.',
  )
}

async function record(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, groupId: subject }: GroupAddress,
  action:
    | 'group.create'
    | 'group.update'
    | 'group.delete'
    | 'group.add-member'
    | 'group.remove-member',
  details: Record<string, unknown>,
): Promise<void> {
  await recordAudit(transaction, caller, { action, workspaceId, subject, details })
}

function toGroup({ id, name, oidcGroup, members: count }: groups.GroupRow): Group {
  return { id, name, oidcGroup, members: count }
}
