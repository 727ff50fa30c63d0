import { levelNumbers, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { applyState } from './section-state.ts'

/** Gives a page that was just added as a section to the caller alone. */
export async function makePrivate(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const section = { workspaceId, sectionId: id }
  const own = [{ principalId: caller.userId, level: levelNumbers.manage }]
  const after = { inherits: false, own }
  await applyState(transaction, caller, section, { before: [], after, enclosingId: null })
}
