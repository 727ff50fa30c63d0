import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'
import type { MemberScope } from './members.ts'

type AgentAddress = { workspaceId: string; userId: string }

/** `requested` by a person, or because the `owner` left, was disabled or lost write access. */
export type PauseReason = 'requested' | 'owner'

export type AgentRow = AgentAddress & {
  name: string
  icon: string | null
  /** The highest level on any page. */
  level: number
  scope: MemberScope
  ownerId: string
  ownerFirstName: string
  ownerLastName: string
  webhookId: string | null
  pauseReason: PauseReason | null
  pausedAt: number | null
  createdAt: number
}

type NewAgent = AgentAddress & {
  icon: string | null
  ownerId: string
  createdAt: number
  createdBy: string
}

const selected = `select a.workspace_id as "workspaceId", a.user_id as "userId", u.first_name as "name", a.icon,
    m.max_level as "level", m.scope, a.owner_id as "ownerId", o.first_name as "ownerFirstName",
    o.last_name as "ownerLastName", a.webhook_id as "webhookId", a.pause_reason as "pauseReason",
    a.paused_at as "pausedAt", a.created_at as "createdAt"
  from agent_accounts a
  join members m on m.workspace_id = a.workspace_id and m.user_id = a.user_id
  join users u on u.id = a.user_id
  join users o on o.id = a.owner_id`

const listStatement = statement<AgentRow, { workspaceId: string }>(
  'agentAccounts.list',
  `${selected} where a.workspace_id = $workspaceId order by u.first_name, a.user_id`,
)
const getStatement = statement<AgentRow, AgentAddress>(
  'agentAccounts.get',
  `${selected} where a.workspace_id = $workspaceId and a.user_id = $userId`,
)
const ofOwnerStatement = statement<AgentRow, { ownerId: string }>(
  'agentAccounts.ofOwner',
  `${selected} where a.owner_id = $ownerId order by a.workspace_id, a.user_id`,
)
const insertStatement = statement<never, NewAgent>(
  'agentAccounts.insert',
  `insert into agent_accounts (workspace_id, user_id, icon, owner_id, created_at, created_by)
   values ($workspaceId, $userId, $icon, $ownerId, $createdAt, $createdBy)`,
)
const setIconStatement = statement<never, AgentAddress & { icon: string | null }>(
  'agentAccounts.setIcon',
  'update agent_accounts set icon = $icon where workspace_id = $workspaceId and user_id = $userId',
)
const setOwnerStatement = statement<never, AgentAddress & { ownerId: string }>(
  'agentAccounts.setOwner',
  `update agent_accounts set owner_id = $ownerId
   where workspace_id = $workspaceId and user_id = $userId`,
)
const setWebhookStatement = statement<never, AgentAddress & { webhookId: string | null }>(
  'agentAccounts.setWebhook',
  `update agent_accounts set webhook_id = $webhookId
   where workspace_id = $workspaceId and user_id = $userId`,
)
const pauseStatement = statement<never, AgentAddress & { reason: PauseReason; at: number }>(
  'agentAccounts.pause',
  `update agent_accounts set pause_reason = $reason, paused_at = $at
   where workspace_id = $workspaceId and user_id = $userId`,
)
const resumeStatement = statement<never, AgentAddress>(
  'agentAccounts.resume',
  `update agent_accounts set pause_reason = null, paused_at = null
   where workspace_id = $workspaceId and user_id = $userId`,
)
const removeStatement = statement<never, AgentAddress>(
  'agentAccounts.remove',
  'delete from agent_accounts where workspace_id = $workspaceId and user_id = $userId',
)

/** By name. */
export function list(reader: Reader, workspaceId: string): Promise<AgentRow[]> {
  return reader.all(listStatement, { workspaceId })
}

export function get(
  reader: Reader,
  { workspaceId, userId }: AgentAddress,
): Promise<AgentRow | undefined> {
  return reader.get(getStatement, { workspaceId, userId })
}

/** The agents of a person, in all workspaces. */
export function ofOwner(reader: Reader, ownerId: string): Promise<AgentRow[]> {
  return reader.all(ofOwnerStatement, { ownerId })
}

/** The user and the membership must exist. */
export async function insert(transaction: Transaction, row: NewAgent): Promise<void> {
  await transaction.run(insertStatement, row)
}

export async function setIcon(
  transaction: Transaction,
  { workspaceId, userId }: AgentAddress,
  icon: string | null,
): Promise<void> {
  await transaction.run(setIconStatement, { workspaceId, userId, icon })
}

export async function setOwner(
  transaction: Transaction,
  { workspaceId, userId }: AgentAddress,
  ownerId: string,
): Promise<void> {
  await transaction.run(setOwnerStatement, { workspaceId, userId, ownerId })
}

export async function setWebhook(
  transaction: Transaction,
  { workspaceId, userId }: AgentAddress,
  webhookId: string | null,
): Promise<void> {
  await transaction.run(setWebhookStatement, { workspaceId, userId, webhookId })
}

export async function pause(
  transaction: Transaction,
  { workspaceId, userId }: AgentAddress,
  { reason, at }: { reason: PauseReason; at: number },
): Promise<void> {
  await transaction.run(pauseStatement, { workspaceId, userId, reason, at })
}

export async function resume(
  transaction: Transaction,
  { workspaceId, userId }: AgentAddress,
): Promise<void> {
  await transaction.run(resumeStatement, { workspaceId, userId })
}

export async function remove(
  transaction: Transaction,
  { workspaceId, userId }: AgentAddress,
): Promise<void> {
  await transaction.run(removeStatement, { workspaceId, userId })
}
