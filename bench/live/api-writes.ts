import { steps } from '../../server/store/index.ts'
import { withContext } from '../support/seed.ts'
import { callServer, largeMarkdown, markers } from './large-page.ts'
import { documentOf } from './page-edits.ts'
import type { PageAtServer } from './typists.ts'

export type ApiWrites = {
  /** The median of writes that name the word. */
  editMs: number
  /** The median of writes of the whole body. */
  updateMs: number
  /** The longest change in the journal; the server may not run meanwhile. */
  journalBytes: (store: { dataFolder: string; userId: string }) => Promise<number>
}

/** Changes one word of a page at a time. */
export async function measureApiWrites(page: PageAtServer): Promise<ApiWrites> {
  const { workspaceId, pageId } = page
  const half = markers.length / 2
  const edits: number[] = []
  for (const find of markers.slice(0, half)) {
    const edit = { pageId, mode: 'replace', find, text: find.toUpperCase() }
    edits.push(await timeOf(() => callServer(page, '/v1/pages/edit', edit)))
  }
  const updates: number[] = []
  let markdown = largeMarkdown
  for (const marker of markers) {
    markdown = markdown.replace(marker, marker.toUpperCase())
    if (markers.indexOf(marker) < half) continue
    const update = { pageId, content: documentOf(markdown) }
    updates.push(await timeOf(() => callServer(page, '/v1/pages/update', update)))
  }
  return {
    editMs: median(edits),
    updateMs: median(updates),
    journalBytes: ({ dataFolder, userId }) =>
      withContext(dataFolder, userId, async ({ store }) => {
        const rows = await steps.since(store, { workspaceId, pageId }, page.version, 1000)
        return Math.max(
          ...rows.map(({ steps: list, notes }) => Buffer.byteLength(list + (notes ?? ''))),
        )
      }),
  }
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}
