import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { pickStoredFields, type StoredFields } from '../../lib/page-fields.ts'
import { type contents, history, type pages, type Transaction } from '../../store/index.ts'
import type { Actor } from '../events/events.ts'

/**
 * The versions of a page. The newest version is the page itself. When a body is replaced, the version that had
 * it stores a compressed copy; a version without a copy has the body of the next one.
 */

/** Saves of one person in the web app within this time become one version, and so does what people type together. */
export const coalescingWindowMs = 5 * 60_000

/** Takes 50 µs for a page of 2 KB and 0.7 ms for one of 50 KB. */
const compressionLevel = 3

/** The body that a version replaces; undefined if it stays. */
export type ReplacedBody = Pick<contents.StoredBody, 'document' | 'attribution'> | undefined

export type NextVersion = Omit<history.VersionRow, 'authors'> & {
  /** Which version before it can become one with it. */
  coalesces: 'none' | 'own' | 'typed'
  /** Who wrote it, the last one last. */
  authors: readonly string[]
}

/** Records the next version of a page that is at `version`; called before the page changes. */
export async function recordVersion(
  transaction: Transaction,
  { workspaceId, id: pageId, version }: Pick<pages.PageRow, 'workspaceId' | 'id' | 'version'>,
  replaced: ReplacedBody,
  next: NextVersion,
): Promise<void> {
  const address = { workspaceId, pageId }
  const newest = await history.newest(transaction, address)
  // During an upgrade, a node of the previous release changes pages without recording versions.
  const isRecorded = newest?.version === version
  if (isRecorded && isCoalesced(newest, next)) {
    // The version before may share the body that is replaced.
    const shared =
      replaced === undefined ? undefined : await history.sharing(transaction, address, version)
    if (replaced !== undefined && shared !== undefined) {
      await history.keepDocument(transaction, address, shared, packBody(replaced))
    }
    const authors = [...authorsOf(newest), ...next.authors]
    return history.renumber(transaction, address, version, rowOf({ ...next, authors }))
  }
  if (!isRecorded) await history.insertPresent(transaction, address)
  if (replaced !== undefined) {
    await history.keepDocument(transaction, address, version, packBody(replaced))
  }
  await history.insert(transaction, address, rowOf(next))
}

/** Records the first version of a page. */
export async function recordFirstVersion(
  transaction: Transaction,
  { userId, via, run }: Actor,
  page: StoredFields & { workspaceId: string; id: string; version: number; createdAt: number },
  proposedBy?: { userId: string },
): Promise<void> {
  const { workspaceId, id: pageId, version, createdAt } = page
  const stamp = {
    version,
    createdAt,
    createdBy: userId,
    via,
    runId: run?.id ?? null,
    authors: proposedBy === undefined ? null : JSON.stringify([proposedBy.userId, userId]),
  }
  await history.insert(
    transaction,
    { workspaceId, pageId },
    { ...pickStoredFields(page), ...stamp },
  )
}

/** The people who wrote a version, the last one last. */
export function authorsOf({
  authors,
  createdBy,
}: Pick<history.VersionRow, 'authors' | 'createdBy'>): string[] {
  const listed: unknown = authors === null ? [] : JSON.parse(authors)
  return Array.isArray(listed) && listed.length > 0 ? listed.map(String) : [createdBy]
}

function rowOf({ coalesces: _coalesces, authors, ...next }: NextVersion): history.VersionRow {
  // The newest place of each author is the one that counts.
  const people = [...new Set(authors.toReversed())].toReversed()
  return { ...next, authors: people.length > 1 ? JSON.stringify(people) : null }
}

/** The window starts with the first save, so that hours of typing leave a version every few minutes. */
function isCoalesced(newest: history.VersionRow, next: NextVersion): boolean {
  return (
    next.coalesces !== 'none' &&
    newest.via === 'web' &&
    next.via === 'web' &&
    (next.coalesces === 'typed' || newest.createdBy === next.createdBy) &&
    next.createdAt - newest.createdAt < coalescingWindowMs
  )
}

function packBody({ document, attribution }: NonNullable<ReplacedBody>): history.PackedBody {
  return { document: pack(document), attribution }
}

export function pack(text: string): Uint8Array {
  const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel }
  return zstdCompressSync(text, { params })
}

export function unpack(packed: Uint8Array): string {
  return zstdDecompressSync(packed).toString()
}
