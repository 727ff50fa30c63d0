import { clock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import type { Role } from '../lib/vocabulary.ts'
import { chatLinks, members, type Reader, type Store, type Transaction, workspaces } from '../store/index.ts'
import { type Actor, emit } from './events.ts'

export type NewMember = { userId: string; role: Role }

/** Adds a person to a workspace or gives them another role. */
export async function addMember(
  transaction: Transaction,
  workspaceId: string,
  { userId, role }: NewMember,
  actor: Actor,
): Promise<void> {
  const before = await members.role(transaction, workspaceId, userId)
  if (before === role) return
  if (before === 'OWNER') await requireOtherOwner(transaction, workspaceId, userId)
  await members.put(transaction, { workspaceId, userId, role, createdAt: clock.now() })
  const type = before === undefined ? 'member.joined' : 'member.updated'
  const previous = before === undefined ? {} : { previous: { role: before } }
  await emit(transaction, workspaceId, actor, { type, userId, role, ...previous })
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
  actor: Actor,
): Promise<void> {
  const role = await members.role(transaction, workspaceId, userId)
  if (role === undefined) {
    throw new AppError('MEMBER_NOT_FOUND', 'This person is not a member of the workspace.')
  }
  if (role === 'OWNER') await requireOtherOwner(transaction, workspaceId, userId)
  await chatLinks.removeOfUser(transaction, workspaceId, userId)
  await members.remove(transaction, workspaceId, userId)
  await emit(transaction, workspaceId, actor, { type: 'member.removed', userId })
}

export async function dropMember(
  store: Store,
  workspaceId: string,
  userId: string,
  actor: Actor,
): Promise<void> {
  await store.transactIn({ workspaceId }, (transaction) =>
    removeMember(transaction, workspaceId, userId, actor),
  )
}

export function listMembers(reader: Reader, workspaceId: string): Promise<members.MemberRow[]> {
  return members.list(reader, workspaceId)
}

/** A workspace never loses its last owner. */
async function requireOtherOwner(
  transaction: Transaction,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const all = await members.list(transaction, workspaceId)
  if (all.some((member) => member.role === 'OWNER' && member.id !== userId)) return
  const workspace = await workspaces.byId(transaction, workspaceId)
  throw new AppError(
    'LAST_OWNER',
    `This person is the only owner of the workspace ${workspace?.slug ?? workspaceId}. Make someone else OWNER first.`,
  )
}
