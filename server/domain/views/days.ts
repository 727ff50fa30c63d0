import { dayMs } from '../../lib/clock.ts'

/** Days in the time zone of a reader. */

/** Whether the name is one of a time zone, such as Europe/Vienna. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Days since 1970 on the calendar of the zone. */
export function todayIn(zone: string, now: number): number {
  return Math.floor((now + offsetAt(now, zone)) / dayMs)
}

/** The instant of a day, or of a time in it, on the clocks of the zone. */
export function instantOf(day: number, zone: string): number {
  const local = Math.round(day * dayMs)
  const near = local - offsetAt(local, zone)
  return local - offsetAt(near, zone)
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const whenInSeconds = Math.floor(instant / 1000) * 1000
  const parts = formatOf(zone).formatToParts(whenInSeconds)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const [year, month, day] = [value('year'), value('month') - 1, value('day')]
  return Date.UTC(year, month, day, value('hour'), value('minute'), value('second')) - whenInSeconds
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
