import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { toIso } from '../../../lib/clock.ts'
import { personalData, proposalChanges, proposals, type Reader } from '../../../store/index.ts'
import { readDocument } from '../../document/stored-body.ts'
import { viewerOfPerson } from '../../people/access.ts'
import { type Entry, linesEntry, partsOf, rowsPerFile, when } from './entry.ts'

const start = { workspaceId: '', id: '' }

/**
 * The proposals that a person made: with their changes if the person can read all pages of them, because a proposed
 * text contains text of others.
 */
export async function* proposalEntries(
  { store }: { store: Reader },
  userId: string,
): AsyncGenerator<Entry> {
  const parts = partsOf<personalData.CreatedProposal>((last = { ...start, ...none }) =>
    personalData.proposals(store, userId, last, rowsPerFile),
  )
  for await (const { part, rows } of parts) {
    const lines: object[] = []
    for (const { createdAt, updatedAt, decidedAt, ...row } of rows) {
      lines.push({
        ...row,
        createdAt: toIso(createdAt),
        updatedAt: toIso(updatedAt),
        decidedAt: when(decidedAt),
        ...(await readChanges(store, userId, row)),
      })
    }
    yield linesEntry('proposals/made', part, lines)
  }
}

const none = { reason: '', state: 'open', createdAt: 0, updatedAt: 0, decidedAt: null } as const

/** Empty if the person cannot read the proposal. */
async function readChanges(
  reader: Reader,
  userId: string,
  { workspaceId, id: proposalId }: personalData.Position,
): Promise<object> {
  const viewer = await viewerOfPerson(reader, workspaceId, userId)
  const found = viewer && (await proposals.get(reader, viewer, proposalId))
  if (found === undefined) return {}
  const rows = await proposalChanges.list(reader, { workspaceId, proposalId })
  const changes = rows.map(({ number, kind, pageId, title, state, document }) => ({
    number,
    kind,
    pageId,
    title,
    state,
    markdown: document === null ? null : writeMarkdown(readDocument(document, pageId)),
  }))
  return { title: found.title, changes }
}

/** What a person said about proposals, without what others said. */
export async function* proposalCommentEntries(
  { store }: { store: Reader },
  userId: string,
): AsyncGenerator<Entry> {
  const parts = partsOf<personalData.Position & Partial<personalData.ProposalWords>>((last) =>
    personalData.proposalComments(store, userId, last ?? start, rowsPerFile),
  )
  for await (const { part, rows } of parts) {
    const lines = rows.map(({ createdAt = 0, ...row }) => ({ ...row, createdAt: toIso(createdAt) }))
    yield linesEntry('proposals/comments', part, lines)
  }
}
