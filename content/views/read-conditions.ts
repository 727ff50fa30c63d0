import { dayOf, daysOf } from './days.ts'
import {
  nameOf,
  operators,
  type Subject,
  subjectOf,
  type ViewCondition,
  type ViewProblem,
  type ViewTest,
  type ViewValue,
} from './query.ts'
import type { Entry, Tree } from './tree.ts'

/** Reports a problem and goes on, so that one answer lists all of them. */
export type Report = (line: number, message: string) => void

const maxConditions = 50
const maxValues = 50
export const maxTextLength = 200
const maxLevels = 4

/** `where`: a mapping of which all conditions hold, or a list of such mappings. */
export function readWhere(tree: Tree, problems: ViewProblem[]): ViewCondition | null {
  let count = 0
  const report: Report = (line, message) => problems.push({ line, message })
  const readAll = (node: Tree, kind: 'all' | 'any', level: number): ViewCondition => {
    if (level > maxLevels) {
      report(node.line, `Conditions can be nested ${maxLevels} levels deep.`)
      return { kind, conditions: [] }
    }
    if (node.kind === 'list') {
      const conditions = node.items.map((item) => readAll(item, 'all', level + 1))
      return { kind, conditions: conditions.map(only) }
    }
    if (node.kind === 'scalar') {
      report(node.line, 'A condition is a property and its value, such as `status: Done`.')
      return { kind, conditions: [] }
    }
    return { kind, conditions: node.entries.flatMap((entry) => readEntry(entry, level)) }
  }
  const readEntry = (entry: Entry, level: number): ViewCondition[] => {
    const { key, value } = entry
    if ((key === 'any' || key === 'all') && value.kind !== 'scalar') {
      return [readAll(value, key, level + 1)]
    }
    count += 1
    if (count === maxConditions + 1) {
      report(entry.line, `A view has at most ${maxConditions} conditions.`)
    }
    const subject = readSubject(key, entry.line, report)
    if (subject === undefined || count > maxConditions) return []
    return readTests(entry, subject, report).map((test) => ({ kind: 'test', subject, test }))
  }
  const where = readAll(tree, 'all', 0)
  return where.kind !== 'test' && where.conditions.length === 0 ? null : only(where)
}

/** A single condition without what surrounds it. */
function only(condition: ViewCondition): ViewCondition {
  if (condition.kind === 'test') return condition
  const [first, ...others] = condition.conditions
  return first !== undefined && others.length === 0 ? first : condition
}

export function readSubject(name: string, line: number, report: Report): Subject | undefined {
  const subject = subjectOf(name)
  if (!('key' in subject) || (subject.key.trim() !== '' && subject.key.length <= 100))
    return subject
  report(line, 'The name of a property has 1 to 100 characters.')
  return undefined
}

function readTests({ key, line, value }: Entry, subject: Subject, report: Report): ViewTest[] {
  if (value.kind !== 'map') {
    const values = readValues(value, key, report)
    return values.length === 0
      ? []
      : [checked({ operator: 'is', values }, subject, line, report)].flat()
  }
  return value.entries.flatMap((entry) => {
    const test = readTest(entry, report)
    return test === undefined ? [] : checked(test, subject, entry.line, report)
  })
}

function readTest({ key, line, value }: Entry, report: Report): ViewTest | undefined {
  const operator = operators.find((one) => one === key)
  switch (operator) {
    case undefined:
      report(line, `“${key}” is no operator. Use one of: ${operators.join(', ')}.`)
      return undefined
    case 'is':
    case 'is not': {
      const values = readValues(value, key, report)
      return values.length === 0 ? undefined : { operator, values }
    }
    case 'filled':
      if (value.kind === 'scalar' && typeof value.value === 'boolean') {
        return { operator, filled: value.value }
      }
      report(value.line, '“filled” needs true or false.')
      return undefined
    case 'less than':
    case 'more than':
    case 'at least':
    case 'at most':
      if (value.kind === 'scalar' && typeof value.value === 'number') {
        return { operator, number: value.value }
      }
      report(value.line, `“${operator}” needs a number.`)
      return undefined
    default: {
      const text = readText(value, key, report)
      return text === undefined ? undefined : readTextTest(operator, text, value.line, report)
    }
  }
}

type TextOperator = Exclude<
  (typeof operators)[number],
  'is' | 'is not' | 'filled' | 'less than' | 'more than' | 'at least' | 'at most'
>

function readTextTest(
  operator: TextOperator,
  text: string,
  line: number,
  report: Report,
): ViewTest | undefined {
  if (operator === 'within') {
    if (daysOf(text, 0) !== undefined) return { operator, days: text }
    report(
      line,
      `“${text}” names no days. Write last 7 days, this month or 2026-01-01 to 2026-03-31.`,
    )
    return undefined
  }
  if (operator === 'contains' || operator === 'does not contain' || operator === 'starts with') {
    return { operator, text }
  }
  if (dayOf(text, 0) !== undefined) return { operator, day: text }
  report(line, `“${text}” is no day. Write a date such as 2026-01-31, today or 3 days ago.`)
  return undefined
}

/** What the fields of a page can be tested for. */
const ofField = {
  title: ['is', 'is not', 'contains', 'does not contain', 'starts with'],
  created: ['is', 'before', 'after', 'from', 'until', 'within'],
  updated: ['is', 'before', 'after', 'from', 'until', 'within'],
  author: ['is', 'is not'],
  tags: ['is', 'is not', 'filled'],
} as const satisfies Record<string, readonly ViewTest['operator'][]>

function checked(test: ViewTest, subject: Subject, line: number, report: Report): ViewTest[] {
  if (!('field' in subject)) return [test]
  const { field } = subject
  const allowed: readonly string[] = ofField[field]
  if (!allowed.includes(test.operator)) {
    const hint = `Use ${allowed.join(', ')}, or property:${field} for a property of that name.`
    report(line, `${field} cannot be tested with “${test.operator}”. ${hint}`)
    return []
  }
  if ((field !== 'created' && field !== 'updated') || test.operator !== 'is') return [test]
  const [days, ...others] = test.values.map(String)
  if (days !== undefined && others.length === 0 && daysOf(days, 0) !== undefined) {
    return [{ operator: 'within', days }]
  }
  report(line, `${nameOf(subject)} needs days, such as last 7 days or this month.`)
  return []
}

function readValues(value: Tree, name: string, report: Report): ViewValue[] {
  const items = value.kind === 'list' ? value.items : [value]
  const values = items.flatMap((item) =>
    item.kind === 'scalar' && item.value !== null && String(item.value).length <= 1000
      ? [item.value]
      : [],
  )
  if (items.length > 0 && items.length <= maxValues && values.length === items.length) return values
  report(
    value.line,
    `“${name}” needs a value, or a list of at most ${maxValues}. For pages without one, write {filled: false}.`,
  )
  return []
}

/** A text of one value. */
export function readText(value: Tree, name: string, report: Report): string | undefined {
  const text = value.kind === 'scalar' && value.value !== null ? String(value.value).trim() : ''
  if (text !== '' && text.length <= maxTextLength) return text
  report(value.line, `“${name}” needs a text of at most ${maxTextLength} characters.`)
  return undefined
}
