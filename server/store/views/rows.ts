import type { Reader } from '../connection.ts'
import type { Viewer } from '../rights/viewer.ts'
import { type PageSelection, Parameters, selectionSql } from './conditions.ts'
import { joinProperty, runOnce, type Shape } from './statements.ts'

/** Pages without a value come last in both directions. */
export type PageSort = {
  by: 'title' | 'created' | 'updated' | PropertySort
  direction: 'asc' | 'desc'
}

/** By the numbers of a key, or by its texts. */
export type PropertySort = { key: string; column: 'number' | 'text' }

export type ViewRow = {
  id: string
  createdBy: string
  sectionId: string | null
  /** What the row is sorted by: the values of the sort, and the ID. */
  sorted: (string | number | null)[]
}

type Sorted = string | number | null

export type RowPart = {
  sort: readonly PageSort[]
  /** What the last row before the part was sorted by. */
  after: readonly Sorted[] | null
  limit: number
}

/** How much of a title is compared. */
const comparedLength = 200

const ofPage = {
  title: `substr(lower(p.title), 1, ${comparedLength})`,
  created: 'p.created_at',
  updated: 'p.updated_at',
}

/** The pages of a part of a view, in order. */
export async function rows(
  reader: Reader,
  viewer: Viewer,
  selection: PageSelection,
  { sort, after, limit }: RowPart,
): Promise<ViewRow[]> {
  const [first] = sort
  if (first === undefined || typeof first.by === 'string') {
    return readRows(reader, viewer, selection, { sort, after, limit, from: 'all' })
  }
  // The index has the values in order: the first rows come without reading the others.
  const isPastValues = after !== null && (after[0] ?? null) === null
  const found = isPastValues
    ? []
    : await readRows(reader, viewer, selection, { sort, after, limit, from: 'with value' })
  if (found.length === limit) return found
  const rest = { sort, after: isPastValues ? after : null, limit: limit - found.length }
  const others = await readRows(reader, viewer, selection, { ...rest, from: 'without value' })
  return [...found, ...others]
}

type Term = { sql: string; direction: 'asc' | 'desc' }
type From = 'all' | 'with value' | 'without value'

async function readRows(
  reader: Reader,
  viewer: Viewer,
  selection: PageSelection,
  { sort, after, limit, from }: RowPart & { from: From },
): Promise<ViewRow[]> {
  const parameters = new Parameters()
  const { tables, condition, terms } = tablesSql(sort, from, parameters)
  const id: Term = {
    sql: from === 'with value' ? 's0.page_id' : 'p.id',
    direction: idDirection(sort),
  }
  const columns = terms.map(({ sql }, index) => `, ${sql} as "o${index}"`).join('')
  const skipped = from === 'without value' ? 1 : 0
  const given = after?.slice(skipped) ?? null
  const following = given === null ? 'true' : followingSql([...terms, id], given, parameters)
  const where = selectionSql(selection, parameters)
  const order = [
    ...terms.map(({ sql, direction }, index) =>
      from === 'with value' && index === 0
        ? `${sql} ${direction}`
        : `${sql} ${direction} nulls last`,
    ),
    `${id.sql} ${id.direction}`,
  ]
  const sql = `select p.id, p.created_by as "createdBy", p.section_id as "sectionId"${columns}
    from ${tables} where ${condition} and ${where} and ${following}
    order by ${order.join(', ')} limit ${parameters.add(limit)}`
  const found = await runOnce<Shape>(reader, viewer, 'views.rows', sql, parameters)
  return found.map((row) => ({
    id: String(row['id']),
    createdBy: String(row['createdBy']),
    sectionId: row['sectionId'] === null ? null : String(row['sectionId']),
    sorted: [
      ...Array<null>(skipped).fill(null),
      ...terms.map((_, index) => row[`o${index}`] ?? null),
      String(row['id']),
    ],
  }))
}

/** Backwards, an index has the IDs of equal values backwards too. */
function idDirection([first]: readonly PageSort[]): 'asc' | 'desc' {
  return first?.direction ?? 'asc'
}

function tablesSql(
  sort: readonly PageSort[],
  from: From,
  parameters: Parameters,
): { tables: string; condition: string; terms: Term[] } {
  const joins: string[] = []
  const terms = sort.flatMap(({ by, direction }, index): Term[] => {
    if (typeof by === 'string') return [{ sql: ofPage[by], direction }]
    if (index === 0 && from === 'without value') return []
    if (index > 0) joins.push(joinProperty(`s${index}`, by.key, parameters))
    return [{ sql: `s${index}.${by.column}`, direction }]
  })
  const by = sort[0]?.by
  if (from === 'all' || by === undefined || typeof by === 'string') {
    return { tables: ['pages p', ...joins].join(' '), condition: 'true', terms }
  }
  const key = parameters.add(by.key)
  const ofKey = (alias: string) => `${alias}.workspace_id = $workspaceId and ${alias}.key = ${key}
    and ${alias}.item = 0 and ${alias}.${by.column} is not null`
  if (from === 'with value') {
    const tables = ['page_properties s0 cross join pages p', ...joins].join(' ')
    return { tables, condition: `${ofKey('s0')} and p.id = s0.page_id`, terms }
  }
  const condition = `p.id not in (select s.page_id from page_properties s where ${ofKey('s')})`
  return { tables: ['pages p', ...joins].join(' '), condition, terms }
}

/** The condition that a row comes after one. */
function followingSql(
  terms: readonly Term[],
  after: readonly Sorted[],
  parameters: Parameters,
): string {
  const [first] = terms
  const conditions = terms.reduceRight((rest, { sql, direction }, index) => {
    const value = after[index] ?? null
    if (value === null) return `(${sql} is null and ${rest})`
    const given = parameters.add(value)
    const sign = direction === 'asc' ? '>' : '<'
    if (index === terms.length - 1) return `${sql} ${sign} ${given}`
    return `(${sql} ${sign} ${given} or ${sql} is null or (${sql} = ${given} and ${rest}))`
  }, 'false')
  const start = after[0] ?? null
  if (first === undefined || start === null || !first.sql.startsWith('s0.')) return conditions
  // Where the index begins.
  const sign = first.direction === 'asc' ? '>=' : '<='
  return `${first.sql} ${sign} ${parameters.add(start)} and ${conditions}`
}
