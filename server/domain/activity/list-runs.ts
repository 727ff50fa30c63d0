import { AppError, invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { activity, type Reader, runs, sections, type Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { viewLocations } from '../events/views.ts'

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
    const touched = await Promise.all(
      rows.map(({ id }) => activity.touched(store, workspaceId, id, maxCounted)),
    )
    const canRead = await readerOf(store, viewer, touched.flat())
    for (const [index, row] of rows.entries()) {
      const run = summarize(viewer, row, touched[index] ?? [], canRead)
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
  const { workspaceId } = viewer
  const row = await runs.get(store, workspaceId, runId)
  const touched = row ? await activity.touched(store, workspaceId, row.id, maxCounted) : []
  const run = row && summarize(viewer, row, touched, await readerOf(store, viewer, touched))
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

type CanRead = (pageId: string, sectionId: string | null) => boolean

/** Undefined without a change that the viewer can read. */
function summarize(
  { everyoneId, viewerId }: Viewer,
  run: runs.ListedRun,
  all: readonly activity.Touched[],
  canRead: CanRead,
): RunSummary | undefined {
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
  if (changes === 0) return undefined
  // Sorted, because the order of the store also depends on changes that the viewer cannot read.
  const sorted = Object.entries(types).sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...run, changes, pages: pages.size, types: Object.fromEntries(sorted) }
}

/** As for events: the present section of a page decides, and the one at the time if the page is gone. */
async function readerOf(
  reader: Reader,
  viewer: Viewer,
  touched: readonly activity.Touched[],
): Promise<CanRead> {
  if (viewer.seesEverything) return () => true
  const ids = new Set(touched.flatMap(({ pageId }) => pageId ?? []))
  const found = await sections.ofPages(reader, viewer.workspaceId, [...ids])
  const pages = new Map(found.map(({ id, sectionId }) => [id, sectionId]))
  const all = new Set([...pages.values(), ...touched.map(({ sectionId }) => sectionId)])
  const sectionIds = [...all].filter((id) => id !== null)
  const { canRead } = await viewLocations(reader, viewer, { pages, files: new Map(), sectionIds })
  return (pageId, sectionId) => {
    const now = pages.get(pageId)
    return canRead(now === undefined ? sectionId : now)
  }
}
