import { toTag } from '../../../content/links/tags.ts'
import { dayOf, daysOf } from '../../../content/views/days.ts'
import type {
  PageField,
  Subject,
  ViewCondition,
  ViewTest,
  ViewValue,
} from '../../../content/views/query.ts'
import { foldText } from '../../lib/text.ts'
import type { views } from '../../store/index.ts'
import { readReference } from '../document/property-values.ts'
import { instantOf } from './days.ts'

/** What the words of a view mean for one reader. */
export type Meaning = {
  /** Days since 1970. */
  today: number
  timeZone: string
  /** Who `me` is. */
  userId: string
}

const dateDay = /^\d{4}-\d{2}-\d{2}$/
/** The beginning of a text that is stored for comparing. */
const comparedLength = 200

export function toPageCondition(condition: ViewCondition, meaning: Meaning): views.PageCondition {
  if (condition.kind !== 'test') {
    const conditions = condition.conditions.map((one) => toPageCondition(one, meaning))
    return { kind: condition.kind, conditions }
  }
  const { subject, test } = condition
  if (test.operator === 'is not') return not(subject, { ...test, operator: 'is' }, meaning)
  if (test.operator === 'does not contain') {
    return not(subject, { ...test, operator: 'contains' }, meaning)
  }
  if (test.operator === 'filled' && !test.filled) {
    return not(subject, { operator: 'filled', filled: true }, meaning)
  }
  return 'key' in subject
    ? { kind: 'property', key: subject.key, test: propertyTest(test, meaning) }
    : fieldCondition(subject.field, test, meaning)
}

function not(subject: Subject, test: ViewTest, meaning: Meaning): views.PageCondition {
  const condition = toPageCondition({ kind: 'test', subject, test }, meaning)
  return { kind: 'not', condition }
}

function propertyTest(test: ViewTest, meaning: Meaning): views.PropertyTest {
  switch (test.operator) {
    case 'is':
      return {
        kind: 'among',
        texts: test.values.flatMap((value) => textsOf(value, meaning)),
        ranges: test.values.flatMap((value) => dayRange(value, meaning)),
      }
    case 'contains':
    case 'starts with':
      return { kind: test.operator, text: compared(test.text) }
    case 'before':
    case 'after':
    case 'from':
    case 'until':
    case 'within': {
      const bounds = dayBounds(test, meaning.today)
      return { kind: 'among', texts: [], ranges: [{ type: 'date', bounds }] }
    }
    case 'less than':
    case 'more than':
    case 'at least':
    case 'at most': {
      const bounds = [{ operator: signs[test.operator], number: test.number }]
      return { kind: 'among', texts: [], ranges: [{ type: 'number', bounds }] }
    }
    default:
      return { kind: 'exists' }
  }
}

const signs = { 'less than': '<', 'more than': '>', 'at least': '>=', 'at most': '<=' } as const

/** How a value is stored for comparing; `me` is also who reads. */
function textsOf(value: ViewValue, { userId }: Meaning): string[] {
  const id = readReference(value)?.id
  if (id !== undefined) return [id]
  const text = compared(String(value))
  return text === 'me' && userId !== '' ? [text, userId] : [text]
}

/** A date is every time of its day, and `today` also a day. */
function dayRange(value: ViewValue, { today }: Meaning): views.NumberRange[] {
  const words = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (words === '' || /^\d{4}(?:-\d{2})?$/.test(words)) return []
  const days = dateDay.test(words) || /^[a-z\d ]+$/.test(words) ? daysOf(words, today) : undefined
  return days === undefined ? [] : [{ type: 'date', bounds: spanBounds(days) }]
}

function spanBounds({ from, until }: { from: number; until: number }): views.Bound[] {
  return [
    { operator: '>=', number: from },
    { operator: '<', number: until },
  ]
}

type DayTest = Extract<
  ViewTest,
  { operator: 'before' | 'after' | 'from' | 'until' } | { operator: 'within' }
>

/** `after` begins with the next day, and `until` includes the day. */
function dayBounds(test: DayTest, today: number): views.Bound[] {
  if (test.operator === 'within') return spanBounds(daysOf(test.days, today) ?? never)
  const start = dayOf(test.day, today) ?? 0
  const end = daysOf(test.day, today)?.until ?? start
  switch (test.operator) {
    case 'before':
      return [{ operator: '<', number: start }]
    case 'from':
      return [{ operator: '>=', number: start }]
    case 'after':
      return [{ operator: '>=', number: end }]
    default:
      return [{ operator: '<', number: end }]
  }
}

const never = { from: 0, until: 0 }

function fieldCondition(field: PageField, test: ViewTest, meaning: Meaning): views.PageCondition {
  switch (field) {
    case 'title':
      return titleCondition(test)
    case 'author': {
      const values = test.operator === 'is' ? test.values : []
      return { kind: 'author', ids: values.flatMap((value) => textsOf(value, meaning)) }
    }
    case 'tags': {
      const values = test.operator === 'is' ? test.values : []
      return { kind: 'tag', tags: values.map((value) => toTag(String(value))) }
    }
    default: {
      const bounds = isDayTest(test) ? dayBounds(test, meaning.today) : []
      const instants = bounds.map(({ operator, number }) => ({
        operator,
        number: instantOf(number, meaning.timeZone),
      }))
      return { kind: field, bounds: instants }
    }
  }
}

function isDayTest(test: ViewTest): test is DayTest {
  return ['before', 'after', 'from', 'until', 'within'].includes(test.operator)
}

function titleCondition(test: ViewTest): views.PageCondition {
  if (test.operator === 'contains' || test.operator === 'starts with') {
    return { kind: 'title', test: test.operator, texts: [lowerAscii(test.text)] }
  }
  const values = test.operator === 'is' ? test.values : []
  return { kind: 'title', test: 'is', texts: values.map((value) => lowerAscii(String(value))) }
}

function compared(text: string): string {
  return foldText(text).slice(0, comparedLength).toWellFormed()
}

/** Both dialects lower only these letters of a title. */
function lowerAscii(text: string): string {
  return text.toWellFormed().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}
