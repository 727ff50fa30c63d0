import { AppError, invalidInput } from '../../lib/errors.ts'
import { parseSmall } from '../../lib/json/raw-json.ts'
import { defaultStoredFields, type StoredFieldName } from '../../lib/page-fields.ts'
import type { PageType } from '../../lib/vocabulary.ts'
import { pages, proposalChanges, type proposals, type Transaction } from '../../store/index.ts'
import { requirePageQuota } from '../administration/quotas.ts'
import type { WorkspaceContext } from '../context.ts'
import type { PreparedContent } from '../document/tasks.ts'
import {
  ChangedMeanwhile,
  type PageChanges,
  prepareChange,
  type ProposedBy,
  writePrepared,
} from '../pages/change.ts'
import { addPage } from '../pages/create.ts'
import { checkpoint } from '../pages/journal/checkpoint.ts'
import type { SectionNotice } from '../pages/sections/notices.ts'
import { removeWithin } from '../pages/trash.ts'
import { moveWithin, requirePage } from '../pages/tree.ts'
import { createDetails, editDetails, moveDetails } from './details.ts'
import { type Choice, mergeEdit } from './merge.ts'

/** A change that is accepted, whole or in part, as proposed or edited. */
export type AcceptedPart = Choice & EditedBody & { number: number; title?: string }

export type EditedBody = {
  /** The complete body instead of the proposed one: a document of the page at its current version. */
  content?: object
  /** The same as Markdown. */
  markdown?: string
  /** The version of the page that `content` or `markdown` was made of. */
  expectedVersion?: number
}

export type Written = {
  pageId: string
  version: number | null
  waits: boolean
  notices: SectionNotice[]
}

/** A change with what takes time done before the transaction. */
export type Accepted = {
  number: number
  details: string
  order: number
  write: (transaction: Transaction) => Promise<Written>
}

const order = { create: 0, edit: 1, properties: 2, move: 3, trash: 4 }

/** Throws the errors of `accept`. */
export async function prepareAccepted(
  context: WorkspaceContext,
  proposal: proposals.ProposalRow,
  row: proposalChanges.ChangeRow,
  part: AcceptedPart | undefined,
): Promise<Accepted> {
  const { number, kind } = row
  const caller = { ...context.caller, proposedRunId: proposal.runId }
  const { write, details = row.details } = await preparers[kind](
    { ...context, caller },
    proposal,
    row,
    part,
  )
  return { number, details, order: order[kind], write }
}

type Prepare = (
  context: WorkspaceContext,
  proposal: proposals.ProposalRow,
  row: proposalChanges.ChangeRow,
  part: AcceptedPart | undefined,
) => Promise<Pick<Accepted, 'write'> & { details?: string }>

const preparers: Record<proposalChanges.ChangeRow['kind'], Prepare> = {
  create: prepareCreate,
  edit: prepareEdit,
  properties: prepareEdit,
  move: prepareMove,
  trash: prepareTrash,
}

function proposedBy({ createdBy, via, keyId, runId }: proposals.ProposalRow): ProposedBy {
  return { userId: createdBy, via, keyId, runId }
}

async function prepareCreate(
  context: WorkspaceContext,
  proposal: proposals.ProposalRow,
  row: proposalChanges.ChangeRow,
  part: AcceptedPart | undefined,
): ReturnType<Prepare> {
  const { workspaceId } = proposal
  await requirePageQuota(context, workspaceId)
  const { parentId, ownership, type, fields } = createDetails(row)
  const stored = () => parseSmall(row.document ?? '{}')
  const content =
    (await editedBody(context, part, type)) ??
    (await context.content.fromDocument(stored(), '/content'))
  const title = part?.title ?? row.title
  const page = {
    ...defaultStoredFields,
    ...withoutUndefined(fields),
    title,
    workspaceId,
    id: row.pageId,
    parentId,
    ownership,
    content,
    entry: context.content.entryOf(title, content),
    attachments: [],
    proposedBy: proposedBy(proposal),
  }
  return {
    write: async (transaction) => {
      await addPage(transaction, context, page)
      return { pageId: row.pageId, version: 1, waits: false, notices: [] }
    },
  }
}

function withoutUndefined<Value>(
  fields: Readonly<Record<string, Value | undefined>>,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

async function prepareEdit(
  context: WorkspaceContext,
  proposal: proposals.ProposalRow,
  row: proposalChanges.ChangeRow,
  part: AcceptedPart | undefined,
): ReturnType<Prepare> {
  const { workspaceId } = proposal
  const { pageId } = row
  const page = await requirePage(context.store, context.viewer, pageId, 'write')
  const details = await detailsOf(context, row, part)
  const changes = await changesOf(context, proposal, { page, row, part })
  const address = { workspaceId, pageId, lastTitle: page.title }
  const prepared = await prepareChange(context, address, changes)
  if (prepared === 'behind') {
    await checkpoint(context, address)
    throw new ChangedMeanwhile()
  }
  // SAFETY: the names of the fields that are given.
  const names = Object.keys(editDetails(row).fields) as StoredFieldName[]
  const write = async (transaction: Transaction): Promise<Written> => {
    let before = page.version
    const { answer, waits } = await writePrepared<'outdated'>(
      transaction,
      context,
      prepared,
      async (_transaction, now) => {
        before = now.version
        const isSame = names.every((name) => now[name] === page[name])
        const isCurrent = changes.content === undefined || before === page.version
        return isSame && isCurrent ? undefined : 'outdated'
      },
    )
    if (typeof answer === 'string') throw new ChangedMeanwhile()
    const proposed = { workspaceId, proposalId: proposal.id }
    const rebase = { pageId, before, after: answer.version }
    await proposalChanges.rebaseTrash(transaction, proposed, rebase)
    return { pageId, version: answer.version, waits, notices: [] }
  }
  return { write, details }
}

async function changesOf(
  context: WorkspaceContext,
  proposal: proposals.ProposalRow,
  {
    page,
    row,
    part,
  }: { page: pages.PageRow; row: proposalChanges.ChangeRow; part: AcceptedPart | undefined },
): Promise<PageChanges> {
  const edited = await editedBody(context, part, page.type)
  if (edited !== undefined) {
    const { expectedVersion = page.version } = part ?? {}
    if (expectedVersion !== page.version) throw conflict(page, row.number, ['its text'])
    const { fields } = await mergeEdit(context, page, { ...row, base: null, document: null }, part)
    return {
      ...fields,
      ...titleOf(part),
      content: edited,
      standsAlone: true,
      coAuthor: proposal.createdBy,
    }
  }
  const { fields, content, conflicts } = await mergeEdit(context, page, row, part)
  if (conflicts.hunks.length + conflicts.fields.length > 0) {
    throw conflict(page, row.number, [
      ...conflicts.fields,
      ...conflicts.hunks.map((hunk) => `hunk ${hunk}`),
    ])
  }
  return {
    ...fields,
    ...titleOf(part),
    ...(content !== undefined && { content }),
    standsAlone: true,
    proposedBy: proposedBy(proposal),
  }
}

/** The body as a reviewer or the proposer edited it. Throws VALIDATION_FAILED. */
export async function editedBody(
  { content }: WorkspaceContext,
  part: EditedBody | undefined,
  type: PageType,
): Promise<PreparedContent | undefined> {
  if (part?.content !== undefined && part.markdown !== undefined) {
    const message = 'cannot be combined with content'
    throw invalidInput([{ path: '/changes', rule: 'not', message: `markdown ${message}` }])
  }
  if (part?.markdown !== undefined) return content.fromMarkdown(part.markdown, '/markdown', type)
  return part?.content === undefined ? undefined : content.fromDocument(part.content, '/content')
}

function titleOf(part: AcceptedPart | undefined): { title?: string } {
  return part?.title === undefined ? {} : { title: part.title }
}

/**
 * The details of an accepted change, with the parts that were accepted if others were not. Throws VALIDATION_FAILED for
 * a hunk or field that the change does not have.
 */
async function detailsOf(
  { content }: WorkspaceContext,
  row: proposalChanges.ChangeRow,
  part: AcceptedPart | undefined,
): Promise<string> {
  if (part?.hunks === undefined && part?.fields === undefined) return row.details
  const { number, base, document, pageId: id } = row
  const { hunks = [], fields = [] } = part
  const known =
    base === null || document === null ? [] : await content.hunks('numbers', { id, base, document })
  const details = editDetails(row)
  const wrong = [
    ...hunks.filter((hunk) => !known.includes(hunk)).map((hunk) => `hunk ${hunk}`),
    ...fields.filter((name) => !Object.hasOwn(details.fields, name)),
  ]
  if (wrong.length > 0) {
    const message = `of change ${number} has no ${wrong.join(', ')}`
    throw invalidInput([{ path: '/changes', rule: 'enum', message }])
  }
  const isWhole =
    known.every((hunk) => hunks.includes(hunk)) &&
    Object.keys(details.fields).every((name) => fields.some((one) => one === name))
  const accepted = { hunks: [...hunks], fields: [...fields] }
  return isWhole ? row.details : JSON.stringify({ ...details, accepted })
}

async function prepareMove(
  context: WorkspaceContext,
  { workspaceId }: proposals.ProposalRow,
  row: proposalChanges.ChangeRow,
): ReturnType<Prepare> {
  const { pageId } = row
  const { from, changesParent, parentId, prevPageId } = moveDetails(row)
  const write = async (transaction: Transaction): Promise<Written> => {
    const page = await requirePage(transaction, context.viewer, pageId, 'write')
    const now = page.parentId === workspaceId ? null : page.parentId
    if (now !== from) throw conflict(page, row.number, ['its place'])
    const newParent = (changesParent ? parentId : from) ?? workspaceId
    const previous =
      prevPageId === null ? undefined : await pages.get(transaction, context.viewer, prevPageId)
    const move = {
      workspaceId,
      pageId,
      newParentId: changesParent ? parentId : undefined,
      // The page that it should follow may be gone.
      prevPageId: previous?.parentId === newParent ? prevPageId : null,
    }
    await moveWithin(transaction, context, move)
    return { pageId, version: page.version, waits: false, notices: [] }
  }
  return { write }
}

async function prepareTrash(
  context: WorkspaceContext,
  { workspaceId, id: proposalId }: proposals.ProposalRow,
  { pageId, number }: proposalChanges.ChangeRow,
): ReturnType<Prepare> {
  const write = async (transaction: Transaction): Promise<Written> => {
    const page = await requirePage(transaction, context.viewer, pageId, 'write')
    // Read here, because an accepted change of the same proposal advances it.
    const base = await proposalChanges.baseVersion(transaction, { workspaceId, proposalId }, number)
    if (page.version !== base) throw conflict(page, number, ['its text'])
    const { notices } = await removeWithin(transaction, context, { workspaceId, pageId })
    return { pageId, version: null, waits: false, notices }
  }
  return { write }
}

function conflict(page: pages.PageRow, number: number, what: readonly string[]): AppError {
  return new AppError(
    'PROPOSAL_CONFLICT',
    `Change ${number} is in conflict with later changes to “${page.title}”: ${what.join(', ')}. Nothing was accepted. Accept other hunks, edit the change, or ask the proposer to update it.`,
  )
}
