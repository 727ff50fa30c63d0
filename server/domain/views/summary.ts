import type { ViewQuery } from '../../../content/views/query.ts'
import { views } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { KeyTypes } from './columns.ts'
import { type GroupColumn, groupColumn, inOrder, toGroups, type ViewGroup } from './groups.ts'
import type { Names } from './names.ts'
import { rangesOf } from './ranges.ts'
import { addGroups, addTotals, largest, noTotals } from './sums.ts'
import { totalKeys, toTotals, type ViewTotals } from './totals.ts'

export type ViewSummary = {
  pages: number
  totals: ViewTotals
  /** Null without grouping. */
  groups: ViewGroup[] | null
  /** Whether there are more groups. */
  hasMoreGroups: boolean
}

/** Groups that one answer has, the largest of them. */
const maxGroups = 100

type Selected = { selection: views.PageSelection; types: KeyTypes }

/** How many pages a view has, its totals and its groups, added up over parts of the workspace. */
export async function summarize(
  context: WorkspaceContext,
  query: ViewQuery,
  { selection, types }: Selected,
) {
  const { store, viewer } = context
  const keys = await totalKeys(query, types)
  const column = query.group === null ? null : await groupColumn(query.group, types)
  const condition = await views.withFrequency(store, viewer, selection.condition)
  let all = noTotals(keys)
  const byValue = new Map<string | null, views.GroupRow>()
  for await (const range of rangesOf(store, viewer.workspaceId)) {
    const some = { ...selection, condition, range }
    all = addTotals(all, await views.totals(store, viewer, some, keys))
    if (column === null) continue
    const { grouping } = column
    addGroups(byValue, await views.groups(store, viewer, some, { grouping, keys }))
  }
  const rows = inOrder(largest(byValue, maxGroups), column)
  return {
    ids: namedBy(rows, column),
    of: (names: Names): ViewSummary => ({
      pages: all.pages,
      totals: toTotals(query.totals, keys, all),
      groups: column === null ? null : toGroups(rows, query, { column, keys }, names),
      hasMoreGroups: byValue.size > maxGroups,
    }),
  }
}

function namedBy(rows: readonly views.GroupRow[], column: GroupColumn | null) {
  const values = rows.flatMap(({ value }) => value ?? [])
  return {
    people: column?.type === 'person' ? values : [],
    pages: column?.type === 'page' ? values : [],
  }
}
