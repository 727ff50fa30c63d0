import { contents, type Reader, steps } from '../../../store/index.ts'
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
  firstWriter: { userId: string; at: number } | undefined
  rows: steps.StepsRow[]
}

/** Undefined for a page without a document. */
export async function readBody(reader: Reader, address: PageAddress): Promise<Body | undefined> {
  const { workspaceId, pageId } = address
  const stored = await contents.body(reader, workspaceId, pageId)
  if (stored === undefined) return undefined
  const { document, attribution, isBehind, isFirst, createdBy: userId, createdAt: at } = stored
  const body = { document, attribution, firstWriter: isFirst ? { userId, at } : undefined }
  if (!isBehind) return { ...body, version: stored.pageVersion, rows: [] }
  const rows = await readRows(reader, address, stored.version)
  return { ...body, version: stored.version, rows }
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

/** Whether the changes lead from one version to another without a gap. */
export function isContiguous(rows: readonly steps.StepsRow[], from: number, to: number): boolean {
  return (
    rows.length === to - from && rows.every(({ version }, index) => version === from + index + 1)
  )
}
