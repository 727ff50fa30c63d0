import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import type { ProposalCommentKind, ProposalState } from '../../lib/vocabulary.ts'
import {
  proposalChanges,
  proposalComments,
  proposals,
  type Reader,
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
import { proposerOf } from './parties.ts'
import { emitProposal } from './record.ts'
import { askedFor } from './reviewers.ts'
import { requireOpen, requireProposal, requireRevision } from './rights.ts'

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
    await putChanges(transaction, address, rowsAfter(given, 0))
    await emitProposal(transaction, context, address, 'proposal.created', {
      state: 'open',
      changes: given.length,
    })
    await askReviewers(transaction, caller, address, await askedFor(transaction, row))
  })
  return { proposalId, state: 'open' }
}

export type Revised = proposals.ProposalAddress & {
  title?: string
  reason?: string
  /** That the proposer read; any if left out. */
  revision?: number
}

/** What becomes of the changes without a decision. */
export type Rewrite = {
  /** `last`: the highest number of the others. */
  rows: (last: number) => readonly proposalChanges.ChangeRow[]
  /** Of the proposal that it was made of; undefined for any. */
  revision?: number
}

/** The changes of a draft instead of those without a decision. Throws VALIDATION_FAILED if there is none. */
export function replaceBy(draft: ProposalDraft): Rewrite {
  const given = requireChanges(draft)
  return { rows: (last) => rowsAfter(given, last) }
}

/** Changes an own proposal and submits it again. Without a rewrite, its changes stay. */
export async function revise(
  context: WorkspaceContext,
  { workspaceId, proposalId, title, reason, revision }: Revised,
  rewrite: Rewrite | undefined,
): Promise<Proposed> {
  const { store, caller, viewer } = context
  const text = reason === undefined ? undefined : await wordsOf(context, reason, '/reason')
  const address = { workspaceId, proposalId }
  await store.transactIn({ workspaceId }, async (transaction) => {
    const before = await requireProposal(transaction, viewer, proposalId)
    await requireProposedBy(transaction, before, caller)
    requireOpen(before)
    for (const read of [revision, rewrite?.revision]) {
      if (read !== undefined) requireRevision(before, read)
    }
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
    if (rewrite !== undefined) {
      const decided = before.changes - before.openChanges
      await proposalChanges.removeOpen(transaction, address)
      const remaining = await proposalChanges.listWithoutBodies(transaction, address)
      if (decided === 0) await proposals.removePages(transaction, address)
      const rows = rewrite.rows(remaining.at(-1)?.number ?? 0)
      await putChanges(transaction, address, rows)
      changes = rows.length
    }
    await say(transaction, context, address, { kind: 'updated' })
    const event = { state: 'open', changes } as const
    await emitProposal(transaction, context, address, 'proposal.updated', event)
    await askReviewers(transaction, caller, address, await askedFor(transaction, before))
  })
  return { proposalId, state: 'open' }
}

/** Checks that the proposal is the caller's. A key for an agent changes nothing that a person proposed. Throws FORBIDDEN. */
export async function requireProposedBy(
  reader: Reader,
  proposal: proposals.ProposalRow,
  { userId, forAgent }: WorkspaceContext['caller'],
): Promise<void> {
  const isOwn = proposal.createdBy === userId
  if (isOwn && (forAgent !== true || (await proposerOf(reader, proposal)).isAgent)) return
  throw new AppError(
    'FORBIDDEN',
    isOwn
      ? 'A person made or changed this proposal, so a key for an agent cannot change it. Comment on it.'
      : 'Only the person who made a proposal can change it. Comment on it.',
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

function rowsAfter(given: readonly ProposedChange[], last: number): proposalChanges.ChangeRow[] {
  return given.map((change, index) => toRow(change, last + index + 1))
}

async function putChanges(
  transaction: Transaction,
  address: proposals.ProposalAddress,
  rows: readonly proposalChanges.ChangeRow[],
): Promise<void> {
  const created = new Set(rows.flatMap(({ kind, pageId }) => (kind === 'create' ? [pageId] : [])))
  for (const row of rows) {
    await proposalChanges.insert(transaction, address, row)
    const needed = pagesOf(row, address.workspaceId).filter((pageId) => !created.has(pageId))
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
