import { inLocale } from './language.ts'
import { t } from './messages.ts'

type Instant = string | number | Date

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const day = inLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const minute = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const exact = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }),
)

/** `2 hours ago`, `yesterday`, `in 3 days`; the date itself when it is two weeks away or more. */
export function formatRelative(instant: Instant, now: number = Date.now()): string {
  const distance = new Date(instant).getTime() - now
  const size = Math.abs(distance)
  if (size < minuteMs) return t.justNow
  if (size < hourMs) return relative().format(Math.trunc(distance / minuteMs), 'minute')
  if (size < dayMs) return relative().format(Math.trunc(distance / hourMs), 'hour')
  if (size < 14 * dayMs) return relative().format(Math.round(distance / dayMs), 'day')
  return formatDate(instant)
}

/** `Mar 10, 2026` */
export function formatDate(instant: Instant): string {
  return day().format(new Date(instant))
}

/** A day of the calendar, `2026-03-10`, as `Mar 10, 2026` wherever the reader is. */
export function formatDay(date: string): string {
  return formatDate(`${date}T00:00`)
}

/** The day `count` days from today where the reader is, as `2026-03-10`. */
export function dayFromToday(count: number, now: Date = new Date()): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + count))
  return day.toISOString().slice(0, 10)
}

/** `Mar 10, 2026, 12:34 PM` */
export function formatDateTime(instant: Instant): string {
  return minute().format(new Date(instant))
}

/** `Tuesday, March 10, 2026 at 12:34 PM` */
export function formatExactTime(instant: Instant): string {
  return exact().format(new Date(instant))
}
