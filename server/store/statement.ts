import { AppError } from '../lib/errors.ts'

export type Value = string | number | Uint8Array | null
export type Row = Record<string, Value>

/** The parameters of a statement, by name. */
export type NamedValues = Readonly<Record<string, Value | readonly Value[]>>

/** The remaining arguments: none for a statement without parameters. */
export type ValuesFor<Values> = [Values] extends [never] ? [] : [values: Values]

type Parameter = {
  name: string
  /** The length of a list; undefined for a single value. */
  length: number | undefined
}

/**
 * How long a store may keep a row: until the next commit, checked at each read; or the same, with one check for all
 * reads in a callback of the event loop, because no request arrives during a callback.
 */
export type Caching = 'until commit' | 'until commit, checked once a callback'

/** Stands for the table of `OfListed`. */
export const viewerSections = 'viewer_sections'

/**
 * The same statement for a store that lists the sections which the viewer can read in a table, with the highest
 * level and whether the role counts too, so that it need not look up the permissions of each. `none` is for an empty
 * list.
 */
export type OfListed<Result, Values> = {
  readonly some: Statement<Result, Values>
  readonly none: Statement<Result, Values>
}

/**
 * One SQL statement for all dialects. Columns are snake_case; the aliases of the statement are the names in the
 * result. Each connection prepares it once.
 */
export type Statement<Result, Values = never> = {
  readonly name: string
  /** With `$1`, `$2` … instead of the names of the parameters. */
  readonly sql: string
  readonly parameters: readonly Parameter[]
  readonly cached: Caching | undefined
  readonly ofListed: OfListed<Result, Values> | undefined
  /** The text depends on the request: connections prepare it for one use. */
  readonly isOneOff: boolean
  /** Type only: a row. */
  readonly row?: Result
  /** Type only: the parameters. */
  readonly values?: Values
}

const parameterNames = /\$([a-z]\w*)(?:\[(\d+)\])?/gi

type StatementOptions<Result, Values> = {
  cached?: Caching
  ofListed?: OfListed<Result, Values>
  isOneOff?: boolean
}

type Numbered = { sql: string; parameters: readonly Parameter[] }

/** Numbers its parameters with its first use: a start makes thousands of statements, and runs few of them. */
class LazyStatement<Result, Values> implements Statement<Result, Values> {
  readonly name: string
  readonly cached: Caching | undefined
  readonly ofListed: OfListed<Result, Values> | undefined
  readonly isOneOff: boolean
  readonly #text: string | (() => string)
  #numbered: Numbered | undefined

  constructor(
    name: string,
    text: string | (() => string),
    { cached, ofListed, isOneOff = false }: StatementOptions<Result, Values>,
  ) {
    this.name = name
    this.#text = text
    this.cached = cached
    this.ofListed = ofListed
    this.isOneOff = isOneOff
  }

  get sql(): string {
    return this.#parts.sql
  }

  get parameters(): readonly Parameter[] {
    return this.#parts.parameters
  }

  get #parts(): Numbered {
    const text = this.#text
    return (this.#numbered ??= numberParameters(typeof text === 'string' ? text : text()))
  }
}

/** Parameters are `$workspaceId`, and `$ids[8]` for a list of eight values with commas between them. */
export function statement<Result = never, Values extends NamedValues = never>(
  name: string,
  sql: string | (() => string),
  options: StatementOptions<Result, Values> = {},
): Statement<Result, Values> {
  return new LazyStatement(name, sql, options)
}

/** A statement with other text and the same parameters. */
export function withText<Result>(
  { name, parameters, cached, isOneOff }: Statement<unknown, unknown>,
  sql: string,
): Statement<Result, unknown> {
  return { name, sql, parameters, cached, ofListed: undefined, isOneOff }
}

function numberParameters(sql: string): Numbered {
  const parameters: Parameter[] = []
  const positions = new Map<string, string>()
  let count = 0
  const numbered = sql.replaceAll(parameterNames, (match, parameter: string, size?: string) => {
    const known = positions.get(match)
    if (known !== undefined) return known
    const length = size === undefined ? undefined : Number(size)
    const first = count + 1
    count += length ?? 1
    const numbers = Array.from({ length: length ?? 1 }, (_, index) => `$${first + index}`)
    parameters.push({ name: parameter, length })
    positions.set(match, numbers.join(', '))
    return numbers.join(', ')
  })
  return { sql: numbered, parameters }
}

/** The values in the order of their parameters. */
export function valuesOf(statement: Statement<unknown, unknown>, given: NamedValues = {}): Value[] {
  const values: Value[] = []
  for (const { name, length } of statement.parameters) {
    const value = given[name]
    if (isList(value) && value.length === length) values.push(...value)
    else if (value !== undefined && !isList(value) && length === undefined) values.push(value)
    else throw new AppError('INTERNAL', `${statement.name} was run without the ${name} it takes.`)
  }
  return values
}

function isList(value: Value | readonly Value[] | undefined): value is readonly Value[] {
  return Array.isArray(value)
}
