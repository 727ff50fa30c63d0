import { createHash } from 'node:crypto'
import { clock } from '../../lib/clock.ts'
import { type AppError, invalidInput } from '../../lib/errors.ts'
import type { ProposalState } from '../../lib/vocabulary.ts'
import {
  proposalApprovals,
  proposalChanges,
  proposals,
  type Transaction,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { changeInQueues } from '../pages/batch/in-queues.ts'
import { mailNotices, type SectionNotice } from '../pages/sections/notices.ts'
import { indexPages } from '../search/reindex.ts'
import { type Accepted, type AcceptedPart, prepareAccepted } from './accepted-changes.ts'
import { type DecidedState, openChanges, recordState } from './decide.ts'
import { say, wordsOf } from './propose.ts'
import { emitProposal } from './record.ts'
import { missingReviews, requireAcceptor, rulesFor } from './reviewers.ts'
import {
  requireOpen,
  requireProposal,
  requireProposer,
  requireReviewer,
  requireRevision,
} from './rights.ts'

export type Acceptance = proposals.ProposalAddress & {
  /** Parts of the proposal; all of it if left out. */
  changes?: readonly AcceptedPart[] | undefined
  markdown?: string
  /** That the reviewer read. */
  revision: number
}

export type AcceptedProposal = {
  proposalId: string
  state: ProposalState
  pages: { pageId: string; version: number | null }[]
  /** How many more reviewers must accept before anything changes. */
  missingReviews: number
}

/**
 * Accepts a proposal, or parts of it, in one transaction. What others changed since is merged. Where the permissions
 * require more reviewers, records only that this one accepted. Throws PROPOSAL_NOT_FOUND, FORBIDDEN, PROPOSAL_CLOSED, PROPOSAL_CONFLICT, PAGE_NOT_FOUND, PAGE_CYCLE, QUOTA_EXCEEDED or
 * VALIDATION_FAILED.
 */
export async function accept(
  context: WorkspaceContext,
  acceptance: Acceptance,
): Promise<AcceptedProposal> {
  const { workspaceId, proposalId, changes } = acceptance
  const address = { workspaceId, proposalId }
  const markdown = await wordsOf(context, acceptance.markdown ?? '', '/markdown')
  const proposal = await requireProposal(context.store, context.viewer, proposalId)
  requireOpen(proposal)
  requireRevision(proposal, acceptance.revision)
  await requireAcceptor(context, context.store, proposal)
  const rows = openChanges(
    await proposalChanges.list(context.store, address),
    changes?.map(({ number }) => number),
  )
  if (rows.length === 0) throw nothingLeft()
  const pageIds = rows.flatMap(({ kind, pageId }) => (kind === 'create' ? [] : [pageId]))
  const review = { proposal, rows, changes, markdown }
  return changeInQueues(context, { workspaceId, pageIds }, () => attemptReview(context, review))
}

type Review = {
  proposal: proposals.ProposalItem
  rows: readonly proposalChanges.ChangeRow[]
  changes: readonly AcceptedPart[] | undefined
  markdown: string
}

async function attemptReview(
  context: WorkspaceContext,
  { proposal, rows, changes, markdown }: Review,
): Promise<AcceptedProposal> {
  const { store } = context
  const { workspaceId, id: proposalId } = proposal
  const prepared: Accepted[] = []
  for (const row of rows) {
    const part = changes?.find(({ number }) => number === row.number)
    prepared.push(await prepareAccepted(context, proposal, row, part))
  }
  // Pages exist before others move below them, and are changed before they go.
  prepared.sort((a, b) => a.order - b.order)
  const done = await store.transactAlone({ workspaceId }, async (transaction) => {
    await requireUnchanged(transaction, context, proposal)
    const missing = await recordApproval(transaction, context, {
      proposal,
      rows,
      changes,
      markdown,
    })
    if (missing > 0) return { written: [], state: proposal.state, missing }
    const written = []
    for (const { number, details, write } of prepared) {
      const decision = { state: 'accepted', at: clock.now(), by: context.caller.userId } as const
      const isOpen = await proposalChanges.decide(
        transaction,
        { workspaceId, proposalId },
        { ...decision, number, details },
      )
      if (!isOpen) throw nothingLeft()
      written.push(await write(transaction))
    }
    const { state } = await finish(transaction, context, proposal, { rows, markdown })
    return { written, state, missing }
  })
  const { written, state, missing } = done
  const notices: SectionNotice[] = written.flatMap((one) => one.notices)
  mailNotices(context, notices)
  const waiting = written.filter(({ waits }) => waits).map(({ pageId }) => pageId)
  await indexPages(context, workspaceId, waiting)
  const pages = written.map(({ pageId, version }) => ({ pageId, version }))
  return { proposalId, state, pages, missingReviews: missing }
}

/** Checks in the transaction that the proposal and the rights of both people are as they were. */
async function requireUnchanged(
  transaction: Transaction,
  context: WorkspaceContext,
  before: proposals.ProposalItem,
): Promise<void> {
  const { viewer } = context
  const now = await requireProposal(transaction, viewer, before.id)
  requireOpen(now)
  requireRevision(now, before.revision)
  await requireReviewer(transaction, viewer, now)
  await requireAcceptor(context, transaction, now)
  await requireProposer(transaction, now)
}

/** Records that the caller accepts these parts, where reviewers are required. Returns how many others must still do so. */
async function recordApproval(
  transaction: Transaction,
  context: WorkspaceContext,
  { proposal, rows, changes, markdown }: Review,
): Promise<number> {
  const { workspaceId, id: proposalId, revision } = proposal
  if ((await rulesFor(transaction, proposal)).required.length === 0) return 0
  const address = { workspaceId, proposalId }
  const parts = digestOf(rows, changes)
  const { userId } = context.caller
  const approval = { userId, revision, parts, createdAt: clock.now() }
  await proposalApprovals.put(transaction, address, approval)
  const rules = await missingReviews(transaction, proposal, parts)
  const missing = Math.max(0, ...rules.map((one) => one.missing))
  if (missing === 0) return 0
  await say(transaction, context, address, { kind: 'approved', markdown })
  const event = { state: proposal.state, changes: rows.length }
  await emitProposal(transaction, context, address, 'proposal.commented', event)
  return missing
}

/** Two reviewers who accept the same changes, hunks and edits have the same digest. */
function digestOf(
  rows: readonly proposalChanges.ChangeRow[],
  changes: readonly AcceptedPart[] | undefined,
): string {
  const parts = rows.map(
    ({ number }) => changes?.find((part) => part.number === number) ?? { number },
  )
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

async function finish(
  transaction: Transaction,
  context: WorkspaceContext,
  proposal: proposals.ProposalItem,
  { rows, markdown }: Pick<Review, 'rows' | 'markdown'>,
): Promise<DecidedState> {
  const { workspaceId, id: proposalId } = proposal
  const address = { workspaceId, proposalId }
  // Created pages decide from now on who can see what was proposed for them.
  const created = rows.flatMap(({ kind, pageId }) => (kind === 'create' ? [pageId] : []))
  await proposals.addPages(transaction, address, created)
  const decided = await recordState(transaction, context, proposal)
  const one = rows.length === 1 && proposal.changes > 1 ? (rows[0]?.number ?? null) : null
  await say(transaction, context, address, { kind: 'accepted', markdown, changeNumber: one })
  const event = { ...decided, changes: rows.length }
  await emitProposal(transaction, context, address, 'proposal.accepted', event)
  return decided
}

function nothingLeft(): AppError {
  return invalidInput([{ path: '/changes', rule: 'enum', message: 'have all been decided' }])
}
