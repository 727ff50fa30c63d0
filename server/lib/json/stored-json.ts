import { AppError } from '../errors.ts'

/**
 * Reads the JSON of a column. Another version may have written it, or a person by hand: a value that does not fit
 * ends the request, with an error that says where it is stored.
 */
export function storedJson<Value>(
  column: `${string}.${string}`,
  fits: (value: unknown) => value is Value,
): (json: string, row: string) => Value {
  return (json, row) => {
    const value = parse(json, column, row)
    if (fits(value)) return value
    throw unreadable(column, row)
  }
}

function parse(json: string, column: string, row: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw unreadable(column, row, error)
  }
}

function unreadable(column: string, row: string, cause?: unknown): AppError {
  return new AppError(
    'INTERNAL',
    `The stored value of ${column} for ${row} cannot be read. Restore it from a backup.`,
    { cause },
  )
}
