import { clock } from '../../lib/clock.ts'
import {
  agentAccounts,
  keys,
  type Transaction,
  users,
  webhookDeliveries,
  webhooks,
} from '../../store/index.ts'
import { type AuditActor, recordAudit } from '../administration/audit.ts'

type Member = { workspaceId: string; userId: string }

/**
 * Pauses the agents of a person who cannot answer for them any more, in one workspace or in all. Those that someone
 * paused stay as they are: another owner does not resume them.
 */
export async function pauseAgentsOf(
  transaction: Transaction,
  { workspaceId, userId: ownerId }: { workspaceId?: string; userId: string },
  actor: AuditActor,
): Promise<void> {
  const owned = await agentAccounts.ofOwner(transaction, ownerId)
  const affected = owned.filter(
    (agent) =>
      agent.pauseReason === null &&
      (workspaceId === undefined || agent.workspaceId === workspaceId),
  )
  for (const agent of affected) {
    await agentAccounts.pause(transaction, agent, { reason: 'owner', at: clock.now() })
    await recordAudit(transaction, actor, {
      action: 'agent.pause',
      workspaceId: agent.workspaceId,
      subject: agent.userId,
      details: { reason: 'owner', ownerId },
    })
  }
}

/** Ends the keys, the webhook and the account of an agent that leaves its workspace. Has no effect on a person. */
export async function endAgent(transaction: Transaction, member: Member): Promise<void> {
  const agent = await agentAccounts.get(transaction, member)
  if (agent === undefined) return
  const at = clock.now()
  const { workspaceId, userId, webhookId } = agent
  await keys.revokeOfUser(transaction, userId, at)
  if (webhookId !== null) {
    const endpoint = { workspaceId, webhookId }
    await webhooks.setState(transaction, endpoint, { state: 'removed', reason: null, at })
    await webhookDeliveries.cancel(transaction, endpoint, at)
  }
  await agentAccounts.remove(transaction, agent)
  await users.remove(transaction, userId, at)
}
