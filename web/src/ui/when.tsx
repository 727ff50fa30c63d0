import { Text } from '@mantine/core'
import { useState } from 'react'

const day = 86_400_000
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' })

/** An instant in the words of a person; the exact one on hovering. */
export function When({ at }: { at: string }) {
  const instant = new Date(at)
  const [now] = useState(Date.now)
  return (
    <Text component="time" span inherit dateTime={at} title={exact.format(instant)}>
      {inWords(instant, now)}
    </Text>
  )
}

export function inWords(instant: Date, now: number): string {
  const distance = instant.getTime() - now
  const size = Math.abs(distance)
  if (size < 60_000) return distance > 0 ? 'in a moment' : 'just now'
  if (size < 3_600_000) return relative.format(Math.round(distance / 60_000), 'minute')
  if (size < day) return relative.format(Math.round(distance / 3_600_000), 'hour')
  if (size < 14 * day) return relative.format(Math.round(distance / day), 'day')
  return absolute.format(instant)
}
