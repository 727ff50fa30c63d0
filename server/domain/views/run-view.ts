import { LRUCache } from 'lru-cache'
import { toTag } from '../../../content/links/tags.ts'
import type { ReadView, Subject, ViewQuery } from '../../../content/views/query.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput } from '../../lib/errors.ts'
import { isId } from '../../lib/ids.ts'
import { invalidCursor } from '../../lib/lists/cursors.ts'
import { views } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { schemaOfPage } from '../pages/properties/schemas.ts'
import { requirePage } from '../pages/tree.ts'
import { searchPages } from '../search/search.ts'
import { columnsOf, type KeyTypes, readTypes, type ViewColumn } from './columns.ts'
import { type Meaning, toPageCondition } from './conditions.ts'
import { readCursor, writeCursor } from './cursors.ts'
import { isTimeZone, todayIn } from './days.ts'
import { groupColumn } from './groups.ts'
import { readNames } from './names.ts'
import { namedIn, readCells, type ViewPage } from './pages.ts'
import { rowsInRanges } from './ranges.ts'
import { summarize, type ViewSummary } from './summary.ts'
import { hasNumbers } from './totals.ts'

export type ViewInput = {
  /** YAML, or its values. */
  query: string | object
  /** The page with the view, which `under: this` is about. */
  pageId?: string | undefined
  timeZone?: string | undefined
  /** Only the pages of a group; null for those without a value. */
  group?: string | null | undefined
  /** Only the pages, or only what comes with the first part. */
  only?: 'rows' | 'summary' | undefined
  cursor?: string | undefined
  limit: number
  /** Only these pages, below one of them if they have a page at the top: for published sites and exports. */
  within?: { pageId: string | undefined; has: (pageId: string) => boolean } | undefined
}

export type ViewPart = {
  columns: ViewColumn[]
  rows: ViewPage[]
  nextCursor: string | null
  /** Of the first part of a view. */
  summary: ViewSummary | null
  people: { id: string; name: string }[]
  pages: { id: string; title: string; icon: string | null }[]
}

/** Pages of a search that a view with words has at most, the best of them. */
const maxFound = 100

/** Throws PAGE_NOT_FOUND or VALIDATION_FAILED. */
export async function runView(context: WorkspaceContext, input: ViewInput): Promise<ViewPart> {
  const query = await parse(context, input.query)
  const meaning = meaningOf(context, input)
  const { under, sectionId } = await readUnder(context, query, input)
  const { workspaceId } = context.viewer
  const schema = await schemaOfPage(context.store, { workspaceId, sectionId }, query.tags)
  const types = readTypes(context, schema)
  const condition = await conditionOf(context, query, meaning)
  const selection = { under: await withSize(context, under), condition }
  const none = { rows: [], nextCursor: null }
  const found =
    input.only === 'summary' ? none : await readRows(context, query, { selection, types, input })
  const columns = await columnsOf(query, types)
  const cells = await readCells(context, found.rows, columns)
  const isFirst = input.cursor === undefined && input.group === undefined
  const hasSummary = isFirst && input.only !== 'rows'
  const summary = hasSummary ? await summarize(context, query, { selection, types }) : null
  const named = namedIn(cells, columns)
  summary?.ids.people.forEach((id) => named.people.add(id))
  summary?.ids.pages.forEach((id) => named.pages.add(id))
  const names = await readNames(context, named)
  return {
    columns,
    rows: cells,
    nextCursor: found.nextCursor,
    summary: summary?.of(names) ?? null,
    people: [...names.people].map(([id, name]) => ({ id, name })),
    pages: [...names.pages.values()],
  }
}

/** The views that were run last, by their YAML. */
const readViews = new LRUCache<string, ReadView>({
  maxSize: 2 * 1024 * 1024,
  // Text, and as much again for what was read.
  sizeCalculation: (_view, source) => 4 * source.length + 1000,
})

async function read({ content }: WorkspaceContext, source: string | object): Promise<ReadView> {
  if (typeof source !== 'string') return content.view(source)
  const known = readViews.get(source)
  if (known !== undefined) return known
  const found = await content.view(source)
  readViews.set(source, found)
  return found
}

/** Throws VALIDATION_FAILED. */
async function parse(context: WorkspaceContext, source: string | object): Promise<ViewQuery> {
  const view = await read(context, source)
  if (view.ok) return view.query
  const violations = view.problems.map(({ line, message }) => ({
    path: '/query',
    rule: 'view',
    message:
      line === 0 ? `cannot be read: ${message}` : `cannot be read in line ${line}: ${message}`,
  }))
  throw invalidInput(violations)
}

function meaningOf({ caller }: WorkspaceContext, { timeZone = 'UTC' }: ViewInput): Meaning {
  if (!isTimeZone(timeZone)) {
    const message = 'must be the name of a time zone, such as Europe/Vienna'
    throw invalidInput([{ path: '/timeZone', rule: 'timeZone', message }])
  }
  return { timeZone, today: todayIn(timeZone, clock.now()), userId: caller.userId }
}

async function readUnder(
  { store, viewer }: WorkspaceContext,
  { under, children }: ViewQuery,
  { pageId: thisPageId, within }: ViewInput,
): Promise<{ under: views.PageSelection['under']; sectionId: string | null }> {
  if (thisPageId !== undefined) await requirePage(store, viewer, thisPageId)
  if (under === null && within?.pageId === undefined) return { under: null, sectionId: null }
  const pageId = under === null ? within?.pageId : under === 'this' ? thisPageId : under.pageId
  if (pageId === undefined) {
    const message = 'is needed for “under: this”'
    throw invalidInput([{ path: '/pageId', rule: 'view', message }])
  }
  if (within?.has(pageId) === false) {
    throw new AppError('PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${pageId} not found`)
  }
  const { sectionId } = await requirePage(store, viewer, pageId)
  return { under: { pageId, depth: children ? 'children' : 'all' }, sectionId }
}

async function conditionOf(
  context: WorkspaceContext,
  { tags, where, text }: ViewQuery,
  meaning: Meaning,
): Promise<views.PageCondition> {
  const conditions: views.PageCondition[] = tags.map((tag) => ({ kind: 'tag', tags: [toTag(tag)] }))
  if (where !== null) conditions.push(toPageCondition(where, meaning))
  if (text !== null) {
    const hits = await searchPages(context, { query: text, k: maxFound })
    const ids = hits.map(({ pageId }) => pageId)
    conditions.push(ids.length === 0 ? { kind: 'any', conditions: [] } : { kind: 'page', ids })
  }
  return { kind: 'all', conditions }
}

async function withSize(
  { store, viewer }: WorkspaceContext,
  under: views.PageSelection['under'],
): Promise<views.PageSelection['under']> {
  if (under === null) return null
  const isLarge = under.depth === 'all' && (await views.isLarge(store, viewer, under.pageId))
  return { ...under, isLarge }
}

type Selected = { selection: views.PageSelection; types: KeyTypes }

async function readRows(
  context: WorkspaceContext,
  query: ViewQuery,
  { selection, types, input }: Selected & { input: ViewInput },
): Promise<{ rows: views.ViewRow[]; nextCursor: string | null }> {
  const { store, viewer } = context
  const sorting = query.sort.map(async ({ subject, direction }) => {
    return { by: await sortOf(subject, types), direction }
  })
  const sort = await Promise.all(sorting)
  const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor)
  if (cursor !== undefined && !isOfSort(cursor.after, sort)) throw invalidCursor()
  const shown = cursor?.shown ?? 0
  const left = Math.max(0, (query.limit ?? Infinity) - shown)
  const limit = Math.min(input.limit, left)
  if (limit === 0) return { rows: [], nextCursor: null }
  const grouped = await ofGroup(query, { selection, types, input })
  const part = { sort, after: cursor?.after ?? null, limit: limit + 1 }
  // In the order of a key, the first rows come from an index.
  const isInRanges = !store.isRemote && typeof (sort[0]?.by ?? '') === 'string'
  // In the order of a field, a single statement reads all pages of the view before the first one is known.
  const isByField = typeof sort[0]?.by === 'string'
  const condition =
    isByField && !isInRanges
      ? grouped.condition
      : await views.withFrequency(store, viewer, grouped.condition)
  const read = isInRanges ? rowsInRanges : views.rows
  const found = await read(store, viewer, { ...grouped, condition }, part)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const hasMore = found.length > limit && left > limit && last !== undefined
  const nextCursor = hasMore ? writeCursor({ shown: shown + limit, after: last.sorted }) : null
  return { rows, nextCursor }
}

/** Whether a cursor has a value of the right type for each sort, and an ID. */
function isOfSort(after: readonly unknown[], sort: readonly views.PageSort[]): boolean {
  const id = after.at(-1)
  const areTyped = sort.every(({ by }, index) => {
    const value = after[index]
    if (typeof by === 'string') return typeof value === (by === 'title' ? 'string' : 'number')
    return value === null || typeof value === (by.column === 'number' ? 'number' : 'string')
  })
  return areTyped && after.length === sort.length + 1 && typeof id === 'string' && isId(id)
}

async function ofGroup(
  query: ViewQuery,
  { selection, types, input: { group } }: Selected & { input: ViewInput },
): Promise<views.PageSelection> {
  if (group === undefined) return selection
  if (query.group === null) {
    const message = 'needs a view with a group'
    throw invalidInput([{ path: '/group', rule: 'view', message }])
  }
  const { grouping } = await groupColumn(query.group, types)
  const own = { kind: 'group' as const, grouping, value: group }
  return { ...selection, condition: { kind: 'all', conditions: [selection.condition, own] } }
}

async function sortOf(subject: Subject, types: KeyTypes): Promise<views.PageSort['by']> {
  if ('key' in subject) {
    const { type } = await types.of(subject.key)
    return { key: subject.key, column: hasNumbers(type) ? 'number' : 'text' }
  }
  const { field } = subject
  return field === 'created' || field === 'updated' ? field : 'title'
}
