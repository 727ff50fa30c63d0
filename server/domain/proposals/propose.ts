import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { ProposalCommentKind, ProposalState } from '../../lib/vocabulary.ts'
import {
  proposalChanges,
  proposalComments,
  proposals,
  type Transaction,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { askReviewers } from '../inbox/notify.ts'
import {
  maxChanges,
  newDraft,
  type ProposalDraft,
  type ProposedChange,
  proposingViewer,
} from '../pages/proposed.ts'
import { pagesOf, toRow } from './details.ts'
import { emitProposal } from './record.ts'
import { requireOpen, requireProposal } from './rights.ts'

/** In characters, like the titles that callers give. */
export const maxTitleLength = 200

export type Proposed = { proposalId: string; state: ProposalState }

/** A context in which changes to pages are collected instead of written. */
export function draftingContext<Outer extends WorkspaceContext>(
  context: Outer,
): Outer & { draft: ProposalDraft } {
  return { ...context, viewer: proposingViewer(context.viewer), draft: newDraft() }
}

export type NewProposal = { workspaceId: string; title?: string; reason?: string }

/** Stores the changes of a draft for review. Throws VALIDATION_FAILED if there is none. */
export async function propose(
  context: WorkspaceContext,
  { workspaceId, title, reason = '' }: NewProposal,
  draft: ProposalDraft,
): Promise<Proposed> {
  const { store, caller } = context
  const given = requireChanges(draft)
  const text = await wordsOf(context, reason, '/reason')
  const proposalId = newId()
  const address = { workspaceId, proposalId }
  const now = clock.now()
  const row: proposals.ProposalRow = {
    workspaceId,
    id: proposalId,
    title: title ?? titleFor(draft),
    reason: text,
    state: 'open',
    revision: 1,
    createdAt: now,
    createdBy: caller.userId,
    via: caller.via,
    keyId: caller.keyId ?? null,
    runId: caller.run?.id ?? null,
    updatedAt: now,
    decidedAt: null,
    decidedBy: null,
  }
  await store.transactIn({ workspaceId }, async (transaction) => {
    await proposals.insert(transaction, row)
    await putChanges(transaction, address, given, 0)
    await emitProposal(transaction, context, address, 'proposal.created', {
      state: 'open',
      changes: given.length,
    })
    await askReviewers(transaction, caller, address)
  })
  return { proposalId, state: 'open' }
}

export type Revised = proposals.ProposalAddress & { title?: string; reason?: string }

/** Changes an own proposal and submits it again. Without a draft, its changes stay. */
export async function revise(
  context: WorkspaceContext,
  { workspaceId, proposalId, title, reason }: Revised,
  draft: ProposalDraft | undefined,
): Promise<Proposed> {
  const { store, caller, viewer } = context
  const given = draft === undefined ? undefined : requireChanges(draft)
  const text = reason === undefined ? undefined : await wordsOf(context, reason, '/reason')
  const address = { workspaceId, proposalId }
  await store.transactIn({ workspaceId }, async (transaction) => {
    const before = await requireProposal(transaction, viewer, proposalId)
    requireProposedBy(before, caller)
    requireOpen(before)
    await proposals.revise(transaction, {
      ...address,
      title: title ?? before.title,
      reason: text ?? before.reason,
      updatedAt: clock.now(),
      via: caller.via,
      keyId: caller.keyId ?? null,
      runId: caller.run?.id ?? null,
    })
    let changes = before.openChanges
    if (given !== undefined) {
      const decided = before.changes - before.openChanges
      await proposalChanges.removeOpen(transaction, address)
      const remaining = await proposalChanges.listWithoutBodies(transaction, address)
      if (decided === 0) await proposals.removePages(transaction, address)
      await putChanges(transaction, address, given, remaining.at(-1)?.number ?? 0)
      changes = given.length
    }
    await say(transaction, context, address, { kind: 'updated' })
    const event = { state: 'open', changes } as const
    await emitProposal(transaction, context, address, 'proposal.updated', event)
    await askReviewers(transaction, caller, address)
  })
  return { proposalId, state: 'open' }
}

/** Throws FORBIDDEN. */
export function requireProposedBy(
  { createdBy }: proposals.ProposalRow,
  { userId }: WorkspaceContext['caller'],
): void {
  if (createdBy === userId) return
  throw new AppError(
    'FORBIDDEN',
    'Only the person who made a proposal can change it. Comment on it.',
  )
}

/** Records what was said about a proposal, or done with it. */
export async function say(
  transaction: Transaction,
  { caller }: WorkspaceContext,
  address: proposals.ProposalAddress,
  said: { kind: ProposalCommentKind; markdown?: string; changeNumber?: number | null },
): Promise<string> {
  const id = newId()
  await proposalComments.insert(transaction, address, {
    id,
    changeNumber: said.changeNumber ?? null,
    kind: said.kind,
    markdown: said.markdown ?? '',
    createdAt: clock.now(),
    createdBy: caller.userId,
    runId: caller.run?.id ?? null,
  })
  return id
}

/** Throws VALIDATION_FAILED. */
function requireChanges({ changes }: ProposalDraft): readonly ProposedChange[] {
  const given = [...changes.values()]
  if (given.length === 0 || given.length > maxChanges) {
    const message = given.length === 0 ? 'change nothing' : `must be at most ${maxChanges}`
    throw invalidInput([{ path: '/changes', rule: 'changes', message }])
  }
  return given
}

async function putChanges(
  transaction: Transaction,
  address: proposals.ProposalAddress,
  given: readonly ProposedChange[],
  after: number,
): Promise<void> {
  const created = new Set(given.flatMap(({ kind, pageId }) => (kind === 'create' ? [pageId] : [])))
  for (const [index, change] of given.entries()) {
    await proposalChanges.insert(transaction, address, toRow(change, after + index + 1))
    const needed = pagesOf(change, address.workspaceId).filter((pageId) => !created.has(pageId))
    await proposals.addPages(transaction, address, needed)
  }
}

/** What someone writes about a proposal, as it is stored. Throws VALIDATION_FAILED. */
export async function wordsOf(
  { content }: WorkspaceContext,
  markdown: string,
  path: string,
): Promise<string> {
  return markdown.trim() === '' ? '' : (await content.comment(markdown, path)).markdown
}

function titleFor({ changes }: ProposalDraft): string {
  const [first, ...others] = changes.values()
  const verbs = {
    create: 'Create',
    edit: 'Edit',
    properties: 'Change the properties of',
    move: 'Move',
    trash: 'Delete',
  }
  const name = first === undefined ? '' : `${verbs[first.kind]} ${first.title || 'Untitled'}`
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const characters = Array.from(name).slice(0, maxTitleLength - more.length)
  return characters.join('') + more
}
