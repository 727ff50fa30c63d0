import { yieldToEventLoop, startTimeSlice } from '../../lib/time-slices.ts'
import { fold } from '../../search/analysis/fold.ts'
import {
  fileCounts,
  files,
  pages,
  type Reader,
  type Store,
  type Viewer,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { requireFile } from './files.ts'

export const fileKinds = ['image', 'pdf', 'audio', 'video', 'text', 'other'] as const
export type FileKind = (typeof fileKinds)[number]

const textTypes =
  /^(?:text\/.*|application\/(?:.*\+)?(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|rtf))$/

export function kindOf(mimeType: string): FileKind {
  const type = mimeType.toLowerCase().replace(/;.*$/s, '').trim()
  if (type === 'application/pdf') return 'pdf'
  for (const kind of ['image', 'audio', 'video'] as const) {
    if (type.startsWith(`${kind}/`)) return kind
  }
  return textTypes.test(type) ? 'text' : 'other'
}

export type FileSearch = {
  /** Words that the name must contain. */
  query?: string
  kind?: FileKind
  limit: number
  offset: number
}

/** The matching files of a workspace, newest first, and their total number. */
export async function searchFiles(
  { store, viewer }: WorkspaceContext,
  { query = '', kind, limit, offset }: FileSearch,
): Promise<{ files: files.FoundFile[]; total: number }> {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const counts = (await countsOf(store, viewer)).filter(
      ({ mimeType }) => kind === undefined || kindOf(mimeType) === kind,
    )
    const total = counts.reduce((sum, count) => sum + count.files, 0)
    if (kind === undefined) {
      return { files: await files.newest(store, viewer, { limit, offset }), total }
    }
    const types = counts.map(({ mimeType }) => mimeType)
    const ids = await newestOfTypes(store, viewer, types, { limit, offset })
    if (ids !== undefined) return { files: await findAll(store, viewer, ids), total }
  }
  const matches: string[] = []
  const timeSlice = startTimeSlice()
  // Here, because the databases fold the case of ASCII only.
  for (const { id, name, mimeType } of await files.names(store, viewer)) {
    if (timeSlice.isOver()) await timeSlice.pause()
    if (kind !== undefined && kindOf(mimeType) !== kind) continue
    const folded = fold(name)
    if (words.every((word) => folded.includes(word))) matches.push(id)
  }
  const listed = matches.slice(offset, offset + limit)
  return { files: await findAll(store, viewer, listed), total: matches.length }
}

async function findAll(
  reader: Reader,
  viewer: Viewer,
  ids: readonly string[],
): Promise<files.FoundFile[]> {
  const found: files.FoundFile[] = []
  for (const id of ids) {
    const file = await files.found(reader, viewer, id)
    if (file !== undefined) found.push(file)
  }
  return found
}

/** File counts by MIME type. Stores them if they had to be counted and the store is writable. */
async function countsOf(store: Store, viewer: Viewer): Promise<fileCounts.FileCount[]> {
  const { workspaceId } = viewer
  if (!viewer.seesEverything) return files.countByType(store, viewer)
  const stored = await fileCounts.cached(store, workspaceId)
  if (stored !== undefined) return stored
  try {
    return await store.transactIn({ workspaceId }, (transaction) =>
      fileCounts.recount(transaction, workspaceId),
    )
  } catch {
    return fileCounts.count(store, workspaceId)
  }
}

/** Rows read to merge several MIME types. */
const maxMergedRows = 20_000

/** IDs of the files of some MIME types, newest first. Undefined if there are too many to merge. */
async function newestOfTypes(
  reader: Reader,
  viewer: Viewer,
  types: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<string[] | undefined> {
  const [only, ...others] = types
  if (only === undefined) return []
  if (others.length === 0) {
    const rows = await files.newestOfType(reader, viewer, only, { limit, offset })
    return rows.map(({ id }) => id)
  }
  const range = { limit: offset + limit, offset: 0 }
  if (types.length * range.limit > maxMergedRows) return undefined
  const rows: files.FileCursor[] = []
  for (const mimeType of types) {
    rows.push(...(await files.newestOfType(reader, viewer, mimeType, range)))
  }
  const newest = (a: files.FileCursor, b: files.FileCursor) =>
    b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)
  return rows
    .toSorted(newest)
    .slice(offset, offset + limit)
    .map(({ id }) => id)
}

export type UsingPage = { id: string; title: string; icon: string | null }

/** The pages that have a file attached or show it, by title. Throws FILE_NOT_FOUND. */
export async function listFileUse(
  { store, viewer }: WorkspaceContext,
  { fileId, limit }: { fileId: string; limit: number },
): Promise<UsingPage[]> {
  const { workspaceId } = viewer
  await requireFile(store, viewer, fileId)
  const ids = new Set(await files.users(store, workspaceId, fileId))
  for await (const id of pagesMentioning(store, workspaceId, fileId)) ids.add(id)
  const found: UsingPage[] = []
  for (const pageId of ids) {
    const page = await pages.get(store, viewer, pageId)
    if (page !== undefined) found.push({ id: page.id, title: page.title, icon: page.icon })
  }
  return found.toSorted((a, b) => (fold(a.title) < fold(b.title) ? -1 : 1)).slice(0, limit)
}

/** Bodies per statement. Reading 10,000 pages at once would block other requests for 0.1 s. */
const batchSize = 200

async function* pagesMentioning(
  reader: Reader,
  workspaceId: string,
  fileId: string,
): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await files.named(reader, workspaceId, fileId, { after, limit: batchSize })
    for (const { pageId, isNamed } of rows) if (isNamed === 1) yield pageId
    after = rows.at(batchSize - 1)?.pageId
    await yieldToEventLoop()
  }
}
