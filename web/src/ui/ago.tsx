import { sayAgo, sayDate } from '../lib/dates.ts'

/** A moment in words, the exact one on pointing at it. */
export function Ago({ at }: { at: string }) {
  return (
    <time dateTime={at} title={sayDate(at)}>
      {sayAgo(at)}
    </time>
  )
}
