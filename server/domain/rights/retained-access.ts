import { sections, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { assignSubtree } from './assignment.ts'
import { accessIn, updateAccess } from './effective-access.ts'
import { saveState, stateOf } from './section-state.ts'

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
  await saveState(transaction, caller, section, { before: before?.own ?? [], after })
  await assignSubtree(transaction, page, id)
  await updateAccess(transaction, section, null)
  await sections.advance(transaction, workspaceId)
}
