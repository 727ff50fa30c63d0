import { AppError } from '../../lib/errors.ts'
import { levelNumbers, members, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { applyState } from './section-state.ts'

/** Gives a page that was just added as a section to the caller alone. Throws FORBIDDEN for an agent. */
export async function makePrivate(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const membership = await members.membership(transaction, workspaceId, caller.userId)
  if (membership !== undefined && membership.maxLevel !== null) {
    const message = 'An agent cannot have private pages. Create a page for everyone instead.'
    throw new AppError('FORBIDDEN', message)
  }
  const section = { workspaceId, sectionId: id }
  const own = [{ principalId: caller.userId, level: levelNumbers.manage }]
  const after = { inherits: false, own }
  await applyState(transaction, caller, section, { before: [], after, enclosingId: null })
}
