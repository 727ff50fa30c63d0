import { fits } from '../../lib/json/fits.ts'
import { storedJson } from '../../lib/json/stored-json.ts'
import { Type } from '../../lib/json/type.ts'
import {
  type GivenStoredFields,
  pickStoredFields,
  type StoredFieldName,
  storedFieldNames,
} from '../../lib/page-fields.ts'
import { type Ownership, ownerships, type PageType, pageTypes } from '../../lib/vocabulary.ts'
import type { proposalChanges } from '../../store/index.ts'
import type { ProposedChange } from '../pages/proposed.ts'

/** What a stored change has besides its bodies. */
export type EditDetails = {
  before: GivenStoredFields
  fields: GivenStoredFields
  /** What of it was accepted, if not everything. */
  accepted?: { hunks: number[]; fields: StoredFieldName[] }
}

export type CreateDetails = {
  parentId: string | null
  ownership: Ownership
  type: PageType
  fields: GivenStoredFields
}

export type MoveDetails = {
  from: string | null
  /** Whether it gets another parent, and which. */
  changesParent: boolean
  parentId: string | null
  prevPageId: string | null
}

const id = { type: ['string', 'null'] } as const
const fields = Type.Unsafe<GivenStoredFields>({
  type: 'object',
  properties: Object.fromEntries(storedFieldNames.map((name) => [name, id])),
})

const ofEdits = storedJson(
  'proposal_changes.details',
  fits(
    Type.Unsafe<EditDetails>({
      type: 'object',
      required: ['before', 'fields'],
      properties: {
        before: fields,
        fields,
        accepted: {
          type: 'object',
          required: ['hunks', 'fields'],
          properties: {
            hunks: { type: 'array', items: { type: 'integer' } },
            fields: { type: 'array', items: { enum: storedFieldNames } },
          },
        },
      },
    }),
  ),
)
const ofPages = storedJson(
  'proposal_changes.details',
  fits(
    Type.Unsafe<CreateDetails>({
      type: 'object',
      required: ['parentId', 'ownership', 'type', 'fields'],
      properties: {
        parentId: id,
        ownership: { enum: ownerships },
        type: { enum: pageTypes },
        fields,
      },
    }),
  ),
)
const ofMoves = storedJson(
  'proposal_changes.details',
  fits(
    Type.Unsafe<MoveDetails>({
      type: 'object',
      required: ['from', 'changesParent', 'parentId', 'prevPageId'],
      properties: { from: id, changesParent: { type: 'boolean' }, parentId: id, prevPageId: id },
    }),
  ),
)

type Row = Pick<proposalChanges.ChangeRow, 'details' | 'pageId'>

export function editDetails({ details, pageId }: Row): EditDetails {
  return ofEdits(details, pageId)
}

export function createDetails({ details, pageId }: Row): CreateDetails {
  return ofPages(details, pageId)
}

export function moveDetails({ details, pageId }: Row): MoveDetails {
  return ofMoves(details, pageId)
}

/** A change as it is stored. */
export function toRow(change: ProposedChange, number: number): proposalChanges.ChangeRow {
  const { kind, pageId, title } = change
  const open = { state: 'open', decidedAt: null, decidedBy: null } as const
  const row = { number, kind, pageId, title, ...open }
  const withoutBody = { base: null, document: null }
  if (change.kind === 'create') {
    const { parentId, ownership, content } = change.page
    const details: CreateDetails = {
      parentId,
      ownership,
      type: content.type,
      fields: pickStoredFields(change.page),
    }
    const { document } = content
    return { ...row, baseVersion: null, base: null, document, details: JSON.stringify(details) }
  }
  const baseVersion = change.version
  if (change.kind === 'trash') return { ...row, baseVersion, ...withoutBody, details: '{}' }
  if (change.kind === 'move') {
    const { newParentId, prevPageId } = change
    const details: MoveDetails = {
      from: change.from.parentId,
      changesParent: newParentId !== undefined,
      parentId: newParentId ?? null,
      prevPageId,
    }
    return { ...row, baseVersion, ...withoutBody, details: JSON.stringify(details) }
  }
  const { base, document, before, fields: given } = change
  const details: EditDetails = { before, fields: given }
  return { ...row, baseVersion, base, document, details: JSON.stringify(details) }
}

/** The pages that someone must be able to read to see a change; the ID of the workspace is the top level. */
export function pagesOf(
  row: Row & Pick<proposalChanges.ChangeRow, 'kind'>,
  workspaceId: string,
): string[] {
  const top = (parentId: string | null) => parentId ?? workspaceId
  if (row.kind === 'create') return [top(createDetails(row).parentId)]
  if (row.kind !== 'move') return [row.pageId]
  const { changesParent, parentId, prevPageId } = moveDetails(row)
  const parent = changesParent ? [top(parentId)] : []
  return [row.pageId, ...parent, ...(prevPageId === null ? [] : [prevPageId])]
}
