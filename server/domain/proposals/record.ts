import type { ProposalState } from '../../lib/vocabulary.ts'
import { proposals, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { emit } from '../events/events.ts'

type ProposalEvent =
  | 'proposal.created'
  | 'proposal.updated'
  | 'proposal.accepted'
  | 'proposal.declined'
  | 'proposal.changes_requested'
  | 'proposal.commented'
  | 'proposal.withdrawn'

/** Emits an event of a proposal, for those who may read all of its pages. `changes` are those that it is about. */
export async function emitProposal(
  transaction: Transaction,
  { caller }: WorkspaceContext,
  { workspaceId, proposalId }: proposals.ProposalAddress,
  type: ProposalEvent,
  event: { state: ProposalState; isAcceptedInPart?: boolean; changes: number },
): Promise<void> {
  const pageIds = await proposals.pagesOf(transaction, { workspaceId, proposalId })
  await emit(transaction, workspaceId, caller, { type, proposalId, ...event, pageIds })
}
