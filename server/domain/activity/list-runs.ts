import { AppError, invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import {
  activity,
  type Reader,
  readableOf,
  runs,
  sections,
  type Viewer,
} from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'

/** What a run changed, as far as the viewer can read it. */
export type RunSummary = runs.ListedRun & {
  /** Number of events. */
  changes: number
  /** Number of different pages. */
  pages: number
  /** Number of events by type. */
  types: Record<string, number>
}

export type RunRequest = {
  filter: runs.RunFilter
  /** The ID of the last run of the previous part. */
  after?: string | undefined
  limit: number
}

/** Pages and types of changes that are counted of one run. */
const maxCounted = 10_000
/** Runs that one call reads. */
const maxRead = 500
const batchSize = 50

/**
 * The runs in which the viewer can read at least one change, the latest start first. A part can have fewer runs than
 * its limit. Throws VALIDATION_FAILED.
 */
export async function listRuns(
  { store, viewer }: WorkspaceContext,
  { filter, after, limit }: RunRequest,
): Promise<{ runs: RunSummary[]; next: string | undefined }> {
  const { workspaceId } = viewer
  const found: RunSummary[] = []
  let position = await positionAfter(store, workspaceId, after)
  for (let read = 0; ; read += batchSize) {
    const part = { ...position, limit: batchSize }
    const rows = await runs.list(store, workspaceId, filter, part)
    for (const row of rows) {
      const run = await summarize(store, viewer, row)
      if (run === undefined) continue
      found.push(run)
      if (found.length === limit) return { runs: found, next: row.id }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return { runs: found, next: undefined }
    if (read + batchSize >= maxRead) return { runs: found, next: last.id }
    position = last
  }
}

/** Throws RUN_NOT_FOUND, also for a run of which the viewer can read nothing. */
export async function getRun(
  { store, viewer }: WorkspaceContext,
  runId: string,
): Promise<RunSummary> {
  const row = await runs.get(store, viewer.workspaceId, runId)
  const run = row && (await summarize(store, viewer, row))
  if (run !== undefined) return run
  throw new AppError('RUN_NOT_FOUND', 'There is no such run. `/v1/runs/list` lists the runs.')
}

async function positionAfter(
  reader: Reader,
  workspaceId: string,
  after: string | undefined,
): Promise<{ startedAt: number; id: string }> {
  if (after === undefined) return { startedAt: Number.MAX_SAFE_INTEGER, id: '' }
  const row = isId(after) ? await runs.get(reader, workspaceId, after) : undefined
  if (row !== undefined) return row
  const message = 'must be nextCursor of an earlier response'
  throw invalidInput([{ path: '/cursor', rule: 'cursor', message }])
}

async function summarize(
  reader: Reader,
  viewer: Viewer,
  run: runs.ListedRun,
): Promise<RunSummary | undefined> {
  const { workspaceId, everyoneId, viewerId } = viewer
  const all = await activity.touched(reader, workspaceId, run.id, maxCounted)
  const canRead = await readerOf(reader, viewer, all)
  // The same with and without sections, so that counts do not tell of pages that the viewer cannot read.
  const isOwn = everyoneId !== '' && run.userId === viewerId
  const pages = new Set<string>()
  const types: Record<string, number> = {}
  let changes = 0
  for (const { pageId, sectionId, type, events } of all) {
    if (pageId === null ? !isOwn : !canRead(pageId, sectionId)) continue
    if (pageId !== null) pages.add(pageId)
    changes += events
    types[type] = (types[type] ?? 0) + events
  }
  return changes === 0 ? undefined : { ...run, changes, pages: pages.size, types }
}

/** As for events: the present section of a page decides, and the one at the time if the page is gone. */
async function readerOf(
  reader: Reader,
  viewer: Viewer,
  all: readonly activity.Touched[],
): Promise<(pageId: string, sectionId: string | null) => boolean> {
  if (viewer.seesEverything) return () => true
  const ids = new Set(all.flatMap(({ pageId }) => pageId ?? []))
  const found = await sections.ofPages(reader, viewer.workspaceId, [...ids])
  const present = new Map(found.map(({ id, sectionId }) => [id, sectionId]))
  const sectionIds = new Set([...present.values(), ...all.map(({ sectionId }) => sectionId)])
  const readable = await readableOf(
    reader,
    viewer,
    [...sectionIds].filter((id) => id !== null),
  )
  return (pageId, sectionId) => {
    const now = present.get(pageId)
    const decides = now === undefined ? sectionId : now
    return decides === null ? viewer.everyoneId !== '' : readable.has(decides)
  }
}
