import { startTimeSlice } from '../../../lib/time-slices.ts'
import { pages, type Snapshot, sources, type Viewer } from '../../../store/index.ts'
import { type PageSource, type SourceFile, unpackSource } from '../../document/page-source.ts'
import { type FileText, readFileText } from '../file-text.ts'
import { deriveFields } from '../import/source.ts'
import type { PageFiles } from './file-paths.ts'
import { frontMatterOf } from './front-matter.ts'

/** What the layout of an export takes from the files that pages were imported from, by the ID of the page. */
export type Origins = {
  files: Map<string, SourceFile>
  /** The position that front matter states, and the one that is stated for Quire alone. */
  orders: Map<string, number>
  ownOrders: Map<string, number>
  /** The paths of files relative to the folder of the page. */
  attached: Map<string, Pick<PageFiles, 'files' | 'unlinked'>>
}

export async function readOrigins(
  snapshot: Snapshot,
  viewer: Viewer,
  rows: readonly pages.TreeRow[],
): Promise<Origins> {
  const origins: Origins = {
    files: new Map(),
    orders: new Map(),
    ownOrders: new Map(),
    attached: new Map(),
  }
  const slice = startTimeSlice()
  const { workspaceId } = viewer
  for (const { id } of rows) {
    if (slice.isOver()) await slice.pause()
    const { properties = null } = (await pages.get(snapshot, viewer, id)) ?? {}
    const source = await readSource(snapshot, { workspaceId, pageId: id })
    const frontMatter = frontMatterOf(properties, source)
    if (frontMatter !== '') {
      const text = readFileText(frontMatter)
      const { order } = deriveFields(text)
      if (order !== Infinity) origins.orders.set(id, order)
      const ownOrder = orderIn(text)
      if (ownOrder !== undefined) origins.ownOrders.set(id, ownOrder)
    }
    if (source?.file !== undefined) origins.files.set(id, source.file)
    if (source?.files === undefined) continue
    const unlinked = new Set(source.unlinked)
    origins.attached.set(id, { files: source.files, unlinked })
  }
  return origins
}

/** The position that front matter states for Quire alone. */
export function orderIn({ own }: Pick<FileText, 'own'>): number | undefined {
  const order = own['order']
  return typeof order === 'number' ? order : undefined
}

export async function readSource(
  snapshot: Snapshot,
  page: { workspaceId: string; pageId: string },
): Promise<PageSource | undefined> {
  const packed = await sources.get(snapshot, page)
  return packed === undefined ? undefined : unpackSource(packed)
}
