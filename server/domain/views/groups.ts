import type { Subject, ViewQuery } from '../../../content/views/query.ts'
import { isId } from '../../lib/ids.ts'
import { foldText } from '../../lib/text.ts'
import type { views } from '../../store/index.ts'
import type { KeyTypes, ViewColumn } from './columns.ts'
import type { Names } from './names.ts'
import { toTotals, type ViewTotals } from './totals.ts'

export type ViewGroup = {
  /** For `group` of a query; null for pages without a value. */
  id: string | null
  /** What a page of the group has as its value. */
  value: string | number | boolean | null
  label: string
  pages: number
  totals: ViewTotals
}

export type GroupColumn = Pick<ViewColumn, 'type' | 'options'> & { grouping: views.Grouping }

/** The beginning of a value that is stored for comparing. */
const comparedLength = 200

export async function groupColumn(subject: Subject, types: KeyTypes): Promise<GroupColumn> {
  if ('field' in subject) {
    const isTags = subject.field === 'tags'
    const type = isTags ? 'multi-select' : 'person'
    return { type, options: [], grouping: { kind: isTags ? 'tags' : 'author' } }
  }
  const { key } = subject
  const column = await types.of(key)
  const unit = column.type === 'date' ? 'day' : 'value'
  return { ...column, grouping: { kind: 'property', key, unit } }
}

/** The groups in the order of the options, of the numbers or of the texts; without a value last. */
export function inOrder(
  rows: readonly views.GroupRow[],
  column: GroupColumn | null,
): views.GroupRow[] {
  if (column === null) return []
  const position = new Map(column.options.map(({ name }, index) => [compared(name), index]))
  const found = new Set(rows.map(({ value }) => value))
  const isShort = column.type === 'select' || column.type === 'multi-select'
  const missing = (isShort ? column.options : []).flatMap(({ name }): views.GroupRow[] => {
    const value = compared(name)
    if (found.has(value)) return []
    return [{ value, name, type: 'text', number: null, pages: 0, totals: [] }]
  })
  const last = column.options.length
  return [...rows, ...missing].toSorted((one, other) => {
    if (one.value === null || other.value === null) return one.value === null ? 1 : -1
    const byOption = (position.get(one.value) ?? last) - (position.get(other.value) ?? last)
    if (byOption !== 0) return byOption
    if (one.number !== null && other.number !== null && one.number !== other.number) {
      return one.number - other.number
    }
    return one.value < other.value ? -1 : 1
  })
}

export function toGroups(
  rows: readonly views.GroupRow[],
  query: ViewQuery,
  { column, keys }: { column: GroupColumn; keys: readonly views.TotalKey[] },
  names: Names,
): ViewGroup[] {
  return rows.map((row) => {
    const { value: id, pages } = row
    const value = valueOf(row, column)
    const totals = toTotals(query.totals, keys, row)
    return { id, value, label: labelOf(row, value, column, names), pages, totals }
  })
}

function valueOf({ value, name, type, number }: views.GroupRow, { grouping }: GroupColumn) {
  if (value === null) return null
  if (grouping.kind === 'property' && grouping.unit === 'day') return value
  if (type === 'number' && number !== null) return number
  if (type === 'checkbox' && number !== null) return number === 1
  return name ?? value
}

function labelOf(
  { value: id }: views.GroupRow,
  value: ViewGroup['value'],
  { type }: GroupColumn,
  names: Names,
): string {
  if (id === null) return ''
  if (type === 'person') return names.people.get(id) ?? (isId(id) ? '' : String(value))
  const page = type === 'page' ? names.pages.get(id) : undefined
  return page?.title ?? String(value)
}

function compared(text: string): string {
  return foldText(text).slice(0, comparedLength).toWellFormed()
}
