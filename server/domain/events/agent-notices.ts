import { clock, dayMs } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { agentAccounts, agentNotices, type Transaction } from '../../store/index.ts'
import { type AuditActor, recordAudit } from '../administration/audit.ts'
import { emit, type Event } from './events.ts'

/** How many mentions and assignments of agents can follow from that of a person, or from one that an agent begins. */
export const maxNoticesPerChain = 10

/** An agent that caused nothing for so long begins another chain. */
const chainMs = dayMs

type Noticed = Extract<Event, { type: 'agent.mentioned' | 'agent.assigned' }>

/**
 * Tells the agents among some members that a change mentions them or assigns a page to them. What an agent causes
 * belongs to the chain of the newest notice that it received, so that agents that mention each other stop.
 */
export async function notifyAgents(
  transaction: Transaction,
  workspaceId: string,
  actor: AuditActor,
  { userIds, eventFor }: { userIds: readonly string[]; eventFor: (agentId: string) => Noticed },
): Promise<void> {
  if (userIds.length === 0) return
  const agents = await agentAccounts.list(transaction, workspaceId)
  const noticed = agents.filter(
    ({ userId, pauseReason }) =>
      userIds.includes(userId) && userId !== actor.userId && pauseReason === null,
  )
  if (noticed.length === 0) return
  const now = clock.now()
  const since = now - chainMs
  await agentNotices.removeBefore(transaction, workspaceId, since)
  const isAgent = agents.some(({ userId }) => userId === actor.userId)
  const ofActor = { workspaceId, agentId: actor.userId, since }
  const before = isAgent ? await agentNotices.latestChain(transaction, ofActor) : undefined
  const chainId = before ?? newId()
  for (const { userId: agentId } of noticed) {
    const notices = await agentNotices.count(transaction, { workspaceId, chainId })
    if (notices > maxNoticesPerChain) return
    const notice = { workspaceId, id: newId(), agentId, chainId, createdAt: now }
    await agentNotices.insert(transaction, notice)
    if (notices < maxNoticesPerChain) await emit(transaction, workspaceId, actor, eventFor(agentId))
    else {
      // Once per chain: the row of the notice that is not sent counts too.
      const details = { notices: maxNoticesPerChain }
      const entry = { action: 'agent.stop-chain', workspaceId, subject: agentId, details } as const
      await recordAudit(transaction, actor, entry)
    }
  }
}
