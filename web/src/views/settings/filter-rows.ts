import { changeView, whereValue } from '../../../../content/views/change-view.ts'
import {
  nameOf,
  subjectOf,
  type ViewCondition,
  type ViewTest,
  type ViewValue,
} from '../../../../content/views/query.ts'
import { readView } from '../../../../content/views/read-view.ts'

/** A condition as it is shown in fields. Several values have commas between them. */
export type FilterRow = { name: string; operator: ViewTest['operator']; value: string }
export type Filter = { kind: 'all' | 'any'; rows: FilterRow[] }

/** The conditions of a view as rows; undefined if they are nested, or a value has a comma. */
export function filterOf(where: ViewCondition | null): Filter | undefined {
  if (where === null) return { kind: 'all', rows: [] }
  const kind = where.kind === 'any' ? 'any' : 'all'
  const conditions = where.kind === 'test' ? [where] : where.conditions
  const rows = conditions.map(rowOf)
  return rows.includes(undefined)
    ? undefined
    : { kind, rows: rows.filter((row) => row !== undefined) }
}

function rowOf(condition: ViewCondition): FilterRow | undefined {
  if (condition.kind !== 'test') return undefined
  const { subject, test } = condition
  const row = { name: nameOf(subject), operator: test.operator }
  if ('values' in test) {
    const texts = test.values.map(String)
    return texts.some((text) => text.includes(','))
      ? undefined
      : { ...row, value: texts.join(', ') }
  }
  if ('filled' in test) return { ...row, value: test.filled ? 'true' : 'false' }
  if ('days' in test) return { ...row, value: test.days }
  if ('day' in test) return { ...row, value: test.day }
  return { ...row, value: 'text' in test ? test.text : String(test.number) }
}

/** Undefined while a field of the row is empty. */
export function conditionOf({ name, operator, value }: FilterRow): ViewCondition | undefined {
  const text = value.trim()
  if (name === '' || text === '') return undefined
  return { kind: 'test', subject: subjectOf(name), test: testOf(operator, text) }
}

function testOf(operator: ViewTest['operator'], text: string): ViewTest {
  switch (operator) {
    case 'is':
    case 'is not': {
      const values = text.split(',').map((one) => one.trim())
      return { operator, values: values.filter((one) => one !== '').map(valueOf) }
    }
    case 'filled':
      return { operator, filled: text !== 'false' }
    case 'within':
      return { operator, days: text }
    case 'before':
    case 'after':
    case 'from':
    case 'until':
      return { operator, day: text }
    case 'contains':
    case 'does not contain':
    case 'starts with':
      return { operator, text }
    default:
      return { operator, number: Number(text) }
  }
}

function valueOf(text: string): ViewValue {
  if (text === 'true' || text === 'false') return text === 'true'
  return String(Number(text)) === text ? Number(text) : text
}

/** What is wrong with a condition. */
export function problemOf(row: FilterRow): string | undefined {
  const condition = conditionOf(row)
  if (condition === undefined) return undefined
  const read = readView(changeView('', { where: whereValue(condition) }))
  return read.ok ? undefined : read.problems[0]?.message
}

/** The value of `where` for the rows that are complete. */
export function whereOf({ kind, rows }: Filter): unknown {
  const valid = rows.filter((row) => problemOf(row) === undefined)
  const conditions = valid.flatMap((row) => conditionOf(row) ?? [])
  const [first, ...others] = conditions
  if (first === undefined) return undefined
  return whereValue(others.length === 0 ? first : { kind, conditions })
}
