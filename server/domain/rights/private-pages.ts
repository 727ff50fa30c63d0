import { levelNumbers, sections, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { updateAccess } from './effective-access.ts'
import { saveState } from './section-state.ts'

/** Gives a page that was just added as a section to the caller alone. */
export async function makePrivate(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const section = { workspaceId, sectionId: id }
  const own = [{ principalId: caller.userId, level: levelNumbers.manage }]
  await saveState(transaction, caller, section, { before: [], after: { inherits: false, own } })
  await updateAccess(transaction, section, null)
  await sections.advance(transaction, workspaceId)
}
