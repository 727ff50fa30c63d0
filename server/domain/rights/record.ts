import { sections, type Transaction } from '../../store/index.ts'
import type { Caller } from '../context.ts'
import { emit } from '../events/events.ts'

/** Publishes in the transaction of the change that other people can access a section. */
export async function recordChange(
  transaction: Transaction,
  caller: Caller,
  { workspaceId, sectionId: pageId }: sections.SectionAddress,
): Promise<void> {
  await sections.advance(transaction, workspaceId)
  await emit(transaction, workspaceId, caller, { type: 'page.permissions_changed', pageId })
}
