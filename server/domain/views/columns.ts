import {
  nameOf,
  type PageField,
  type Subject,
  type ViewCondition,
  type ViewQuery,
} from '../../../content/views/query.ts'
import type { PropertyDefinition, PropertyOption, PropertyType } from '../../lib/property-types.ts'
import { type views, views as viewStore } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'

/** A column of a view: a field of pages, or a property. */
export type ViewColumn = {
  /** As it is written in a view. */
  name: string
  /** Null for a field. */
  key: string | null
  type: PropertyType
  /** Of the schema. */
  options: PropertyOption[]
}

const fieldTypes: Record<PageField, PropertyType> = {
  title: 'text',
  created: 'date',
  updated: 'date',
  author: 'person',
  tags: 'multi-select',
}

const maxDefaultColumns = 12

/** The columns of a view. Without a list, those of the query and of the schema. */
export async function columnsOf(query: ViewQuery, types: KeyTypes): Promise<ViewColumn[]> {
  const subjects = query.columns ?? defaultSubjects(query, types.schema)
  const wanted = new Map(subjects.map((subject) => [nameOf(subject), subject]))
  const columns = [...wanted].map(async ([name, subject]): Promise<ViewColumn> => {
    if ('field' in subject) return { name, key: null, type: fieldTypes[subject.field], options: [] }
    return { name, key: subject.key, ...(await types.of(subject.key)) }
  })
  return Promise.all(columns)
}

function defaultSubjects(query: ViewQuery, schema: readonly PropertyDefinition[]): Subject[] {
  const used = [
    ...(query.group === null ? [] : [query.group]),
    ...(query.where === null ? [] : subjectsOf(query.where)),
    ...query.sort.map(({ subject }) => subject),
    ...query.totals.map(({ subject }) => subject),
  ]
  const defined = schema.map(({ key }) => ({ key }))
  return [{ field: 'title' as const }, ...used, ...defined].slice(0, maxDefaultColumns)
}

function subjectsOf(condition: ViewCondition): Subject[] {
  return condition.kind === 'test'
    ? [condition.subject]
    : condition.conditions.flatMap((one) => subjectsOf(one))
}

type KeyType = Pick<ViewColumn, 'type' | 'options'>

/** The types of keys: of the schema, otherwise the usual type of the values. */
export type KeyTypes = {
  schema: readonly PropertyDefinition[]
  of: (key: string) => Promise<KeyType>
}

/** Reads the type of each key once. */
export function readTypes(
  { store, viewer }: Pick<WorkspaceContext, 'store' | 'viewer'>,
  schema: readonly PropertyDefinition[],
): KeyTypes {
  const read = async (key: string): Promise<KeyType> => {
    const found = schema.find((one) => one.key === key)
    if (found !== undefined) return { type: found.type, options: found.options ?? [] }
    return { type: (await viewStore.typeOfKey(store, viewer, key)) ?? 'text', options: [] }
  }
  const known = new Map<string, Promise<KeyType>>()
  const of = (key: string) => {
    const type = known.get(key) ?? read(key)
    known.set(key, type)
    return type
  }
  return { schema, of }
}

export type CellValue = string | number | boolean | null | (string | number | boolean)[]

/** What a cell shows: the values of a key of one page. */
export function cellOf(type: PropertyType, values: readonly views.PageValue[]): CellValue {
  const shown = values.map((value) => shownValue(type, value))
  const isList = type === 'multi-select' || values.length > 1 || values[0]?.type === 'multi-select'
  return isList ? shown : (shown[0] ?? null)
}

const textTypes = new Set<PropertyType>(['text', 'select', 'multi-select', 'url'])

function shownValue(type: PropertyType, row: views.PageValue): string | number | boolean {
  const text = row.value ?? row.text
  if (textTypes.has(type) || row.number === null) return text
  if (row.type === 'number') return row.number
  return row.type === 'checkbox' ? row.number === 1 : text
}
