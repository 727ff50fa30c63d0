import { isRecord } from '../../../../content/check/state.ts'
import { parseJson } from '../../../lib/json/parse-json.ts'
import { contents, type Reader, steps } from '../../../store/index.ts'
import type { KnownWriters } from '../../document/attribution.ts'
import type { PageAddress } from '../tree.ts'

/** Rows read at once. */
const batchSize = 500

/** The stored document of a page, and the changes since, which are only in the journal. */
export type Body = {
  document: string
  /** Version of the stored document. */
  version: number
  attribution: Uint8Array | null
  /** Who created the page, while its first document stands. */
  firstWriter: KnownWriters['firstWriter']
  rows: steps.StepsRow[]
}

/** Undefined for a page without a document. */
export async function readBody(reader: Reader, address: PageAddress): Promise<Body | undefined> {
  const { workspaceId, pageId } = address
  const stored = await contents.body(reader, workspaceId, pageId)
  if (stored === undefined) return undefined
  const { document, attribution, isBehind } = stored
  const body = { document, attribution, firstWriter: firstWriterOf(stored) }
  if (!isBehind) return { ...body, version: stored.pageVersion, rows: [] }
  const rows = await readRows(reader, address, stored.version)
  return { ...body, version: stored.version, rows }
}

/** Who created a page, while its first document stands. */
export function firstWriterOf(stored: contents.CurrentBody): KnownWriters['firstWriter'] {
  const { isFirst, createdBy: userId, createdAt: at } = stored
  const { firstVia: via, firstRunId: runId, firstKeyId: keyId } = stored
  return isFirst ? { userId, via, keyId, runId, at } : undefined
}

/** The changes after a version, in order; up to another version if one is given. */
export async function readRows(
  reader: Reader,
  address: PageAddress,
  after: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<steps.StepsRow[]> {
  const rows: steps.StepsRow[] = []
  for (let from = after; ;) {
    const part = await steps.since(reader, address, from, batchSize)
    rows.push(...part.filter(({ version }) => version <= until))
    from = part.at(-1)?.version ?? from
    if (part.length < batchSize || from >= until) return rows
  }
}

/**
 * Whether the changes lead from one version to another without a gap. A merged row leads there only from the version
 * before its first change, not from those in between.
 */
export function isContiguous(rows: readonly steps.StepsRow[], from: number, to: number): boolean {
  let reached = from
  for (const row of rows) {
    if (versionBefore(row) !== reached) return false
    reached = row.version
  }
  return reached === to
}

/** The version that the steps of a row apply to. */
export function versionBefore({
  version,
  notes,
}: Pick<steps.StepsRow, 'version' | 'notes'>): number {
  const noted = notes === null ? undefined : parseJson(notes)
  const after = isRecord(noted) ? noted['after'] : undefined
  return typeof after === 'number' ? after : version - 1
}
