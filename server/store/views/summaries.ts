import type { PropertyType } from '../../lib/property-types.ts'
import type { Reader } from '../connection.ts'
import type { Viewer } from '../rights/viewer.ts'
import { statement } from '../statement.ts'
import {
  type Grouping,
  groupText,
  type PageRange,
  type PageSelection,
  Parameters,
  rangeSql,
  selectionSql,
} from './conditions.ts'
import { joinProperty, runOnce, type Shape } from './statements.ts'

/** What is added up of a key: its values of a type. */
export type TotalKey = { key: string; type: PropertyType }

/** Of the pages that have a value of the key. Numbers are those of the type. */
export type Totals = {
  filled: number
  numbers: number
  sum: number | null
  min: number | null
  max: number | null
}

export type GroupRow = {
  /** Folded, or an ID. Null for pages without a value. */
  value: string | null
  name: string | null
  type: PropertyType | null
  number: number | null
  pages: number
  totals: Totals[]
}

/** How many pages a view has, and its totals. */
export async function totals(
  reader: Reader,
  viewer: Viewer,
  selection: PageSelection,
  keys: readonly TotalKey[],
): Promise<{ pages: number; totals: Totals[] }> {
  const parameters = new Parameters()
  const added = totalsSql(keys, parameters)
  const where = selectionSql(selection, parameters)
  const sql = `select count(*) as "pages"${added.columns} from pages p ${added.joins} where ${where}`
  const [row = {}] = await runOnce<Shape>(reader, viewer, 'views.totals', sql, parameters)
  return { pages: Number(row['pages'] ?? 0), totals: totalsOf(row, keys) }
}

/** The groups of a view, in no order. A page with several values is in several. */
export async function groups(
  reader: Reader,
  viewer: Viewer,
  selection: PageSelection,
  { grouping, keys }: { grouping: Grouping; keys: readonly TotalKey[] },
): Promise<GroupRow[]> {
  const parameters = new Parameters()
  const grouped = groupedSql(grouping, selection.range, parameters)
  const added = totalsSql(keys, parameters)
  const where = selectionSql(selection, parameters)
  const sql = `select ${grouped.value} as "value", min(${grouped.name}) as "name",
      min(${grouped.type}) as "type", min(${grouped.number}) as "number", count(*) as "pages"${added.columns}
    from pages p ${grouped.join} ${added.joins} where ${where}
    group by ${grouped.value}`
  const found = await runOnce<Shape & Omit<GroupRow, 'totals'>>(
    reader,
    viewer,
    'views.groups',
    sql,
    parameters,
  )
  return found.map((row) => {
    const { value, name, type, number, pages } = row
    return { value, name, type, number, pages, totals: totalsOf(row, keys) }
  })
}

function totalsSql(
  keys: readonly TotalKey[],
  parameters: Parameters,
): { columns: string; joins: string } {
  const joins = keys.map(({ key }, index) => joinProperty(`k${index}`, key, parameters))
  const columns = keys.map(({ type }, index) => {
    const number = `case when k${index}.type = ${parameters.add(type)} then k${index}.number end`
    const each = ['count', 'sum', 'min', 'max'].map(
      (name) => `${name}(${number}) as "${name}${index}"`,
    )
    return `, count(k${index}.key) as "filled${index}", ${each.join(', ')}`
  })
  return { columns: columns.join(''), joins: joins.join(' ') }
}

function totalsOf(row: Shape, keys: readonly TotalKey[]): Totals[] {
  const number = (name: string) => {
    const value = row[name] ?? null
    return value === null ? null : Number(value)
  }
  return keys.map((_, index) => ({
    filled: number(`filled${index}`) ?? 0,
    numbers: number(`count${index}`) ?? 0,
    sum: number(`sum${index}`),
    min: number(`min${index}`),
    max: number(`max${index}`),
  }))
}

/** Each value of a page once. */
function groupedSql(grouping: Grouping, range: PageRange | undefined, parameters: Parameters) {
  const inRange = (id: string) =>
    range === undefined ? '' : `and ${rangeSql(id, range, parameters)}`
  const none = 'cast(null as text)'
  const noNumber = 'cast(null as double precision)'
  if (grouping.kind === 'author') {
    return { value: 'p.created_by', name: none, type: none, number: noNumber, join: '' }
  }
  if (grouping.kind === 'tags') {
    const join = `left join (select t.page_id, t.tag, min(t.name) as name from page_tags t
      where t.workspace_id = $workspaceId ${inRange('t.page_id')} group by t.page_id, t.tag) g on g.page_id = p.id`
    return { value: 'g.tag', name: 'g.name', type: none, number: noNumber, join }
  }
  const text = groupText(grouping.unit)
  // An index by key would read the pages out of the range too, for each range again.
  const ofKey = range === undefined ? 'r.key' : `r.key || ''`
  const join = `left join (select r.page_id, ${text} as text, min(coalesce(r.value, r.text)) as name,
      min(r.type) as type, min(r.number) as number from page_properties r
    where r.workspace_id = $workspaceId and ${ofKey} = ${parameters.add(grouping.key)} ${inRange('r.page_id')}
    group by r.page_id, ${text}) g on g.page_id = p.id`
  return { value: 'g.text', name: 'g.name', type: 'g.type', number: 'g.number', join }
}

const rangeStatement = statement<
  { id: string },
  { workspaceId: string; after: string; skipped: number }
>(
  'views.range',
  `select p.id from pages p where p.workspace_id = $workspaceId and p.id > $after
   order by p.id limit 1 offset $skipped`,
)

/** The last of some IDs of pages after one; undefined if there are not as many. */
export async function rangeEnd(
  reader: Reader,
  workspaceId: string,
  { after, pages }: { after: string; pages: number },
): Promise<string | undefined> {
  const row = await reader.get(rangeStatement, { workspaceId, after, skipped: pages - 1 })
  return row?.id
}
