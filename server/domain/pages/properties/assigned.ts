import { properties, type Transaction } from '../../../store/index.ts'
import { notifyAgents } from '../../events/agent-notices.ts'
import { notifyPeople, reachedBy } from '../../inbox/notify.ts'
import type { PageAddress } from '../tree.ts'

/** The people that the properties of a page name. */
export function peopleIn(values: readonly properties.PropertyRow[]): string[] {
  return [...new Set(values.filter(({ type }) => type === 'person').map(({ text }) => text))]
}

/** The people that new properties of a page name, and the stored ones do not. */
export async function assignedPeople(
  transaction: Transaction,
  page: PageAddress,
  values: readonly properties.PropertyRow[],
): Promise<string[]> {
  const named = peopleIn(values)
  if (named.length === 0) return []
  const before = new Set(await properties.people(transaction, page))
  return named.filter((userId) => !before.has(userId))
}

/** To be called after the event of the change. */
export async function notifyAssigned(
  transaction: Transaction,
  { workspaceId, pageId }: PageAddress,
  actor: Parameters<typeof notifyAgents>[2],
  assigned: readonly string[],
): Promise<void> {
  const userIds = await reachedBy(transaction, actor, { workspaceId, pageId }, assigned)
  const eventFor = (agentId: string) => ({ type: 'agent.assigned', pageId, agentId }) as const
  await notifyAgents(transaction, workspaceId, actor, { userIds, eventFor })
  await notifyPeople(transaction, actor, { workspaceId, kind: 'assignment', pageId, userIds })
}
