import {
  type GivenStoredFields,
  givenStoredFields,
  pickStored,
  type StoredFields,
  storedFieldNames,
} from '../../lib/page-fields.ts'
import type { Ownership } from '../../lib/vocabulary.ts'
import { levelNumbers, type pages, type Viewer } from '../../store/index.ts'
import type { PreparedContent } from '../document/tasks.ts'

/** Changes of one proposal. */
export const maxChanges = 100

/** A page that is not created yet. */
type DraftedPage = StoredFields & {
  id: string
  parentId: string | null
  ownership: Ownership
  content: PreparedContent
}

/** A change that was not written: what it would have done, and what the page was before. */
export type ProposedChange = { pageId: string; title: string } & (
  | { kind: 'create'; parentId: string | null; page: DraftedPage }
  | {
      kind: 'edit' | 'properties'
      version: number
      /** The bodies before and after; null where it stays. */
      base: string | null
      document: string | null
      before: GivenStoredFields
      fields: GivenStoredFields
    }
  | {
      kind: 'move'
      version: number
      from: { parentId: string | null }
      /** Undefined keeps the parent. */
      newParentId: string | null | undefined
      prevPageId: string | null
    }
  | { kind: 'trash'; version: number }
)

/** The changes that were proposed instead of written, by kind and page. A later attempt replaces an earlier one. */
export type ProposalDraft = { readonly changes: Map<string, ProposedChange> }

export function newDraft(): ProposalDraft {
  return { changes: new Map() }
}

function record(draft: ProposalDraft, change: ProposedChange): void {
  draft.changes.set(`${change.kind} ${change.pageId}`, change)
}

/** Records a change of the body or fields of a page. Returns the version that the page has. */
export function recordEdit(
  draft: ProposalDraft,
  page: pages.PageRow,
  body: { document: string } | undefined,
  changes: GivenStoredFields & { content?: { document: string } | undefined },
): { version: number; updatedAt: number } {
  const { id: pageId, title, version } = page
  const given = givenStoredFields(changes)
  const names = storedFieldNames.filter(
    (name) => given[name] !== undefined && given[name] !== page[name],
  )
  const written = changes.content?.document ?? null
  const document = written === body?.document ? null : written
  if (document === null && names.length === 0) return { version, updatedAt: 0 }
  const onlyProperties = document === null && names.every((name) => name === 'properties')
  record(draft, {
    kind: onlyProperties ? 'properties' : 'edit',
    pageId,
    title,
    version,
    base: document === null ? null : (body?.document ?? null),
    document,
    before: pickStored(page, names),
    fields: pickStored(given, names),
  })
  return { version, updatedAt: 0 }
}

export function recordMove(
  draft: ProposalDraft,
  { id: pageId, title, version, parentId, workspaceId }: pages.PageRow,
  move: { newParentId: string | null | undefined; prevPageId: string | null },
): void {
  const from = { parentId: parentId === workspaceId ? null : parentId }
  const { newParentId, prevPageId } = move
  record(draft, { kind: 'move', pageId, title, version, from, newParentId, prevPageId })
}

export function recordTrash(draft: ProposalDraft, page: pages.PageRow): void {
  const { id: pageId, title, version } = page
  record(draft, { kind: 'trash', pageId, title, version })
}

/** Whether a page is created by the same draft. */
export function isDrafted({ changes }: ProposalDraft, pageId: string): boolean {
  return changes.has(`create ${pageId}`)
}

export function recordPage(draft: ProposalDraft, page: DraftedPage): void {
  const { id: pageId, title, parentId } = page
  record(draft, { kind: 'create', pageId, title, parentId, page })
}

/**
 * The viewer that changes are tried with. It may write where the caller may propose, and nothing is written.
 */
export function proposingViewer(viewer: Viewer): Viewer {
  const { openLevel, maxLevel } = viewer
  const isProposed = Math.min(openLevel, maxLevel) === levelNumbers.propose
  return {
    ...viewer,
    proposes: true,
    openLevel: isProposed ? levelNumbers.write : openLevel,
  }
}
