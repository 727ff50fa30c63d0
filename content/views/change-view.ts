import { type Document, isMap, parseDocument } from 'yaml'
import { nameOf, type Subject, type ViewCondition, type ViewSort, type ViewTest } from './query.ts'

/** Changes of the YAML of a view by people who use its menus. Comments and other lines stay. */

export type ViewKey =
  | 'under'
  | 'children'
  | 'tag'
  | 'where'
  | 'text'
  | 'created'
  | 'updated'
  | 'sort'
  | 'columns'
  | 'group'
  | 'totals'
  | 'show'
  | 'limit'

/** Sets keys of a view that can be read; undefined removes one. */
export function changeView(source: string, changes: Partial<Record<ViewKey, unknown>>): string {
  const document: Document = parseDocument(source, { logLevel: 'error' })
  if (!isMap(document.contents)) document.contents = document.createNode({})
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) document.delete(key)
    else document.set(key, document.createNode(value, { flow: isShort(value) }))
  }
  const isEmpty = isMap(document.contents) && document.contents.items.length === 0
  return isEmpty ? '' : document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd()
}

/** A list of texts is written on one line. */
function isShort(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

export function sortValue(sort: readonly ViewSort[]): unknown {
  const written = sort.map(({ subject, direction }) => {
    const name = nameOf(subject)
    const isPlain = !/\s(?:asc|desc)$/.test(name)
    return isPlain ? (direction === 'desc' ? `${name} desc` : name) : { [name]: direction }
  })
  return written.length === 0 ? undefined : written.length === 1 ? written[0] : written
}

export function subjectsValue(subjects: readonly Subject[]): string[] {
  return subjects.map(nameOf)
}

/** The value of `where` for a condition. */
export function whereValue(condition: ViewCondition | null): unknown {
  if (condition === null) return undefined
  if (condition.kind === 'test') return whereOf(condition)
  if (condition.conditions.length === 0) return undefined
  const parts = condition.conditions.map(whereOf)
  const isMapping = new Set(parts.flatMap(Object.keys)).size === parts.flatMap(Object.keys).length
  const value: unknown = isMapping ? Object.assign({}, ...parts) : parts
  return condition.kind === 'all' ? value : { any: parts }
}

function whereOf(condition: ViewCondition): object {
  if (condition.kind !== 'test') {
    const parts = condition.conditions.map(whereOf)
    return { [condition.kind]: parts }
  }
  const { subject, test } = condition
  return { [nameOf(subject)]: testValue(test) }
}

function testValue(test: ViewTest): unknown {
  switch (test.operator) {
    case 'is':
      return test.values.length === 1 ? test.values[0] : test.values
    case 'is not':
      return { 'is not': test.values.length === 1 ? test.values[0] : test.values }
    case 'filled':
      return { filled: test.filled }
    case 'within':
      return { within: test.days }
    case 'before':
    case 'after':
    case 'from':
    case 'until':
      return { [test.operator]: test.day }
    case 'contains':
    case 'does not contain':
    case 'starts with':
      return { [test.operator]: test.text }
    default:
      return { [test.operator]: test.number }
  }
}
