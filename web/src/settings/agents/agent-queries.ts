import type { client } from '../../lib/client.ts'
import { t } from './messages.ts'

export type Agent = Awaited<ReturnType<typeof client.agentAccounts.list>>['agents'][number]
export type AgentRole = Agent['role']

export const agentRoles = ['read', 'comment', 'propose', 'write'] as const satisfies AgentRole[]

export function agentsKey(workspaceId: string) {
  return ['agents', workspaceId] as const
}

/** What is different when an agent changes: it is a member, too. */
export function changesOf(workspaceId: string) {
  return [agentsKey(workspaceId), ['members', workspaceId]] as const
}

export function agentKeysKey(agent: Agent) {
  return ['agent-keys', agent.id] as const
}

export function roleLabel(role: AgentRole): string {
  return t[role]
}
