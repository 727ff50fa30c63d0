import { invalidInput } from '../../lib/errors.ts'
import type { NamedOperation } from '../../operations/index.ts'
import type { JsonObject } from './schemas.ts'

export type ReadArguments = (given: JsonObject) => JsonObject

/**
 * What an agent gave, as the operation takes it. An unknown name is refused: dropped in silence it would
 * leave an agent believing in what never happened. Models fill in parameters they have no use for: an empty
 * text is left out unless the parameter is required, and so is a null that says nothing.
 * `alsoKnown` are names that work and are not worth telling.
 */
export function createArgumentReader(
  { input }: NamedOperation,
  parameters: readonly string[],
  alsoKnown: readonly string[],
): ReadArguments {
  const known = new Set([...parameters, ...alsoKnown])
  const required = new Set<string>(input.required ?? [])
  const entries = Object.entries<object>(input.properties)
  const nullable = new Set(entries.flatMap(([name, schema]) => (hasNull(schema) ? [name] : [])))
  const emptiable = new Set(
    entries.flatMap(([name, schema]) => (required.has(name) && isText(schema) ? [name] : [])),
  )
  return (given) => {
    refuseUnknown(given, known, parameters)
    const read = Object.entries(given).filter(([name, value]) => {
      if (value === null) return nullable.has(name)
      return value !== '' || emptiable.has(name)
    })
    return Object.fromEntries(read)
  }
}

/** `told` are the names worth telling of those that are known. */
export function refuseUnknown(
  given: JsonObject,
  known: ReadonlySet<string>,
  told: readonly string[],
): void {
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const message = `is not a parameter of this tool; use ${told.join(', ')}`
  throw invalidInput(
    unknown.map((name) => ({ path: `/${name}`, rule: 'additionalProperties', message })),
  )
}

/** A text that is neither an id nor a choice. */
function isText(schema: object): boolean {
  return !('format' in schema || 'enum' in schema)
}

/** Whether null says something of its own; where ids are expected it means that there is none. */
function hasNull(schema: object): boolean {
  const isNullable = 'type' in schema && [schema.type].flat().includes('null')
  return isNullable && !('format' in schema)
}
