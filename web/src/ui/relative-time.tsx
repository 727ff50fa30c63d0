import { formatExactTime, formatRelative } from '../lib/dates.ts'

/** A moment relative to now, as text of its surroundings; the exact one as a tooltip. */
export function RelativeTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatRelative(at)}
    </time>
  )
}
