import { levelNumbers, sections, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { updateAccess } from './effective-access.ts'
import { saveState } from './section-state.ts'

/** Makes a page that was just added one that only the caller can access. */
export async function makePrivate(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const section = { workspaceId, sectionId: id }
  const own = [{ principalId: caller.userId, level: levelNumbers.manage }]
  await sections.assign(transaction, { workspaceId, ids: [id] }, id)
  await saveState(transaction, caller, section, { before: [], after: { inherits: false, own } })
  await updateAccess(transaction, section, null)
  await sections.advance(transaction, workspaceId)
}
