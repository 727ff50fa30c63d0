import { AppError } from '../../lib/errors.ts'
import { ownDomains } from '../../lib/own-domains.ts'
import { agentAccounts, levelNumbers, members, type Reader, webhooks } from '../../store/index.ts'
import type { Context } from '../context.ts'

export type AgentAddress = { workspaceId: string; agentId: string }

/** What an agent can do at most. Sections can give it less. */
export const agentRoles = ['read', 'comment', 'propose', 'write'] as const
export type AgentRole = (typeof agentRoles)[number]

export type Agent = Omit<agentAccounts.AgentRow, 'level' | 'webhookId'> & {
  role: AgentRole
  /** Whether the caller answers for the agent: its owner, or an owner or admin of the workspace. */
  isManaged: boolean
  /** Only for those who manage the agent. */
  webhook: { url: string; enabled: boolean } | null
}

/** By name. */
export async function listAgents(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  workspaceId: string,
): Promise<Agent[]> {
  const isAdmin = await isWorkspaceAdmin(store, workspaceId, caller.userId)
  const rows = await agentAccounts.list(store, workspaceId)
  const hasWebhooks = rows.some(({ webhookId }) => webhookId !== null)
  const endpoints = hasWebhooks ? await webhooks.list(store, workspaceId) : []
  return rows.map(({ level, webhookId, ...row }) => {
    const isManaged = isAdmin || row.ownerId === caller.userId
    const endpoint = isManaged ? endpoints.find(({ id }) => id === webhookId) : undefined
    const webhook =
      endpoint === undefined ? null : { url: endpoint.url, enabled: endpoint.state === 'enabled' }
    return { ...row, role: roleOf(level), isManaged, webhook }
  })
}

/** Nothing is sent to it; it names the account for the operator. */
export function addressOf(agentId: string): string {
  return `agent-${agentId}@${ownDomains.agent}`
}

function roleOf(level: number): AgentRole {
  return agentRoles.find((role) => levelNumbers[role] === level) ?? 'read'
}

/** Throws AGENT_NOT_FOUND. */
export async function requireAgent(
  reader: Reader,
  { workspaceId, agentId: userId }: AgentAddress,
): Promise<agentAccounts.AgentRow> {
  const agent = await agentAccounts.get(reader, { workspaceId, userId })
  if (agent !== undefined) return agent
  const message = `Agent ${userId} is not in this workspace. List the agents first.`
  throw new AppError('AGENT_NOT_FOUND', message)
}

/** An agent that the caller answers for. Throws AGENT_NOT_FOUND or FORBIDDEN. */
export async function requireManagedAgent(
  reader: Reader,
  { caller }: Pick<Context, 'caller'>,
  address: AgentAddress,
): Promise<agentAccounts.AgentRow> {
  const agent = await requireAgent(reader, address)
  if (agent.ownerId === caller.userId) return agent
  if (await isWorkspaceAdmin(reader, address.workspaceId, caller.userId)) return agent
  const message =
    'Only the owner of an agent and owners and admins of the workspace can change it. Ask one of them.'
  throw new AppError('FORBIDDEN', message)
}

export async function isWorkspaceAdmin(
  reader: Reader,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const role = await members.role(reader, workspaceId, userId)
  return role === 'OWNER' || role === 'ADMIN'
}
