import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type PageFields, pickFields } from '../../lib/page-fields.ts'
import { history, pages, type Transaction } from '../../store/index.ts'
import type { Actor } from '../events/events.ts'

/**
 * How versions are kept: the newest is the page itself. When a body is replaced, the version that had it
 * takes it along, compressed; a version without one has the body of the next.
 */

/** Milliseconds in which a person's saves in the web application make one version. */
export const burst = 5 * 60_000

/** 50 µs for a page of 2 KB, 0.7 ms for one of 50 KB, to a third and a fifth of their size. */
const level = 3

type Past = { newest: history.VersionRow | undefined; document: string | undefined }

/** What there was, read before it is changed. */
export async function lookBack(
  transaction: Transaction,
  { workspaceId, id: pageId }: pages.PageRow,
  replacesBody: boolean,
): Promise<Past> {
  const content = replacesBody
    ? pages.content(transaction, workspaceId, pageId)
    : Promise.resolve(undefined)
  const newest = history.newest(transaction, { workspaceId, pageId })
  const [body, row] = await Promise.all([content, newest])
  return { newest: row, document: body?.document }
}

/** Notes what the page becomes; called before it does. */
export async function noteVersion(
  transaction: Transaction,
  { workspaceId, id: pageId, version }: pages.PageRow,
  { newest, document }: Past,
  next: history.VersionRow & { standsAlone: boolean },
): Promise<void> {
  const address = { workspaceId, pageId }
  // A node of the version before, during an upgrade, changes pages and notes nothing.
  const isNoted = newest?.version === version
  if (isNoted && isOneBurst(newest, next)) {
    return history.renumber(transaction, address, version, next)
  }
  if (!isNoted) await history.insertPresent(transaction, address)
  if (document !== undefined) {
    await history.keepDocument(transaction, address, version, pack(document))
  }
  await history.insert(transaction, address, next)
}

/** Notes that a page was made. */
export async function startHistory(
  transaction: Transaction,
  { userId, via }: Actor,
  page: PageFields & { workspaceId: string; id: string; createdAt: number },
): Promise<void> {
  const { workspaceId, id: pageId, createdAt } = page
  const first = { ...pickFields(page), version: 1, createdAt, createdBy: userId, via }
  await history.insert(transaction, { workspaceId, pageId }, first)
}

/** Measured from the first save of the burst: typing for hours leaves a version for each few minutes. */
function isOneBurst(
  newest: history.VersionRow,
  next: history.VersionRow & { standsAlone: boolean },
): boolean {
  return (
    !next.standsAlone &&
    newest.via === 'web' &&
    next.via === 'web' &&
    newest.createdBy === next.createdBy &&
    next.createdAt - newest.createdAt < burst
  )
}

function pack(document: string): Uint8Array {
  const params = { [constants.ZSTD_c_compressionLevel]: level }
  return zstdCompressSync(document, { params })
}

export function unpack(packed: Uint8Array): string {
  return zstdDecompressSync(packed).toString()
}
