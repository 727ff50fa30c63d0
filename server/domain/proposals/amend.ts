import { invalidInput } from '../../lib/errors.ts'
import { type pages, proposalChanges, type proposals } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { proposingViewer } from '../pages/proposed.ts'
import { requirePage, versionConflict } from '../pages/tree.ts'
import { editedBody, type EditedBody } from './accepted-changes.ts'
import { openChanges } from './decide.ts'
import { createDetails, type EditDetails, editDetails, pagesOf } from './details.ts'
import { currentBody } from './merge.ts'
import { requireProposedBy, type Rewrite } from './propose.ts'
import { requireOpen, requireProposal } from './rights.ts'

type Row = proposalChanges.ChangeRow

/** Another text or title for a change. */
export type ChangeEdit = EditedBody & { number: number; title?: string }

export type Amendment = proposals.ProposalAddress & {
  edits?: readonly ChangeEdit[] | undefined
  remove?: readonly number[] | undefined
}

/**
 * The changes of an own proposal that have no decision, after some are edited and others removed. Throws
 * PROPOSAL_NOT_FOUND, FORBIDDEN, PROPOSAL_CLOSED, PAGE_NOT_FOUND, VERSION_CONFLICT or VALIDATION_FAILED.
 */
export async function amend(
  context: WorkspaceContext,
  { workspaceId, proposalId, edits = [], remove = [] }: Amendment,
): Promise<Rewrite> {
  const { store, viewer, caller } = context
  const proposal = await requireProposal(store, viewer, proposalId)
  await requireProposedBy(store, proposal, caller)
  requireOpen(proposal)
  const open = openChanges(await proposalChanges.list(store, { workspaceId, proposalId }))
  const edited = edits.map(({ number }) => number)
  requireNumbers(open, '/edits', edited)
  requireNumbers(open, '/remove', remove)
  if (!new Set(edited).isDisjointFrom(new Set(remove))) {
    refuse('/edits', 'must not edit a change that is removed')
  }
  const rows: Row[] = []
  for (const row of open) {
    if (remove.includes(row.number)) continue
    const edit = edits.find(({ number }) => number === row.number)
    rows.push(edit === undefined ? row : await editRow(context, row, edit))
  }
  if (rows.length === 0) refuse('/remove', 'leaves no change; withdraw the proposal instead')
  requirePages(open, rows)
  return { rows: () => rows, revision: proposal.revision }
}

function requireNumbers(open: readonly Row[], path: string, numbers: readonly number[]): void {
  const known = new Set(open.map(({ number }) => number))
  const isKnown = numbers.every((number) => known.has(number))
  if (!isKnown) refuse(path, `must name changes without a decision: ${[...known].join(', ')}`)
  if (new Set(numbers).size < numbers.length) refuse(path, 'must name each change once')
}

/** A page that is created can be the parent of others. */
function requirePages(open: readonly Row[], rows: readonly Row[]): void {
  const left = new Set(rows.map(({ number }) => number))
  const removed = open.filter(({ kind, number }) => kind === 'create' && !left.has(number))
  for (const row of rows) {
    const needed = pagesOf(row, '')
    const gone = removed.find(({ pageId }) => needed.includes(pageId))
    if (gone !== undefined) {
      refuse('/remove', `removes change ${gone.number}, whose page change ${row.number} needs`)
    }
  }
}

async function editRow(context: WorkspaceContext, row: Row, edit: ChangeEdit): Promise<Row> {
  if (row.kind === 'create') return editPage(context, row, edit)
  if (row.kind === 'edit') return editText(context, row, edit)
  return refuse('/edits', `cannot edit change ${row.number}: it has kind "${row.kind}"`)
}

async function editPage(context: WorkspaceContext, row: Row, edit: ChangeEdit): Promise<Row> {
  const details = createDetails(row)
  const { title = row.title } = edit
  const content = await editedBody(context, edit, details.type)
  const fields = { ...details.fields, title }
  const document = content === undefined ? row.document : content.document
  return { ...row, title, document, details: JSON.stringify({ ...details, fields }) }
}

async function editText(context: WorkspaceContext, row: Row, edit: ChangeEdit): Promise<Row> {
  const { store, viewer } = context
  const page = await requirePage(store, proposingViewer(viewer), row.pageId, 'write')
  const { expectedVersion = page.version } = edit
  if (expectedVersion !== page.version) throw versionConflict(page.version, expectedVersion)
  const content = await editedBody(context, edit, page.type)
  const body = content === undefined ? {} : await bodyOf(context, page, content.document)
  const details = withTitle(editDetails(row), page.title, edit.title)
  const edited = { ...row, ...body, details: JSON.stringify(details) }
  if (edited.document === null && Object.keys(details.fields).length === 0) {
    refuse('/edits', `leave nothing of change ${row.number}; remove it instead`)
  }
  return edited
}

/** A new body of a page, made of the page as it is now. */
async function bodyOf(
  context: WorkspaceContext,
  { workspaceId, id: pageId, version }: pages.PageRow,
  document: string,
): Promise<Pick<Row, 'base' | 'document' | 'baseVersion'>> {
  const base = await currentBody(context, context.store, { workspaceId, pageId })
  if (base === document) return { base: null, document: null, baseVersion: version }
  return { base, document, baseVersion: version }
}

function withTitle(details: EditDetails, now: string, title: string | undefined): EditDetails {
  if (title === undefined) return details
  const { title: _before, ...before } = details.before
  const { title: _after, ...fields } = details.fields
  if (title === now) return { ...details, before, fields }
  return { ...details, before: { ...before, title: now }, fields: { ...fields, title } }
}

function refuse(path: string, message: string): never {
  throw invalidInput([{ path, rule: 'changes', message }])
}
