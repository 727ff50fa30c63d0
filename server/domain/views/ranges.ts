import { yieldToEventLoop } from '../../lib/time-slices.ts'
import { type Store, type Viewer, views } from '../../store/index.ts'

const firstPages = 500
const fewestPages = 50
const maxPages = 8000
const fastestGrowth = 4
/** A statement of SQLite holds the event loop; one of a database server is a round trip. */
const localMs = 5
const remoteMs = 100
/** After all IDs of pages. */
const lastPage = '~'

/** Parts of all pages, each with as many as are read in a few milliseconds. */
export async function* rangesOf(
  store: Store,
  workspaceId: string,
): AsyncGenerator<views.PageRange> {
  const wantedMs = store.isRemote ? remoteMs : localMs
  let pages = firstPages
  let after = ''
  while (after !== lastPage) {
    const start = performance.now()
    const until = (await views.rangeEnd(store, workspaceId, { after, pages })) ?? lastPage
    yield { after, until }
    const growth = wantedMs / (performance.now() - start)
    pages = Math.ceil(pages * Math.max(1 / fastestGrowth, Math.min(fastestGrowth, growth)))
    pages = Math.max(fewestPages, Math.min(maxPages, pages))
    after = until
    await yieldToEventLoop()
  }
}

/**
 * The pages of a part of a view, in order. A statement that sorts by a field reads all pages of the view, and SQLite
 * holds the event loop meanwhile: there, each range has its first rows, and the first of those are the rows of the view.
 */
export async function rowsInRanges(
  store: Store,
  viewer: Viewer,
  selection: views.PageSelection,
  part: views.RowPart,
): Promise<views.ViewRow[]> {
  const isById = part.sort.length === 0
  let found: views.ViewRow[] = []
  for await (const range of rangesOf(store, viewer.workspaceId)) {
    const limit = isById ? part.limit - found.length : part.limit
    const next = await views.rows(store, viewer, { ...selection, range }, { ...part, limit })
    found =
      isById || found.length === 0 || next.length === 0
        ? [...found, ...next]
        : await firstOf(store, viewer, [...found, ...next], part)
    if (isById && found.length === part.limit) break
  }
  return found
}

/** The first rows of some, in the order of the store. */
function firstOf(
  store: Store,
  viewer: Viewer,
  found: readonly views.ViewRow[],
  part: views.RowPart,
): Promise<views.ViewRow[]> {
  const ids = found.map(({ id }) => id)
  return views.rows(store, viewer, { condition: { kind: 'page', ids }, under: null }, part)
}
