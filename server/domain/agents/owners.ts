import { clock } from '../../lib/clock.ts'
import { AppError, failedField, invalidInput } from '../../lib/errors.ts'
import { agentAccounts, members, type Reader, users } from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { WorkspaceContext } from '../context.ts'
import { isPersonal } from '../people/accounts/enabled.ts'
import { type AgentAddress, requireAgent, requireManagedAgent } from './agents.ts'

/** Whether a person can answer for an agent: a member who can write, with an enabled account. */
export async function canOwn(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const user = await users.byId(reader, userId)
  if (user === undefined || user.disabledAt !== null || !isPersonal(user)) return false
  const membership = await members.membership(reader, workspaceId, userId)
  return membership?.scope === 'workspace' && membership.role !== 'VIEWER'
}

/** Throws VALIDATION_FAILED. */
export async function requireOwner(
  reader: Reader,
  workspaceId: string,
  ownerId: string,
): Promise<void> {
  if (await canOwn(reader, workspaceId, ownerId)) return
  const message = 'must be a person who is a member of the workspace and can write'
  throw invalidInput([failedField('/ownerId', 'agent', message)])
}

/**
 * Another person answers for the agent. An agent that was paused because its owner left resumes. The caller is an
 * owner or admin. Throws AGENT_NOT_FOUND or VALIDATION_FAILED.
 */
export async function reassignAgent(
  { store, caller }: WorkspaceContext,
  { ownerId, ...address }: AgentAddress & { ownerId: string },
): Promise<void> {
  const { workspaceId, agentId: subject } = address
  await store.transactIn({ workspaceId }, async (transaction) => {
    const agent = await requireAgent(transaction, address)
    await requireOwner(transaction, workspaceId, ownerId)
    await agentAccounts.setOwner(transaction, agent, ownerId)
    if (agent.pauseReason === 'owner') await agentAccounts.resume(transaction, agent)
    const details = { ownerId, previousOwnerId: agent.ownerId }
    const entry = { action: 'agent.reassign', workspaceId, subject, details } as const
    await recordAudit(transaction, caller, entry)
  })
}

type ManagingContext = Pick<WorkspaceContext, 'store' | 'caller'>

/** Its keys and its webhook do not work until it is resumed. Throws AGENT_NOT_FOUND or FORBIDDEN. */
export async function pauseAgent(context: ManagingContext, address: AgentAddress): Promise<void> {
  const { store, caller } = context
  const { workspaceId, agentId: subject } = address
  await store.transactIn({ workspaceId }, async (transaction) => {
    const agent = await requireManagedAgent(transaction, context, address)
    if (agent.pauseReason !== null) return
    await agentAccounts.pause(transaction, agent, { reason: 'requested', at: clock.now() })
    const entry = { action: 'agent.pause', workspaceId, subject } as const
    await recordAudit(transaction, caller, entry)
  })
}

/** Throws AGENT_NOT_FOUND, and FORBIDDEN if its owner cannot answer for it. */
export async function resumeAgent(context: ManagingContext, address: AgentAddress): Promise<void> {
  const { store, caller } = context
  const { workspaceId, agentId: subject } = address
  await store.transactIn({ workspaceId }, async (transaction) => {
    const agent = await requireManagedAgent(transaction, context, address)
    if (agent.pauseReason === null) return
    const isOwned =
      agent.pauseReason !== 'owner' && (await canOwn(transaction, workspaceId, agent.ownerId))
    if (!isOwned) {
      const message =
        'The owner of this agent no longer has write access. An owner or admin must choose another owner first.'
      throw new AppError('FORBIDDEN', message)
    }
    await agentAccounts.resume(transaction, agent)
    const entry = { action: 'agent.resume', workspaceId, subject } as const
    await recordAudit(transaction, caller, entry)
  })
}
