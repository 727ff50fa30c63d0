import { invalidCursor } from '../../lib/lists/cursors.ts'

/** Where a part of a view ends: the rows until there, and what its last row was sorted by. */
export type ViewCursor = { shown: number; after: (string | number | null)[] }

const maxSorted = 10

export function writeCursor({ shown, after }: ViewCursor): string {
  return Buffer.from(JSON.stringify([shown, ...after])).toString('base64url')
}

/** Throws VALIDATION_FAILED. */
export function readCursor(cursor: string): ViewCursor {
  const values = parse(cursor)
  const [shown, ...after] = Array.isArray(values) ? values : []
  const isSorted = (value: unknown): value is string | number | null =>
    value === null || typeof value === 'string' || typeof value === 'number'
  const isValid = after.length > 0 && after.length <= maxSorted && after.every(isSorted)
  if (typeof shown === 'number' && Number.isInteger(shown) && shown > 0 && isValid) {
    return { shown, after }
  }
  throw invalidCursor()
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
