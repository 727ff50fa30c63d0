import { clock } from '../../lib/clock.ts'
import {
  groups,
  links,
  sections,
  skillLinks,
  type Transaction,
  visitorSessions,
} from '../../store/index.ts'
import { assignAll } from './assignment.ts'
import { removeReviewer } from './reviewers.ts'

/** Deletes a section whose page is about to go for good. Pages that remain in it leave all sections. */
export async function removeSection(
  transaction: Transaction,
  section: sections.SectionAddress,
): Promise<void> {
  await assignAll(transaction, section, null)
  await sections.remove(transaction, section)
  await sections.advance(transaction, section.workspaceId)
}

/** Removes a person from all groups and sections of a workspace, and revokes their links. */
export async function endAccess(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
): Promise<void> {
  const { workspaceId, userId } = member
  const wasInGroup = await groups.removeUser(transaction, member)
  const principal = { workspaceId, principalId: userId }
  const hadAccess = await sections.removePrincipal(transaction, principal)
  // Whoever comes back reads what they can then.
  if (wasInGroup || hadAccess) await sections.advanceRestricted(transaction, workspaceId)
  await removeReviewer(transaction, principal)
  await endLinks(transaction, member)
}

/** Revokes the share links and skill links that a person created in a workspace. */
export async function endLinks(
  transaction: Transaction,
  member: { workspaceId: string; userId: string },
): Promise<void> {
  const { workspaceId } = member
  const ids = await links.ofCreator(transaction, member)
  await skillLinks.removeOfCreator(transaction, member)
  for (const linkId of ids) await endLink(transaction, { workspaceId, linkId })
  if (ids.length > 0) await sections.advance(transaction, workspaceId)
}

/** Revokes the share links with a grant of the section, which is about to be deleted. */
export async function endLinksOf(
  transaction: Transaction,
  section: sections.SectionAddress,
): Promise<void> {
  const { workspaceId } = section
  for (const { principalId } of await sections.grants(transaction, section)) {
    const link = { workspaceId, linkId: principalId }
    if ((await links.get(transaction, link)) !== undefined) await endLink(transaction, link)
  }
}

async function endLink(transaction: Transaction, link: links.LinkAddress): Promise<void> {
  const { workspaceId, linkId } = link
  await links.revoke(transaction, link, clock.now())
  await sections.removePrincipal(transaction, { workspaceId, principalId: linkId })
  await visitorSessions.removeOfLink(transaction, link)
}
