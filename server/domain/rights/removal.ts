import { groups, sections, type Transaction } from '../../store/index.ts'
import { assignAll } from './assignment.ts'

/** Deletes a section whose page is about to go for good. Pages that remain in it leave all sections. */
export async function removeSection(
  transaction: Transaction,
  section: sections.SectionAddress,
): Promise<void> {
  await assignAll(transaction, section, null)
  await sections.remove(transaction, section)
  await sections.advance(transaction, section.workspaceId)
}

/** Removes a person from all groups and sections of a workspace. */
export async function endAccess(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
): Promise<void> {
  const { workspaceId, userId } = member
  await groups.removeUser(transaction, member)
  await sections.removePrincipal(transaction, { workspaceId, principalId: userId })
}
