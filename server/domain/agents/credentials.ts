import { AppError } from '../../lib/errors.ts'
import { keys } from '../../store/index.ts'
import { requireKeyQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireReadableByCaller } from '../people/agent-access.ts'
import { addKey, type CreatedKey, type Expiry, listKeys, revokeKey } from '../people/api-keys.ts'
import { briefExpiries, type ShownKey, showKey } from '../people/own-api-keys.ts'
import { requireRecentAuthentication, requireSession } from '../people/sign-in/reauthentication.ts'
import {
  createWebhook,
  removeWebhook,
  requireWebhook,
  rotateSecret,
  updateWebhook,
} from '../webhooks/endpoints.ts'
import { type AgentAddress, requireManagedAgent } from './agents.ts'

/** The keys of an agent that the caller answers for. Throws AGENT_NOT_FOUND or FORBIDDEN. */
export async function listAgentKeys(
  context: WorkspaceContext,
  address: AgentAddress,
): Promise<ShownKey[]> {
  await requireManagedAgent(context.store, context, address)
  return (await listKeys(context.store, address.agentId)).map(showKey)
}

/** Throws AGENT_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED or REAUTHENTICATION_REQUIRED. */
export async function createAgentKey(
  context: WorkspaceContext,
  { name, expires, ...address }: AgentAddress & { name: string; expires: Expiry },
): Promise<CreatedKey> {
  const { store, caller } = context
  const { workspaceId, agentId: userId } = address
  await requireManagedAgent(store, context, address)
  await requireReadableByCaller(context, userId)
  if (!briefExpiries.has(expires)) await requireRecentAuthentication(context)
  const valid = (await listKeys(store, userId)).filter(({ state }) => state === 'valid')
  await requireKeyQuota(context, valid.length)
  return store.transact(async (transaction) => {
    await requireSession(transaction, caller)
    await requireManagedAgent(transaction, context, address)
    return addKey(transaction, { userId, name, expires, workspaceIds: [workspaceId] }, caller)
  })
}

/** Treats the key of another account as not found. Throws AGENT_NOT_FOUND, FORBIDDEN or KEY_NOT_FOUND. */
export async function revokeAgentKey(
  context: WorkspaceContext,
  { keyId, ...address }: AgentAddress & { keyId: string },
): Promise<void> {
  const { store, caller } = context
  await requireManagedAgent(store, context, address)
  const found = await keys.byId(store, keyId)
  if (found?.userId !== address.agentId) {
    throw new AppError('KEY_NOT_FOUND', 'Key not found. List the keys of the agent.')
  }
  await revokeKey(store, keyId, caller)
}

/**
 * Sets the address that receives the mentions and assignments of the agent; null removes it. Returns the secret of a
 * new address, the only time. Throws AGENT_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED.
 */
export async function setAgentWebhook(
  context: WorkspaceContext,
  { url, ...address }: AgentAddress & { url: string | null },
): Promise<{ secret: string | null }> {
  const { workspaceId, agentId } = address
  const { name, webhookId } = await requireManagedAgent(context.store, context, address)
  if (url === null) {
    if (webhookId !== null) await removeWebhook(context, { workspaceId, webhookId })
    return { secret: null }
  }
  await requireReadableByCaller(context, agentId)
  if (webhookId !== null) {
    const before = await requireWebhook(context, { workspaceId, webhookId })
    if (before.url === url && before.state === 'enabled') return { secret: null }
    await updateWebhook(context, { workspaceId, webhookId, url, enabled: true })
    // Whoever chooses the address gets a secret for it.
    const { secret } = await rotateSecret(context, { workspaceId, webhookId }, 0)
    return { secret }
  }
  const events = ['agent.mentioned', 'agent.assigned']
  const { secret } = await createWebhook(context, { workspaceId, url, name, events, agentId })
  return { secret }
}
