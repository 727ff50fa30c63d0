import { toIso } from '../../lib/clock.ts'
import { levelNumbers, levelsIn, noLevel, type views as rows, views } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { type Ancestor, locatePages } from '../search/locate.ts'
import { type CellValue, cellOf, type ViewColumn } from './columns.ts'

/** A page in a view. */
export type ViewPage = {
  id: string
  title: string
  icon: string | null
  version: number
  /** The pages above it, from the top down. */
  ancestors: Ancestor[]
  /** Whether the caller can change its properties. */
  isWritable: boolean
  /** By the names of the columns. */
  values: Record<string, CellValue>
}

/** The pages of the rows with the values of the columns. */
export async function readCells(
  { store, viewer }: WorkspaceContext,
  found: readonly rows.ViewRow[],
  columns: readonly ViewColumn[],
): Promise<ViewPage[]> {
  const ids = found.map(({ id }) => id)
  const located = await locatePages(store, viewer, ids)
  const keys = columns.flatMap(({ key }) => key ?? [])
  const hasTags = columns.some(({ name }) => name === 'tags')
  const values = Map.groupBy(await views.values(store, viewer, ids, keys), (row) => row.pageId)
  const tags = Map.groupBy(
    hasTags ? await views.tags(store, viewer, ids) : [],
    ({ pageId }) => pageId,
  )
  const sections = found.flatMap(({ sectionId }) => sectionId ?? [])
  const levels = await levelsIn(store, viewer, [...new Set(sections)])
  return found.flatMap(({ id, createdBy, sectionId }) => {
    const page = located.get(id)
    if (page === undefined) return []
    const { title, icon, version, ancestors } = page
    const fields: Record<string, CellValue> = {
      title,
      created: toIso(page.createdAt),
      updated: toIso(page.updatedAt),
      // Whoever cannot list members does not learn who they are.
      author: viewer.everyoneId === '' ? null : createdBy,
      tags: (tags.get(id) ?? []).map(({ name }) => name),
    }
    const own = Map.groupBy(values.get(id) ?? [], ({ key }) => key)
    const cells = columns.map(({ name, key, type }) => [
      name,
      key === null ? (fields[name] ?? null) : cellOf(type, own.get(key) ?? []),
    ])
    const level =
      sectionId === null ? Math.min(viewer.openLevel, viewer.maxLevel) : levels.get(sectionId)
    const isWritable = (level ?? noLevel) >= levelNumbers.write
    return [{ id, title, icon, version, ancestors, isWritable, values: Object.fromEntries(cells) }]
  })
}

/** The people and pages that the cells name. */
export function namedIn(
  found: readonly ViewPage[],
  columns: readonly ViewColumn[],
): { people: Set<string>; pages: Set<string> } {
  const idsOf = (wanted: ViewColumn['type']) => {
    const names = columns.filter(({ type }) => type === wanted).map(({ name }) => name)
    const values = found.flatMap((page) => names.flatMap((name) => page.values[name] ?? []))
    return new Set(values.flatMap((value) => (typeof value === 'string' ? [value] : [])))
  }
  return { people: idsOf('person'), pages: idsOf('page') }
}
