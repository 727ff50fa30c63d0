import { type AppError, invalidInput } from '../errors.ts'
import { isId } from '../ids.ts'

/** Where the next part of a list begins: after the row with this number and ID, by which the list is sorted. */
export type Position = { number: number; id: string }

export function writePosition({ number, id }: Position): string {
  return `${number}.${id}`
}

/** Undefined for the first part. Throws VALIDATION_FAILED. */
export function readPosition(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [number = '', id = '', ...others] = cursor.split('.')
  if (isId(id) && /^\d{1,15}$/.test(number) && others.length === 0) {
    return { number: Number(number), id }
  }
  throw invalidCursor()
}

export function invalidCursor(): AppError {
  const message = 'must be the nextCursor of the response before'
  return invalidInput([{ path: '/cursor', rule: 'cursor', message }])
}

/** A part of a list, of which one row more than `limit` was read, and the cursor of the next part. */
export function partOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
): { shown: Row[]; nextCursor: string | undefined } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { shown, nextCursor: hasMore ? cursorOf(last) : undefined }
}
