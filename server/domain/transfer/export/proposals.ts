import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { toIso } from '../../../lib/clock.ts'
import type { ProposalState } from '../../../lib/vocabulary.ts'
import {
  proposalChanges,
  proposalComments,
  proposals,
  type Snapshot,
  type Viewer,
} from '../../../store/index.ts'
import { readDocument } from '../../document/stored-body.ts'
import { createDetails } from '../../proposals/details.ts'

/** A proposed change without a decision, in the front matter of its page. */
export type ExportedProposal = {
  title: string
  by: string
  at: string
  reason?: string
  change: proposalChanges.ChangeRow['kind']
  /** Of a new page. */
  page?: string
  /** The complete proposed body. */
  text?: string
  comments?: { by: string; at: string; text: string }[]
}

const rowsAtOnce = 100
const openStates: readonly ProposalState[] = ['open', 'changes_requested']

/**
 * The open proposals of each page, newest first; those of new pages are at their parent. An import ignores them.
 */
export async function proposalsByPage(
  snapshot: Snapshot,
  viewer: Viewer,
): Promise<Map<string, ExportedProposal[]>> {
  const pages = new Map<string, ExportedProposal[]>()
  for (const state of openStates) {
    for (let offset = 0; ; offset += rowsAtOnce) {
      const part = { limit: rowsAtOnce, offset }
      const found = await proposals.list(snapshot, viewer, { state }, part)
      for (const proposal of found) await addProposal(snapshot, pages, proposal)
      if (found.length < rowsAtOnce) break
    }
  }
  return pages
}

async function addProposal(
  snapshot: Snapshot,
  pages: Map<string, ExportedProposal[]>,
  proposal: proposals.ProposalItem,
): Promise<void> {
  const { workspaceId, id: proposalId, title, reason, createdAt } = proposal
  const address = { workspaceId, proposalId }
  const said = (await proposalComments.list(snapshot, address)).filter(
    ({ markdown }) => markdown !== '',
  )
  const shared = {
    title,
    by: nameOf(proposal),
    at: toIso(createdAt),
    ...(reason === '' ? {} : { reason: reason.trimEnd() }),
  }
  const comments = said.map((one) => ({
    by: nameOf(one),
    at: toIso(one.createdAt),
    text: one.markdown.trimEnd(),
  }))
  for (const row of await proposalChanges.list(snapshot, address)) {
    if (row.state !== 'open') continue
    const isNew = row.kind === 'create'
    const pageId = isNew ? createDetails(row).parentId : row.pageId
    if (pageId === null) continue
    const exported: ExportedProposal = {
      ...shared,
      change: row.kind,
      ...(isNew && { page: row.title }),
      ...(row.document !== null && { text: textOf(row.document, row.pageId) }),
      // A copy for each page: YAML would name the same list instead of repeating it.
      ...(comments.length > 0 && { comments: structuredClone(comments) }),
    }
    pages.set(pageId, [...(pages.get(pageId) ?? []), exported])
  }
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}

function textOf(document: string, id: string): string {
  return writeMarkdown(readDocument(document, id)).trimEnd()
}
