import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { isAcceptedInPart, type ProposalState } from '../../lib/vocabulary.ts'
import { levelNumbers, proposalChanges, proposals, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireProposedBy, type Proposed, say, wordsOf } from './propose.ts'
import { emitProposal } from './record.ts'
import {
  lowestLevel,
  requireOpen,
  requireProposal,
  requireReviewer,
  requireRevision,
} from './rights.ts'

type Address = proposals.ProposalAddress

/** Takes an own proposal back. Throws PROPOSAL_NOT_FOUND, FORBIDDEN or PROPOSAL_CLOSED. */
export async function withdraw(context: WorkspaceContext, address: Address): Promise<Proposed> {
  const { store, caller, viewer } = context
  await store.transactIn(address, async (transaction) => {
    const proposal = await requireProposal(transaction, viewer, address.proposalId)
    await requireProposedBy(transaction, proposal, caller)
    requireOpen(proposal)
    const { openChanges: changes } = proposal
    await proposals.setState(transaction, address, 'withdrawn', {
      at: clock.now(),
      by: caller.userId,
    })
    await say(transaction, context, address, { kind: 'withdrawn' })
    const event = { state: 'withdrawn', changes } as const
    await emitProposal(transaction, context, address, 'proposal.withdrawn', event)
  })
  return { proposalId: address.proposalId, state: 'withdrawn' }
}

export type Declined = Address & {
  changes?: readonly number[]
  reason: string
  /** That the reviewer read; any if left out. */
  revision?: number | undefined
}

/**
 * Declines a proposal, or some of its changes. Throws PROPOSAL_NOT_FOUND, FORBIDDEN, PROPOSAL_CLOSED,
 * PROPOSAL_CONFLICT or VALIDATION_FAILED.
 */
export async function decline(
  context: WorkspaceContext,
  { workspaceId, proposalId, changes, reason, revision }: Declined,
): Promise<Proposed> {
  const { store, caller, viewer } = context
  const address = { workspaceId, proposalId }
  const markdown = await wordsOf(context, reason, '/reason')
  const state = await store.transactIn({ workspaceId }, async (transaction) => {
    const proposal = await requireProposal(transaction, viewer, proposalId)
    requireOpen(proposal)
    if (revision !== undefined) requireRevision(proposal, revision)
    await requireReviewer(transaction, viewer, proposal)
    const all = await proposalChanges.listWithoutBodies(transaction, address)
    const rows = openChanges(all, changes)
    const decision = { state: 'declined', at: clock.now(), by: caller.userId } as const
    for (const { number, details } of rows) {
      await proposalChanges.decide(transaction, address, { ...decision, number, details })
    }
    const decided = await recordState(transaction, context, proposal)
    const one = rows.length === 1 && proposal.changes > 1 ? (rows[0]?.number ?? null) : null
    await say(transaction, context, address, { kind: 'declined', markdown, changeNumber: one })
    const event = { ...decided, changes: rows.length }
    await emitProposal(transaction, context, address, 'proposal.declined', event)
    return decided.state
  })
  return { proposalId, state }
}

/** Asks the proposer to change it. Throws PROPOSAL_NOT_FOUND, FORBIDDEN, PROPOSAL_CLOSED or VALIDATION_FAILED. */
export async function requestChanges(
  context: WorkspaceContext,
  { workspaceId, proposalId, markdown }: Address & { markdown: string },
): Promise<Proposed> {
  const { store, viewer } = context
  const address = { workspaceId, proposalId }
  const words = await wordsOf(context, markdown, '/markdown')
  const state = 'changes_requested'
  await store.transactIn({ workspaceId }, async (transaction) => {
    const proposal = await requireProposal(transaction, viewer, proposalId)
    requireOpen(proposal)
    await requireReviewer(transaction, viewer, proposal)
    await proposals.setState(transaction, address, state, { at: clock.now(), by: null })
    await say(transaction, context, address, { kind: state, markdown: words })
    const event = { state, changes: proposal.openChanges } as const
    await emitProposal(transaction, context, address, 'proposal.changes_requested', event)
  })
  return { proposalId, state }
}

export type Said = Address & { markdown: string; change?: number | null }

/** Returns the ID of the comment. Throws PROPOSAL_NOT_FOUND, FORBIDDEN or VALIDATION_FAILED. */
export async function comment(
  context: WorkspaceContext,
  { workspaceId, proposalId, markdown, change = null }: Said,
): Promise<string> {
  const { store, viewer } = context
  const address = { workspaceId, proposalId }
  const words = await wordsOf(context, markdown, '/markdown')
  return store.transactIn({ workspaceId }, async (transaction) => {
    const proposal = await requireProposal(transaction, viewer, proposalId)
    const pageIds = await proposals.pagesOf(transaction, address)
    const level = await lowestLevel(transaction, viewer, pageIds)
    if (level < levelNumbers.comment) {
      throw new AppError('FORBIDDEN', 'You can read this proposal, but not comment on it.')
    }
    if (change !== null) await requireChange(transaction, address, change)
    const said = { kind: 'comment', markdown: words, changeNumber: change } as const
    const id = await say(transaction, context, address, said)
    const event = { state: proposal.state, changes: change === null ? proposal.changes : 1 }
    await emitProposal(transaction, context, address, 'proposal.commented', event)
    return id
  })
}

async function requireChange(
  transaction: Transaction,
  address: Address,
  change: number,
): Promise<void> {
  const rows = await proposalChanges.listWithoutBodies(transaction, address)
  if (!rows.some(({ number }) => number === change)) throw noChange('/change', rows)
}

/** The changes without a decision: all, or those with the numbers. Throws VALIDATION_FAILED. */
export function openChanges<Change extends proposalChanges.ChangeOutline>(
  all: readonly Change[],
  numbers?: readonly number[],
): Change[] {
  const open = all.filter(({ state }) => state === 'open')
  if (numbers === undefined) return open
  const chosen = open.filter(({ number }) => numbers.includes(number))
  if (chosen.length === new Set(numbers).size && chosen.length > 0) return chosen
  throw noChange('/changes', open)
}

function noChange(path: string, rows: readonly proposalChanges.ChangeOutline[]): AppError {
  const known = rows.map(({ number }) => number).join(', ')
  const message = known === '' ? 'have all been decided' : `must be one of ${known}`
  return invalidInput([{ path, rule: 'enum', message }])
}

export type DecidedState = { state: ProposalState; isAcceptedInPart: boolean }

/** The state of a proposal after a decision about some of its changes, which it gets. */
export async function recordState(
  transaction: Transaction,
  { caller }: WorkspaceContext,
  { workspaceId, id: proposalId, state: before }: proposals.ProposalRow,
): Promise<DecidedState> {
  const address = { workspaceId, proposalId }
  const rows = await proposalChanges.listWithoutBodies(transaction, address)
  const states = new Set(rows.map(({ state }) => state))
  const isDone = !states.has('open')
  const decided: ProposalState = states.has('accepted') ? 'accepted' : 'declined'
  const state = isDone ? decided : before
  const by = isDone ? caller.userId : null
  await proposals.setState(transaction, address, state, { at: clock.now(), by })
  const declinedChanges = await proposals.declinedChanges(transaction, address)
  return { state, isAcceptedInPart: isAcceptedInPart({ state, declinedChanges }) }
}
