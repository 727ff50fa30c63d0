import { parseSmall } from '../../lib/json/raw-json.ts'
import type { GivenStoredFields, StoredFieldName } from '../../lib/page-fields.ts'
import type { pages, proposalChanges, Reader } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { JournalChange } from '../document/attribution.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { readBody } from '../pages/journal/body.ts'
import { applyRows } from '../pages/journal/current.ts'
import { readBase } from '../pages/journal/merge.ts'
import type { PageAddress } from '../pages/tree.ts'
import { pageNotFound } from '../rights/page-not-found.ts'
import { type EditDetails, editDetails } from './details.ts'

/** What is accepted of a change: all of it, or these hunks of the body and these fields. */
export type Choice = { hunks?: readonly number[]; fields?: readonly StoredFieldName[] }

export type Merged = {
  fields: GivenStoredFields
  content: PreparedContent | undefined
  /** Hunks and fields that others changed too since the proposal was made. */
  conflicts: { hunks: number[]; fields: StoredFieldName[] }
}

/** A proposed change brought over what others changed since. */
export async function mergeEdit(
  context: WorkspaceContext,
  page: pages.PageRow,
  row: proposalChanges.ChangeRow,
  choice: Choice = {},
): Promise<Merged> {
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const [{ fields, conflicts }, body] = await Promise.all([
    mergeFields(context, page, editDetails(row), choice),
    mergeBody(context, address, row, choice),
  ])
  return { fields, content: body.content, conflicts: { hunks: body.conflicts, fields: conflicts } }
}

/** The body of a page with everything that was typed. */
export async function currentBody(
  context: WorkspaceContext,
  reader: Reader,
  address: PageAddress,
): Promise<string> {
  const body = await readBody(reader, address)
  if (body === undefined) throw pageNotFound(address.pageId)
  return body.rows.length > 0 ? applyRows(context, address, body) : body.document
}

export type BodyToMerge = Pick<proposalChanges.ChangeRow, 'base' | 'document' | 'baseVersion'>

/** A changed body brought over what others changed since its base, with the hunks that are in conflict. */
export async function mergeBody(
  context: WorkspaceContext,
  address: PageAddress,
  { base, document, baseVersion }: BodyToMerge,
  { hunks, fields }: Choice = {},
): Promise<{ content: PreparedContent | undefined; conflicts: number[] }> {
  const isLeftOut = hunks === undefined && fields !== undefined
  if (base === null || document === null || isLeftOut) return { content: undefined, conflicts: [] }
  const { content: engine, store } = context
  const id = address.pageId
  const current = await currentBody(context, store, address)
  const body = { id, base, document, current }
  const chosen = hunks ?? (await engine.hunks('numbers', body))
  const conflicts = await engine.hunks('conflicts', { ...body, chosen })
  const since =
    current === base ? [] : await changesSince(context, address, { base, current, baseVersion })
  const without = chosen.filter((number) => !conflicts.includes(number))
  const merged = await mergeHunks(context, { ...body, chosen: without }, since)
  if (merged !== undefined) return { content: merged, conflicts }
  // Together the hunks are in conflict: the page stays.
  const stays = await mergeHunks(context, { ...body, chosen: [] }, since)
  return { content: stays, conflicts: [...chosen] }
}

/** The current body with some hunks; undefined if they are in conflict with it. */
async function mergeHunks(
  { content: engine }: WorkspaceContext,
  body: { id: string; base: string; document: string; current: string; chosen: readonly number[] },
  since: readonly JournalChange[],
): Promise<PreparedContent | undefined> {
  const { id, base, current } = body
  const partly = await engine.hunks('partly', body)
  const wanted = partly.ok ? partly.content : await engine.fromDocument(parseSmall(base), '/hunks')
  if (current === base) return wanted
  const merged = await engine.merge({ id, document: base, since, after: wanted.document })
  return merged.ok ? merged.content : undefined
}

/** The journal is exact. Where it does not go back that far, the difference stands for it. */
async function changesSince(
  context: WorkspaceContext,
  address: PageAddress,
  { base, current, baseVersion }: { base: string; current: string; baseVersion: number | null },
): Promise<readonly JournalChange[]> {
  const { content: engine } = context
  const id = address.pageId
  const read = await readBase(context, address, baseVersion ?? 0)
  const readAgain = await engine.apply({ id, document: base, steps: [] })
  if (read?.document === readAgain) return read.since
  const writer = { userId: '', via: null, keyId: null, runId: null, at: 0 }
  const unknown = { writer, attribution: null, firstWriter: undefined }
  const { steps, notes } = await engine.change({ id, before: base, after: current, ...unknown })
  return [{ authorId: '', via: null, keyId: null, runId: null, at: 0, steps, notes }]
}

/** Changed fields brought over what others changed since, with the fields that are in conflict. */
export async function mergeFields(
  context: WorkspaceContext,
  page: pages.PageRow,
  { before, fields }: Pick<EditDetails, 'before' | 'fields'>,
  { hunks, fields: chosen }: Choice = {},
): Promise<{ fields: GivenStoredFields; conflicts: StoredFieldName[] }> {
  const isLeftOut = chosen === undefined && hunks !== undefined
  // SAFETY: the names of the fields that are given.
  const names = (Object.keys(fields) as StoredFieldName[]).filter(
    (name) => !isLeftOut && (chosen?.includes(name) ?? true),
  )
  const merged: Record<string, string | null> = {}
  const conflicts: StoredFieldName[] = []
  for (const name of names) {
    const [base, mine, theirs] = [before[name] ?? null, fields[name] ?? null, page[name]]
    if (theirs === base || theirs === mine) merged[name] = mine
    else if (name === 'properties') {
      const properties = await mergeProperties(context, { base, mine, theirs })
      if (properties === undefined) conflicts.push(name)
      else merged[name] = properties
    } else conflicts.push(name)
  }
  return { fields: merged, conflicts }
}

type Versions = { base: string | null; mine: string | null; theirs: string | null }

/** Undefined if both changed a key in two ways. */
async function mergeProperties(
  { content }: WorkspaceContext,
  versions: Versions,
): Promise<string | null | undefined> {
  const merged = await content.mergeProperties(versions)
  return merged.ok ? merged.source : undefined
}
