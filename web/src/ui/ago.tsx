import { formatDateTime, formatRelative } from '../lib/dates.ts'

/** A moment relative to now; the exact one as a tooltip. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  )
}
