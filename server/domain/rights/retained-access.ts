import type { Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { assignSubtree } from './assignment.ts'
import { accessIn } from './effective-access.ts'
import { applyState, stateOf } from './section-state.ts'

type Page = { workspaceId: string; id: string; sectionId: string | null }

/**
 * Before a page moves to the top level because its parent is gone: the page keeps the permissions that it has, as a
 * section that does not inherit.
 */
export async function keepAccess(
  transaction: Transaction,
  caller: Caller,
  page: Page,
): Promise<void> {
  const { workspaceId, id, sectionId } = page
  if (sectionId === null) return
  const section = { workspaceId, sectionId: id }
  const before = sectionId === id ? await stateOf(transaction, section) : undefined
  if (before?.inherits === false) return
  const own = await accessIn(transaction, workspaceId, sectionId)
  const after = { inherits: false, own }
  await assignSubtree(transaction, page, id)
  const change = { before: before?.own ?? [], after, enclosingId: null }
  await applyState(transaction, caller, section, change)
}
