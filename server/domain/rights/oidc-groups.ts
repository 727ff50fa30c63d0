import { clock } from '../../lib/clock.ts'
import { groups, members, sections, type Transaction } from '../../store/index.ts'
import { type AuditActor, recordAudit } from '../administration/audit.ts'
import { emit } from '../events/events.ts'

type Actor = Pick<AuditActor, 'userId' | 'via' | 'client'>

/**
 * At sign-in, the groups of a person follow the claim of the identity provider, in every workspace that they are a
 * member of. Memberships that a person added stay. The provider decides: a section may lose its last manager.
 */
export async function followGroups(
  transaction: Transaction,
  actor: Actor,
  claimed: readonly string[],
): Promise<void> {
  const { userId } = actor
  for (const { id: workspaceId, scope } of await members.workspacesOf(transaction, userId)) {
    if (scope !== 'workspace') continue
    const wanted = (await groups.following(transaction, workspaceId))
      .filter(({ oidcGroup }) => claimed.includes(oidcGroup))
      .map(({ groupId }) => groupId)
    const current = await groups.ofUser(transaction, { workspaceId, userId })
    for (const groupId of wanted) {
      if (current.some((one) => one.groupId === groupId)) continue
      const added = {
        workspaceId,
        groupId,
        userId,
        source: 'oidc',
        createdAt: clock.now(),
      } as const
      await groups.addMember(transaction, added)
      await record(transaction, actor, { workspaceId, groupId }, 'group.add-member')
    }
    for (const { groupId, source } of current) {
      if (source !== 'oidc' || wanted.includes(groupId)) continue
      await groups.removeMember(transaction, { workspaceId, groupId, userId })
      await record(transaction, actor, { workspaceId, groupId }, 'group.remove-member')
    }
  }
}

async function record(
  transaction: Transaction,
  actor: Actor,
  { workspaceId, groupId }: groups.GroupAddress,
  action: 'group.add-member' | 'group.remove-member',
): Promise<void> {
  await sections.advanceRestricted(transaction, workspaceId)
  const principal = { workspaceId, principalId: groupId }
  for (const { sectionId: pageId } of await sections.accessibleTo(transaction, principal)) {
    const { userId, via } = actor
    const event = { type: 'page.permissions_changed', pageId } as const
    await emit(transaction, workspaceId, { userId, via }, event)
  }
  const details = { userId: actor.userId, source: 'oidc' }
  await recordAudit(transaction, actor, { action, workspaceId, subject: groupId, details })
}
