import type { StoredFieldName } from '../../lib/page-fields.ts'
import { isOpenState, type ProposalState } from '../../lib/vocabulary.ts'
import {
  pages,
  proposalApprovals,
  proposalChanges,
  proposalComments,
  proposals,
  proposalSettings,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { ShownPart } from '../document/hunks/hunks.ts'
import { type Principal, principalsOf } from '../rights/page-access.ts'
import { createDetails, editDetails, moveDetails } from './details.ts'
import { currentBody, mergeEdit } from './merge.ts'
import { missingReviews, refusalFor } from './reviewers.ts'
import { isReviewer, requireProposal } from './rights.ts'

type ParentPage = { id: string; title: string } | null

export type ShownField = {
  name: StoredFieldName
  before: string | null
  after: string | null
  isConflict: boolean
}

export type ShownChange = Omit<proposalChanges.ChangeRow, 'base' | 'document' | 'details'> & {
  /** Undefined if it can be accepted. */
  conflict: 'changed' | 'deleted' | undefined
  fields: ShownField[]
  parts: ShownPart[]
  /** The version of the page now. */
  currentVersion: number | undefined
  /** The body after the change, merged with later changes. */
  markdown: string | undefined
  from: ParentPage
  to: ParentPage
  accepted: { hunks: number[]; fields: StoredFieldName[] } | undefined
}

export type ShownProposal = {
  proposal: proposals.ProposalItem
  changes: ShownChange[]
  comments: proposalComments.ProposalCommentItem[]
  canAccept: boolean
  canDecline: boolean
  isMine: boolean
  /** Those who accepted the current revision, where others must accept it too. */
  approvals: readonly string[]
  /** Sections that require reviewers. */
  reviews: readonly RequiredReview[]
}

export type RequiredReview = {
  /** The page with the rule; null without read access. */
  page: ParentPage
  required: number
  missing: number
  reviewers: Principal[]
}

/** The state of a proposal and the last thing said about it. Throws PROPOSAL_NOT_FOUND. */
export async function getReviewState(
  { store, viewer }: WorkspaceContext,
  { workspaceId, proposalId }: proposals.ProposalAddress,
): Promise<
  Pick<proposals.ProposalItem, 'state'> & { last: ShownProposal['comments'][number] | undefined }
> {
  const { state } = await requireProposal(store, viewer, proposalId)
  const comments = await proposalComments.list(store, { workspaceId, proposalId })
  return { state, last: comments.at(-1) }
}

/** A proposal with the difference that each change makes. Throws PROPOSAL_NOT_FOUND. */
export async function getProposal(
  context: WorkspaceContext,
  { workspaceId, proposalId }: proposals.ProposalAddress,
): Promise<ShownProposal> {
  const { store, viewer, caller } = context
  const proposal = await requireProposal(store, viewer, proposalId)
  const address = { workspaceId, proposalId }
  const [rows, comments, reviews, refusal, given] = await Promise.all([
    proposalChanges.list(store, address),
    proposalComments.list(store, address),
    isReviewer(store, viewer, proposal),
    refusalFor(store, proposal, caller),
    proposalApprovals.list(store, address),
  ])
  const isOpen = isOpenState(proposal.state)
  const changes: ShownChange[] = []
  for (const row of rows) changes.push(await show(context, address, row))
  return {
    proposal,
    changes,
    comments,
    canAccept: isOpen && reviews && refusal === undefined,
    canDecline: isOpen && reviews,
    isMine: proposal.createdBy === caller.userId,
    approvals: given
      .filter(({ revision }) => isOpen && revision === proposal.revision)
      .map(({ userId }) => userId),
    reviews: isOpen ? await requiredReviews(context, proposal) : [],
  }
}

async function requiredReviews(
  context: WorkspaceContext,
  proposal: proposals.ProposalRow,
): Promise<RequiredReview[]> {
  const { store } = context
  const shown: RequiredReview[] = []
  for (const { rule, missing } of await missingReviews(store, proposal)) {
    const { sectionId, required, reviewerIds } = rule
    const reviewers = await principalsOf(store, proposal.workspaceId, reviewerIds)
    shown.push({ page: await parentPage(context, sectionId), required, missing, reviewers })
  }
  return shown
}

async function show(
  context: WorkspaceContext,
  { workspaceId }: proposals.ProposalAddress,
  { base, document, details, ...row }: proposalChanges.ChangeRow,
): Promise<ShownChange> {
  const stored = { ...row, base, document, details }
  const nothing = { fields: [], parts: [], markdown: undefined, from: null, to: null }
  const none = { conflict: undefined, accepted: undefined, currentVersion: undefined }
  if (row.kind === 'create') {
    const { parentId } = createDetails(stored)
    const markdown = await markdownOf(context, row, document ?? '')
    return { ...row, ...none, ...nothing, markdown, to: await parentPage(context, parentId) }
  }
  const page = await pages.get(context.store, context.viewer, row.pageId)
  const isOpen = row.state === 'open'
  const conflict = isOpen && page === undefined ? ('deleted' as const) : undefined
  if (row.kind === 'move') {
    const { from, changesParent, parentId } = moveDetails(stored)
    const now = page?.parentId === workspaceId ? null : page?.parentId
    const isMoved = isOpen && page !== undefined && now !== from
    return {
      ...row,
      ...none,
      ...nothing,
      conflict: isMoved ? 'changed' : conflict,
      from: await parentPage(context, from),
      to: await parentPage(context, changesParent ? parentId : from),
    }
  }
  if (row.kind === 'trash') {
    const isChanged = isOpen && page !== undefined && page.version !== row.baseVersion
    return { ...row, ...none, ...nothing, conflict: isChanged ? 'changed' : conflict }
  }
  return { ...row, ...nothing, ...(await showEdit(context, page, stored)) }
}

async function showEdit(
  context: WorkspaceContext,
  page: pages.PageRow | undefined,
  row: proposalChanges.ChangeRow,
): Promise<
  Pick<ShownChange, 'conflict' | 'fields' | 'parts' | 'accepted' | 'markdown' | 'currentVersion'>
> {
  const { base, document, pageId: id, state } = row
  const { before, fields, accepted } = editDetails(row)
  const isOpen = state === 'open'
  const live = isOpen ? page : undefined
  const merged = live === undefined ? undefined : await mergeEdit(context, live, row)
  const current =
    live !== undefined && base !== null
      ? await currentBody(context, context.store, { workspaceId: live.workspaceId, pageId: id })
      : null
  const read =
    base === null || document === null
      ? []
      : await context.content.hunks('parts', { id, base, document, current })
  const disputed = new Set<number | null>(merged?.conflicts.hunks)
  const parts = read.map((part) => {
    const isConflict = disputed.has(part.number)
    return { ...part, isConflict, near: isConflict ? [] : part.near }
  })
  // SAFETY: the names of the fields that are given.
  const names = Object.keys(fields) as StoredFieldName[]
  const shown = names.map((name) => ({
    name,
    before: before[name] ?? null,
    after: fields[name] ?? null,
    isConflict: merged?.conflicts.fields.includes(name) ?? false,
  }))
  const isChanged = [...parts, ...shown].some(({ isConflict }) => isConflict)
  const missing = isOpen && page === undefined ? ('deleted' as const) : undefined
  const after = merged?.content?.document ?? document
  return {
    conflict: isChanged ? 'changed' : missing,
    fields: shown,
    parts,
    accepted,
    markdown: after === null ? undefined : await markdownOf(context, row, after),
    currentVersion: page?.version,
  }
}

/** Without the cache of pages, because it is the body of none. */
async function markdownOf(
  { content }: WorkspaceContext,
  { pageId: id }: Pick<proposalChanges.ChangeRow, 'pageId'>,
  document: string,
): Promise<string> {
  const [part] = await content.hunks('parts', { id, base: emptyDocument, document })
  return (part?.lines ?? [])
    .filter(({ kind }) => kind !== 'removed')
    .map(({ text }) => `${text}\n`)
    .join('')
}

const emptyDocument = '{"type":"doc","content":[]}'

async function parentPage(
  { store, viewer }: WorkspaceContext,
  pageId: string | null,
): Promise<ParentPage> {
  const page = pageId === null ? undefined : await pages.get(store, viewer, pageId)
  return page === undefined ? null : { id: page.id, title: page.title }
}

export type ProposalList = {
  proposals: proposals.ProposalItem[]
  counts: ReadonlyMap<ProposalState, number>
}

/** The proposals that the caller can read, newest first. */
export async function listProposals(
  { store, viewer, caller }: WorkspaceContext,
  { onlyMine, ...filter }: Omit<proposals.ProposalFilter, 'createdBy'> & { onlyMine: boolean },
  part: { limit: number; offset: number },
): Promise<ProposalList> {
  const own = onlyMine ? { createdBy: caller.userId } : {}
  const [found, counts] = await Promise.all([
    proposals.list(store, viewer, { ...filter, ...own }, part),
    proposals.counts(store, viewer, { ...filter, ...own }),
  ])
  return { proposals: found, counts }
}

export type Settings = { proposeOnly: boolean; acceptsOwn: boolean }

export async function getSettings({ store, viewer }: WorkspaceContext): Promise<Settings> {
  const { proposeOnly, acceptsOwn } = await proposalSettings.get(store, viewer.workspaceId)
  return { proposeOnly: proposeOnly === 1, acceptsOwn: acceptsOwn === 1 }
}
