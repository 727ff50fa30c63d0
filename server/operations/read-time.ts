import { invalidInput } from '../lib/errors.ts'

/** The milliseconds of an ISO 8601 date or time. Throws VALIDATION_FAILED for the field at `path`. */
export function readTime(path: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN
  if (!Number.isNaN(time)) return time
  const message = 'must be an ISO 8601 date or time, such as 2026-11-23 or 2026-11-23T08:00:00Z'
  throw invalidInput([{ path, rule: 'format', message }])
}
