export type Value = string | number | Uint8Array | null
export type Row = Record<string, Value>

/**
 * One SQL statement that every dialect accepts: parameters are `$1`, `$2` …, columns are snake_case
 * and come back under the names the statement gives them. It is prepared once per connection.
 */
export type Statement<Result> = {
  readonly name: string
  readonly sql: string
  /** Only a type: the shape of a row. */
  readonly row?: Result
}

export function statement<Result = never>(name: string, sql: string): Statement<Result> {
  return { name, sql }
}
