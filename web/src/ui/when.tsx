import { Text } from '@mantine/core'
import { useState } from 'react'
import { formatExactTime, formatRelative } from '../lib/dates.ts'

/** A moment relative to now, as text of its surroundings; the exact one as a tooltip. */
export function When({ at }: { at: string }) {
  const [now] = useState(Date.now)
  return (
    <Text component="time" span inherit dateTime={at} title={formatExactTime(at)}>
      {formatRelative(at, now)}
    </Text>
  )
}
