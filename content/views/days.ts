/** Days and spans of days in words, such as `today`, `3 days ago` and `last 7 days`. */

/** Days since 1970; a time of day is a fraction. `until` is the first day after the span. */
export type DaySpan = { from: number; until: number }

const dayMs = 86_400_000
const amount = String.raw`(\d{1,4})`
const unit = '(day|week|month|year)s?'
const ago = new RegExp(`^${amount} ${unit} ago$`)
const ahead = new RegExp(`^in ${amount} ${unit}$`)
const several = new RegExp(`^(last|next) ${amount} ${unit}$`)
const calendar = /^(this|last|next) (week|month|year)$/
const iso = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:t(\d{2}):(\d{2}))?)?)?$/

type Unit = 'day' | 'week' | 'month' | 'year'

/** The first moment of a day, or a time in UTC; undefined if the text says neither. */
export function dayOf(text: string, today: number): number | undefined {
  return spanOfDay(text.trim().toLowerCase(), today)?.from
}

/** `today`, `2026-03-31`, `2026-03`, `2026`, `last 7 days`, `this month`, `2026-01-01 to 2026-03-31`. */
export function daysOf(text: string, today: number): DaySpan | undefined {
  const words = text.trim().toLowerCase()
  const [first = '', second] = words.split(' to ')
  if (second !== undefined) {
    const [from, until] = [spanOfDay(first, today)?.from, spanOfDay(second, today)?.until]
    return from === undefined || until === undefined || until <= from ? undefined : { from, until }
  }
  return spanOfDay(words, today) ?? severalDays(words, today) ?? calendarSpan(words, today)
}

function spanOfDay(words: string, today: number): DaySpan | undefined {
  if (words === 'today') return oneDay(today)
  if (words === 'yesterday') return oneDay(today - 1)
  if (words === 'tomorrow') return oneDay(today + 1)
  const past = ago.exec(words)
  if (past !== null) return oneDay(add(today, -Number(past[1]), toUnit(past[2])))
  const future = ahead.exec(words)
  if (future !== null) return oneDay(add(today, Number(future[1]), toUnit(future[2])))
  return isoSpan(words)
}

/** `last 7 days` ends with today, `next 7 days` begins with it. */
function severalDays(words: string, today: number): DaySpan | undefined {
  const found = several.exec(words)
  if (found === null || Number(found[2]) === 0) return undefined
  const [, side, count, each] = found
  return side === 'last'
    ? { from: add(today + 1, -Number(count), toUnit(each)), until: today + 1 }
    : { from: today, until: add(today, Number(count), toUnit(each)) }
}

/** Weeks begin on Monday. */
function calendarSpan(words: string, today: number): DaySpan | undefined {
  const found = calendar.exec(words)
  if (found === null) return undefined
  const each = toUnit(found[2])
  const shift = found[1] === 'this' ? 0 : found[1] === 'last' ? -1 : 1
  const from = add(startOf(today, each), shift, each)
  return { from, until: add(from, 1, each) }
}

function isoSpan(words: string): DaySpan | undefined {
  const found = iso.exec(words)
  if (found === null) return undefined
  const [, year, month, day, hours, minutes] = found
  const from = dayNumber(Number(year), Number(month ?? 1) - 1, Number(day ?? 1))
  const date = new Date(from * dayMs)
  const isReal =
    date.getUTCMonth() + 1 === Number(month ?? 1) && date.getUTCDate() === Number(day ?? 1)
  if (!isReal || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined
  if (hours !== undefined) {
    const time = from + (Number(hours) * 60 + Number(minutes)) / 1440
    return { from: time, until: time + 1 / 1440 }
  }
  return {
    from,
    until: add(from, 1, day === undefined ? (month === undefined ? 'year' : 'month') : 'day'),
  }
}

function oneDay(day: number): DaySpan {
  return { from: day, until: day + 1 }
}

function startOf(day: number, each: Unit): number {
  const date = new Date(day * dayMs)
  if (each === 'week') return day - ((date.getUTCDay() + 6) % 7)
  const month = each === 'year' ? 0 : date.getUTCMonth()
  return each === 'day' ? day : dayNumber(date.getUTCFullYear(), month, 1)
}

/** A month later than 31 January is the last day of February. */
function add(day: number, count: number, each: Unit): number {
  if (each === 'day') return day + count
  if (each === 'week') return day + 7 * count
  const date = new Date(day * dayMs)
  const months = date.getUTCMonth() + count * (each === 'year' ? 12 : 1)
  const last = new Date(dayNumber(date.getUTCFullYear(), months + 1, 0) * dayMs).getUTCDate()
  return dayNumber(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last))
}

function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime() / dayMs
}

function toUnit(text: string | undefined): Unit {
  return text === 'week' || text === 'month' || text === 'year' ? text : 'day'
}
