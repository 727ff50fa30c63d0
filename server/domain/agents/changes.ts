import { clock } from '../../lib/clock.ts'
import { AppError, failedField, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { plainName } from '../../lib/plain-names.ts'
import {
  agentAccounts,
  levelNumbers,
  members,
  type Reader,
  sections,
  type Transaction,
  users,
} from '../../store/index.ts'
import { recordAudit } from '../administration/audit.ts'
import type { WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'
import { requirePage } from '../pages/tree.ts'
import { addMember, removeMember } from '../people/members.ts'
import { setGrant } from '../rights/grants.ts'
import { requireLevel } from '../rights/levels.ts'
import { canManage } from '../rights/sections.ts'
import {
  addressOf,
  type AgentAddress,
  type AgentRole,
  isWorkspaceAdmin,
  requireManagedAgent,
} from './agents.ts'
import { requireOwner } from './owners.ts'

const maxAgents = 100

export type NewAgent = {
  workspaceId: string
  name: string
  icon?: string | null
  role: AgentRole
  /** The pages that the agent is limited to, with the pages below them. Without it, the agent sees what everyone sees. */
  pageIds?: readonly string[]
  /** The caller when left out. Only owners and admins name someone else. */
  ownerId?: string
}

/** Returns the ID of the agent. Throws FORBIDDEN, PAGE_NOT_FOUND, QUOTA_EXCEEDED or VALIDATION_FAILED. */
export async function createAgent(context: WorkspaceContext, input: NewAgent): Promise<string> {
  const { store, caller } = context
  const { workspaceId, role, pageIds, icon = null, ownerId = caller.userId } = input
  const id = newId()
  const name = nameOf(input.name)
  const maxLevel = levelNumbers[role]
  await store.transact(async (transaction) => {
    await requireOwnerChoice(transaction, context, ownerId)
    await requireOwner(transaction, workspaceId, ownerId)
    await requireRoom(transaction, workspaceId)
    const createdAt = clock.now()
    const email = addressOf(id)
    const account = { id, email, firstName: name, lastName: '', kind: 'agent' } as const
    const settings = { emailVerified: 0, language: null, disabledAt: null } as const
    await users.insert(transaction, { ...account, ...settings, createdAt }, null)
    const scope = pageIds === undefined ? ('workspace' as const) : ('shared' as const)
    const member = { userId: id, role: storedRole(maxLevel), scope, maxLevel }
    await addMember(transaction, workspaceId, member, caller)
    const row = { workspaceId, userId: id, icon, ownerId, createdAt, createdBy: caller.userId }
    await agentAccounts.insert(transaction, row)
    for (const pageId of pageIds ?? []) await share(transaction, context, pageId, id)
    const details = { name, role, ownerId, ...(pageIds && { pageIds }) }
    const entry = { action: 'agent.create', workspaceId, subject: id, details } as const
    await recordAudit(transaction, caller, entry)
  })
  return id
}

async function requireOwnerChoice(
  reader: Reader,
  { caller, viewer }: WorkspaceContext,
  ownerId: string,
): Promise<void> {
  if (viewer.everyoneId === '') {
    throw new AppError('FORBIDDEN', 'Guests cannot create agents. Ask a member of the workspace.')
  }
  if (ownerId === caller.userId) return
  if (await isWorkspaceAdmin(reader, viewer.workspaceId, caller.userId)) return
  const message = 'Only owners and admins can create an agent for someone else. Own it yourself.'
  throw new AppError('FORBIDDEN', message)
}

async function requireRoom(reader: Reader, workspaceId: string): Promise<void> {
  if ((await agentAccounts.list(reader, workspaceId)).length < maxAgents) return
  const message = `This workspace has ${maxAgents} agents, the maximum. Remove one that is no longer used.`
  throw new AppError('QUOTA_EXCEEDED', message)
}

/** With the level write, which the role of the agent limits. */
async function share(
  transaction: Transaction,
  { viewer, caller }: WorkspaceContext,
  pageId: string,
  agentId: string,
): Promise<void> {
  const page = await requirePage(transaction, viewer, pageId)
  if (!canManage(viewer, page)) {
    requireLevel(page.level, 'manage', 'Ask someone who manages this page.')
  }
  const level = levelNumbers.write
  const grant = { principalId: agentId, level, at: clock.now(), by: caller.userId }
  await setGrant(transaction, page, grant)
  const event = { type: 'page.permissions_changed', pageId } as const
  await emit(transaction, viewer.workspaceId, caller, event)
}

export type AgentChange = AgentAddress & {
  name?: string
  icon?: string | null
  role?: AgentRole
  /** `workspace` is what everyone sees; `shared`, only what is shared with the agent. */
  scope?: members.MemberScope
}

/** Fields that are left out stay. Throws AGENT_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export async function updateAgent(context: WorkspaceContext, change: AgentChange): Promise<void> {
  const { store, caller } = context
  const { workspaceId, agentId, role, icon } = change
  await store.transact(async (transaction) => {
    const before = await requireManagedAgent(transaction, context, change)
    const name = change.name === undefined ? before.name : nameOf(change.name)
    if (name !== before.name) await rename(transaction, agentId, name)
    if (icon !== undefined) await agentAccounts.setIcon(transaction, before, icon)
    const maxLevel = role === undefined ? before.level : levelNumbers[role]
    const scope = change.scope ?? before.scope
    if (maxLevel !== before.level || scope !== before.scope) {
      await setLevel(transaction, before, { maxLevel, scope })
      const event = { type: 'member.updated', userId: agentId, role: storedRole(maxLevel) } as const
      await emit(transaction, workspaceId, caller, event)
    }
    const details = { name, ...(role && { role }), ...(change.scope && { scope }) }
    const entry = { action: 'agent.update', workspaceId, subject: agentId, details } as const
    await recordAudit(transaction, caller, entry)
  })
}

async function rename(transaction: Transaction, id: string, name: string): Promise<void> {
  const user = await users.byId(transaction, id)
  if (user === undefined) return
  await users.update(transaction, { ...user, firstName: name, lastName: '' })
}

async function setLevel(
  transaction: Transaction,
  { workspaceId, userId, createdAt }: agentAccounts.AgentRow,
  { maxLevel, scope }: { maxLevel: number; scope: members.MemberScope },
): Promise<void> {
  const role = storedRole(maxLevel)
  await members.put(transaction, { workspaceId, userId, role, scope, createdAt, maxLevel })
  await sections.advanceRestricted(transaction, workspaceId)
}

/** Throws AGENT_NOT_FOUND or FORBIDDEN. */
export async function removeAgent(context: WorkspaceContext, address: AgentAddress): Promise<void> {
  const { store, caller } = context
  const { workspaceId, agentId } = address
  await store.transact(async (transaction) => {
    const { name, ownerId } = await requireManagedAgent(transaction, context, address)
    await removeMember(transaction, workspaceId, agentId, caller)
    const details = { name, ownerId }
    const entry = { action: 'agent.remove', workspaceId, subject: agentId, details } as const
    await recordAudit(transaction, caller, entry)
  })
}

/** In the specified shapes an agent that cannot write is a viewer. */
function storedRole(level: number): 'MEMBER' | 'VIEWER' {
  return level >= levelNumbers.write ? 'MEMBER' : 'VIEWER'
}

function nameOf(given: string): string {
  const name = plainName(given)
  if (name !== '') return name
  throw invalidInput([failedField('/name', 'agent', 'must contain a visible character')])
}
