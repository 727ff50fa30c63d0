import { invalidInput } from '../lib/errors.ts'
import type { NamedOperation } from '../operations/index.ts'
import type { JsonObject } from './schemas.ts'

/**
 * What an agent gave, as the operation takes it. An unknown name is refused: dropped in silence it would
 * leave an agent believing in what never happened. Empty texts and nulls that stand for "nothing" go.
 */
export function readArguments(
  operation: NamedOperation,
  parameters: readonly string[],
  given: JsonObject,
): JsonObject {
  refuseUnknown(given, [...parameters, ...Object.keys(operation.input.properties)], parameters)
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const read = readValue(operation.input.properties[name], value)
      return read === undefined ? [] : [[name, read]]
    }),
  )
}

/** `known` may be more than the names that are told. */
export function refuseUnknown(
  given: JsonObject,
  known: readonly string[],
  told: readonly string[] = known,
): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const message = `is not a parameter of this tool; it takes ${told.join(', ')}`
  throw invalidInput(
    unknown.map((name) => ({ path: `/${name}`, rule: 'additionalProperties', message })),
  )
}

function readValue(schema: object | undefined, value: unknown): unknown {
  const isNullable = schema !== undefined && 'type' in schema && Array.isArray(schema.type)
  const isNamed = schema !== undefined && ('format' in schema || 'enum' in schema)
  if (value === null && !isNullable) return undefined
  if (value !== '') return value
  if (isNamed) return undefined
  return isNullable ? null : ''
}
