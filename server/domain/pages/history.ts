import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type PageFields, pickFields } from '../../lib/page-fields.ts'
import { contents, history, type pages, type Transaction } from '../../store/index.ts'
import type { Actor } from '../events/events.ts'

/**
 * The versions of a page. The newest version is the page itself. When a body is replaced, the version that had
 * it stores a compressed copy; a version without a copy has the body of the next one.
 */

/** Saves of one person in the web app within this time become one version. */
export const coalescingWindowMs = 5 * 60_000

/** Takes 50 µs for a page of 2 KB and 0.7 ms for one of 50 KB. */
const compressionLevel = 3

type Previous = { newest: history.VersionRow | undefined; document: string | undefined }

/** Reads the newest version and its body before they change. */
export async function readPrevious(
  transaction: Transaction,
  { workspaceId, id: pageId }: pages.PageRow,
  replacesBody: boolean,
): Promise<Previous> {
  const address = { workspaceId, pageId }
  if (!replacesBody) {
    return { newest: await history.newest(transaction, address), document: undefined }
  }
  const newest = await history.newestWithBody(transaction, address)
  if (newest !== undefined) return { newest, document: newest.document ?? undefined }
  const body = await contents.get(transaction, workspaceId, pageId)
  return { newest, document: body?.document }
}

/** Records the next version of a page; called before the page changes. `document` is the body that it replaces. */
export async function recordVersion(
  transaction: Transaction,
  { workspaceId, id: pageId, version }: pages.PageRow,
  { newest, document }: Previous,
  next: history.VersionRow & { standsAlone: boolean },
): Promise<void> {
  const address = { workspaceId, pageId }
  // During an upgrade, a node of the previous release changes pages without recording versions.
  const isRecorded = newest?.version === version
  if (isRecorded && isCoalesced(newest, next)) {
    // The version before may share the body that is replaced.
    const shared =
      document === undefined ? undefined : await history.sharing(transaction, address, version)
    if (document !== undefined && shared !== undefined) {
      await history.keepDocument(transaction, address, shared, pack(document))
    }
    return history.renumber(transaction, address, version, next)
  }
  if (!isRecorded) await history.insertPresent(transaction, address)
  if (document !== undefined) {
    await history.keepDocument(transaction, address, version, pack(document))
  }
  await history.insert(transaction, address, next)
}

/** Records the first version of a page. */
export async function recordFirstVersion(
  transaction: Transaction,
  { userId, via }: Actor,
  page: PageFields & { workspaceId: string; id: string; createdAt: number },
): Promise<void> {
  const { workspaceId, id: pageId, createdAt } = page
  const first = { ...pickFields(page), version: 1, createdAt, createdBy: userId, via }
  await history.insert(transaction, { workspaceId, pageId }, first)
}

/** The window starts with the first save, so that hours of typing leave a version every few minutes. */
function isCoalesced(
  newest: history.VersionRow,
  next: history.VersionRow & { standsAlone: boolean },
): boolean {
  return (
    !next.standsAlone &&
    newest.via === 'web' &&
    next.via === 'web' &&
    newest.createdBy === next.createdBy &&
    next.createdAt - newest.createdAt < coalescingWindowMs
  )
}

function pack(document: string): Uint8Array {
  const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel }
  return zstdCompressSync(document, { params })
}

export function unpack(packed: Uint8Array): string {
  return zstdDecompressSync(packed).toString()
}
