import { invalidInput } from '../../lib/errors.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { JsonObject } from './schemas.ts'

export type ReadArguments = (args: JsonObject) => JsonObject

/**
 * Converts the arguments of an agent to the input of an operation. Rejects unknown names, because an agent
 * would not notice an ignored one. Models fill in parameters that they do not need, so an empty string of an
 * optional parameter and a null without a meaning are dropped. `hiddenNames` are accepted but not listed in
 * messages.
 */
export function createArgumentReader(
  { input }: NamedOperation,
  parameters: readonly string[],
  hiddenNames: readonly string[],
): ReadArguments {
  const known = new Set([...parameters, ...hiddenNames])
  const required = new Set<string>(input.required ?? [])
  const entries = Object.entries<object>(input.properties)
  const nullable = new Set(entries.flatMap(([name, schema]) => (hasNull(schema) ? [name] : [])))
  const emptiable = new Set(
    entries.flatMap(([name, schema]) => (required.has(name) && isText(schema) ? [name] : [])),
  )
  return (args) => {
    rejectUnknownRoutes(args, known, parameters)
    const read = Object.entries(args).filter(([name, value]) => {
      if (value === null) return nullable.has(name)
      return value !== '' || emptiable.has(name)
    })
    return Object.fromEntries(read)
  }
}

/** `listedNames` are those that the message lists. Throws VALIDATION_FAILED. */
export function rejectUnknownRoutes(
  args: JsonObject,
  known: ReadonlySet<string>,
  listedNames: readonly string[],
): void {
  const unknown = Object.keys(args).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const message = `is not a parameter of this tool; use ${listedNames.join(', ')}`
  throw invalidInput(
    unknown.map((name) => ({ path: `/${name}`, rule: 'additionalProperties', message })),
  )
}

/** Free text, neither an ID nor an enum. */
function isText(schema: object): boolean {
  return !('format' in schema || 'enum' in schema)
}

/** Whether null has a meaning of its own. For an ID it means that there is none. */
function hasNull(schema: object): boolean {
  const isNullable = 'type' in schema && [schema.type].flat().includes('null')
  return isNullable && !('format' in schema)
}
