import { isRecord } from '../../../content/check/state.ts'
import { parseJson } from '../../lib/json/parse-json.ts'
import {
  differingStoredFields,
  pickStored,
  pickStoredFields,
  type StoredFields,
  storedFieldNames,
} from '../../lib/page-fields.ts'
import {
  contents,
  history,
  type pages,
  type Reader,
  runChanges,
  type steps,
} from '../../store/index.ts'
import type { KnownWriters } from '../document/attribution.ts'
import type { RevertChange } from '../document/reverts/revert-body.ts'
import { authorsOf, unpack } from '../pages/history.ts'
import { firstWriterOf, readRows, versionBefore } from '../pages/journal/body.ts'
import type { PageAddress } from '../pages/tree.ts'
import { type Family, isReverted } from './target.ts'

/** Fields that a change gave a page. */
export type FieldChange = { isReverted: boolean; fields: Partial<StoredFields> }

/** A page before the first reverted change, and all changes since. */
export type PastBody = {
  /** Null if the first of them created the page. */
  base: string | null
  known: KnownWriters
  baseFields: StoredFields
  changes: RevertChange[]
  fields: FieldChange[]
  /** Whether only versions tell of some changes. */
  isApproximate: boolean
}

/** More changes take too long: versions replace the journal. */
const maxRows = 4000

/** Undefined if nothing of the family changed the page, or the history does not go back to the time before. */
export async function readPast(
  reader: Reader,
  page: pages.PageRow,
  family: Family,
): Promise<PastBody | 'unchanged' | 'unknown'> {
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const marks = await history.marks(reader, address, 0)
  const first = await firstVersion(reader, address, marks, family)
  if (first === undefined) return 'unchanged'
  const base = await history.atOrBefore(reader, address, first - 1)
  if (base === undefined && first > 1) return 'unknown'
  const stored = await history.read(reader, address, base ?? first)
  if (stored === undefined || stored.version > (base ?? first)) return 'unknown'
  const rows = await readRows(reader, address, base ?? 0)
  const start = { version: base ?? 0, stored }
  const journal = rows.slice(journalStart(rows, start.version, marks, page.version))
  const reached = journal[0] === undefined ? page.version : versionBefore(journal[0])
  const versions = marks.filter(({ version }) => version > start.version && version <= reached)
  const past = await pastVersions(reader, address, versions, family)
  const body = base === undefined ? undefined : await baseBody(reader, address, stored)
  // The text of an accepted proposal is that of the proposer, and its version that of the person who accepted it.
  const own = new Set(
    marks.filter((mark) => isOwn(mark, address, family)).map(({ version }) => version),
  )
  const isOwnRow = (row: steps.StepsRow) => isReverted(family, row) || own.has(row.version)
  return {
    base: body?.document ?? null,
    known: body?.known ?? { attribution: null, firstWriter: undefined },
    baseFields: pickStoredFields(stored),
    changes: [...past.changes, ...journal.map((row) => toChange(row, isOwnRow(row)))],
    fields: [
      ...fieldChanges(stored, past.fields),
      ...journal.map((row) => ({ isReverted: isOwnRow(row), fields: notedFields(row) })),
    ],
    isApproximate: base === undefined ? versions.length > 1 : versions.length > 0,
  }
}

/** The first version that the family made. */
async function firstVersion(
  reader: Reader,
  address: PageAddress,
  marks: readonly history.VersionMark[],
  family: Family,
): Promise<number | undefined> {
  const found = marks.filter((mark) => isOwn(mark, address, family))
  const versions = found.slice(0, 1).map(({ version }) => version)
  for (const [runId, since] of family.since) {
    const step = await runChanges.firstStep(reader, { ...address, runId, since })
    if (step !== undefined) versions.push(versionBefore(step) + 1)
  }
  return versions.length === 0 ? undefined : Math.min(...versions)
}

/** The index of the row from which the journal leads to the page without a gap, at a version that is known. */
function journalStart(
  rows: readonly steps.StepsRow[],
  base: number,
  marks: readonly history.VersionMark[],
  now: number,
): number {
  if (rows.length > maxRows) return rows.length
  const known = new Set([base, ...marks.map(({ version }) => version)])
  let [start, reached] = [rows.length, now]
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]
    if (row?.version !== reached) break
    reached = versionBefore(row)
    if (known.has(reached)) start = index
    if (reached === base) break
  }
  return start
}

async function baseBody(
  reader: Reader,
  address: PageAddress,
  { version, packed, present }: history.StoredVersion,
): Promise<{ document: string | null; known: KnownWriters }> {
  const document = packed === null ? present : unpack(packed)
  const copy = packed === null ? undefined : await history.attribution(reader, address, version)
  if (copy !== undefined) return { document, known: { ...copy, firstWriter: undefined } }
  const body = await contents.body(reader, address.workspaceId, address.pageId)
  if (body === undefined) return { document, known: { attribution: null, firstWriter: undefined } }
  return { document, known: { attribution: body.attribution, firstWriter: firstWriterOf(body) } }
}

type PastVersions = {
  changes: RevertChange[]
  fields: { isReverted: boolean; fields: StoredFields }[]
}

/** Versions as changes. Of several versions of others in a row, the last one tells all. */
async function pastVersions(
  reader: Reader,
  address: PageAddress,
  marks: readonly history.VersionMark[],
  family: Family,
): Promise<PastVersions> {
  const past: PastVersions = { changes: [], fields: [] }
  for (const [index, mark] of marks.entries()) {
    const next = marks[index + 1]
    const isOwned = isOwn(mark, address, family)
    if (next !== undefined && !isOwned && !isOwn(next, address, family)) continue
    const stored = await history.read(reader, address, mark.version)
    if (stored === undefined) continue
    const document = stored.packed === null ? (stored.present ?? undefined) : unpack(stored.packed)
    const { via, runId, createdAt: at } = mark
    const authorId = authorsOf(mark).at(-1) ?? mark.createdBy
    const change = { authorId, via, keyId: null, runId, at, steps: '[]', notes: null }
    past.changes.push({ ...change, isReverted: isOwned, document })
    past.fields.push({ isReverted: isOwned, fields: pickStoredFields(stored) })
  }
  return past
}

function fieldChanges(base: StoredFields, versions: PastVersions['fields']): FieldChange[] {
  let before = base
  return versions.map(({ isReverted: isOwn, fields }) => {
    const differing = differingStoredFields(before, fields)
    before = fields
    return { isReverted: isOwn, fields: pickStored(fields, differing) }
  })
}

function isOwn(
  { runId, createdAt: at, version }: history.VersionMark,
  { pageId }: PageAddress,
  family: Family,
): boolean {
  // Who accepted a proposed page made its first version.
  return isReverted(family, { runId, at }) || (version === 1 && family.accepted.created.has(pageId))
}

function toChange(row: steps.StepsRow, isOwned: boolean): RevertChange {
  const { authorId, via, keyId, runId, at, steps: list, notes } = row
  return {
    authorId,
    via,
    keyId,
    runId,
    at,
    steps: list,
    notes,
    isReverted: isOwned,
  }
}

function notedFields({ notes }: steps.StepsRow): Partial<StoredFields> {
  const noted = notes === null ? undefined : parseJson(notes)
  const fields = isRecord(noted) ? noted['fields'] : undefined
  if (!isRecord(fields)) return {}
  const given = storedFieldNames.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' || value === null ? [[name, value]] : []
  })
  return Object.fromEntries(given)
}
