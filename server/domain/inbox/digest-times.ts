import { dayMs } from '../../lib/clock.ts'
import type { Digest } from '../../lib/vocabulary.ts'

const quarterMs = 15 * 60_000
const hourMs = 3_600_000
const hourOfDay = '08:00'

/**
 * When the next email is due: at the next full hour, or at eight in the morning of the person. Undefined for an
 * unknown time zone, null without emails.
 */
export function nextDigest(
  digest: Digest,
  timeZone: string,
  now: number,
): number | null | undefined {
  const clockOf = clockIn(timeZone)
  if (clockOf === undefined) return undefined
  if (digest === 'off') return null
  if (digest === 'hourly') return (Math.floor(now / hourMs) + 1) * hourMs
  // The offsets of time zones are multiples of a quarter of an hour.
  const first = (Math.floor(now / quarterMs) + 1) * quarterMs
  for (let at = first; at < first + 2 * dayMs; at += quarterMs) {
    if (clockOf.format(at) === hourOfDay) return at
  }
  return first + dayMs
}

function clockIn(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return new Intl.DateTimeFormat('en', { timeZone, ...time })
  } catch {
    return undefined
  }
}
