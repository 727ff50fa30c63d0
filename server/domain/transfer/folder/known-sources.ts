import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { type Snapshot, sources, type Store } from '../../../store/index.ts'
import { type SourceFile, unpackSource } from '../../document/page-source.ts'
import type { Origins } from '../export/origins.ts'

/** What the pages of a workspace were read from, by their ID, also pages that a viewer cannot read. */
export type Sources = {
  files: Map<string, SourceFile>
  attached: Origins['attached']
  hashes: Map<string, string>
  /** The version of the last source that gave the file of a page another name. */
  namedVersion: number
  /** The version of the last source that gave files of pages other paths. */
  attachedVersion: number
}

type Known = Sources & {
  version: number
  versions: Map<string, number>
  reading: Promise<void> | undefined
}

const maxWorkspaces = 4
const maxAgeMs = 10 * 60_000

const stores = new WeakMap<object, LRUCache<string, Known>>()

/** The sources of a workspace. Reads only those that were written since the last call. */
export async function knownSources(
  store: Store,
  snapshot: Snapshot,
  workspaceId: string,
): Promise<Sources> {
  const all =
    stores.get(store.cacheKey) ?? new LRUCache<string, Known>({ max: maxWorkspaces, ttl: maxAgeMs })
  stores.set(store.cacheKey, all)
  const version = await sources.version(snapshot, workspaceId)
  const known = all.get(workspaceId) ?? nothingKnown()
  all.set(workspaceId, known)
  while (known.version < version) {
    // Requests at the same time share what one of them reads.
    if (known.reading === undefined) {
      known.reading = readSince(known, snapshot, workspaceId, version)
      await known.reading.finally(() => {
        known.reading = undefined
      })
    } else await known.reading.catch(() => undefined)
  }
  return known
}

async function readSince(
  known: Known,
  snapshot: Snapshot,
  workspaceId: string,
  version: number,
): Promise<void> {
  const slice = startTimeSlice()
  for await (const row of sources.since(snapshot, workspaceId, known.version)) {
    if (slice.isOver()) await slice.pause()
    if ((known.versions.get(row.pageId) ?? -1) < row.version) note(known, row)
  }
  known.version = version
}

function nothingKnown(): Known {
  const maps = { files: new Map(), attached: new Map(), hashes: new Map(), versions: new Map() }
  const versions = { namedVersion: 0, attachedVersion: 0, version: -1 }
  return { ...maps, ...versions, reading: undefined }
}

function note(known: Known, { pageId, source: packed, version }: sources.SourceRow): void {
  const before = [nameIn(known, pageId), pathsIn(known, pageId)]
  known.versions.set(pageId, version)
  known.hashes.set(pageId, createHash('sha256').update(packed).digest('base64url'))
  known.files.delete(pageId)
  known.attached.delete(pageId)
  const source = unpackSource(packed)
  if (source?.file !== undefined) known.files.set(pageId, source.file)
  if (source?.files !== undefined) {
    known.attached.set(pageId, { files: source.files, unlinked: new Set(source.unlinked) })
  }
  if (nameIn(known, pageId) !== before[0]) known.namedVersion = version
  if (pathsIn(known, pageId) !== before[1]) known.attachedVersion = version
}

function nameIn({ files }: Sources, pageId: string): string {
  return JSON.stringify(files.get(pageId) ?? null)
}

function pathsIn({ attached }: Sources, pageId: string): string {
  const own = attached.get(pageId)
  return own === undefined ? '' : JSON.stringify([own.files, [...own.unlinked]])
}
