import { AppError } from '../../lib/errors.ts'
import { levelsIn, readableSections } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { viewerOfPerson } from './access.ts'

/**
 * Whoever holds a key of an agent or its webhook reads what the agent reads: only people who can read all of that get
 * one. Throws FORBIDDEN.
 */
export async function requireReadableByCaller(
  { store, viewer }: WorkspaceContext,
  agentId: string,
): Promise<void> {
  const agent = await viewerOfPerson(store, viewer.workspaceId, agentId)
  if (agent === undefined || agent.seesEverything) return
  const sectionIds = await readableSections(store, agent)
  const own = await levelsIn(store, viewer, sectionIds)
  if (sectionIds.every((id) => own.has(id))) return
  const message =
    'This agent can read pages that you cannot read. Ask someone who can, or create another agent.'
  throw new AppError('FORBIDDEN', message)
}
