import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { handingOver, members, sections, type Transaction } from '../../store/index.ts'
import { endAccess } from './removal.ts'

type Member = { workspaceId: string; userId: string }

export type Leaving = {
  /** The person who then manages the sections that only this person manages. */
  handOverTo?: string | undefined
  /** Of sections without a manager: an owner can hand them over later. */
  unmanaged: 'refused' | 'kept'
}

/**
 * Ends all access of a person who leaves a workspace. Returns the sections that another person manages now. Throws
 * LAST_MANAGER if sections would have no manager, and VALIDATION_FAILED if the new manager is no member.
 */
export async function leaveSections(
  transaction: Transaction,
  member: Member,
  { handOverTo, unmanaged }: Leaving,
): Promise<string[]> {
  const managed = await handingOver.managed(transaction, member)
  if (handOverTo !== undefined) {
    await requireManager(transaction, member, handOverTo)
    const change = { ...member, newManagerId: handOverTo, now: clock.now() }
    await handingOver.handOver(transaction, change)
  }
  await endAccess(transaction, member)
  if (managed.length > 0) await sections.advance(transaction, member.workspaceId)
  if (unmanaged === 'refused') await requireManaged(transaction, member.workspaceId, managed)
  return handOverTo === undefined ? [] : managed
}

async function requireManaged(
  transaction: Transaction,
  workspaceId: string,
  managed: readonly string[],
): Promise<void> {
  let orphans = 0
  for (const sectionId of managed) {
    if (!(await sections.isManaged(transaction, { workspaceId, sectionId }))) orphans += 1
  }
  if (orphans === 0) return
  const which = orphans === 1 ? 'one page' : `${orphans} pages`
  throw new AppError(
    'LAST_MANAGER',
    `You are the only person who manages ${which} with own permissions. Choose a member who takes over, or give someone else the level manage first.`,
  )
}

async function requireManager(
  transaction: Transaction,
  { workspaceId, userId }: Member,
  newManagerId: string,
): Promise<void> {
  const membership = await members.membership(transaction, workspaceId, newManagerId)
  const mayManage =
    membership?.scope === 'workspace' &&
    membership.role !== 'VIEWER' &&
    membership.maxLevel === null
  if (mayManage && newManagerId !== userId) return
  const message = 'must be another member of the workspace who can write'
  throw invalidInput([{ path: '/handOverTo', rule: 'membership', message }])
}
