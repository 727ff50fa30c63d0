import { invalidInput } from '../lib/errors.ts'
import type { NamedOperation } from '../operations/index.ts'
import type { JsonObject } from './schemas.ts'

export type ReadArguments = (given: JsonObject) => JsonObject

/**
 * What an agent gave, as the operation takes it. An unknown name is refused: dropped in silence it would
 * leave an agent believing in what never happened. Empty texts and nulls that stand for "nothing" go.
 * `alsoKnown` are names that work and are not worth telling.
 */
export function createArgumentReader(
  { input }: NamedOperation,
  parameters: readonly string[],
  alsoKnown: readonly string[],
): ReadArguments {
  const known = new Set([...parameters, ...alsoKnown])
  const empties = new Map(
    Object.entries(input.properties).map(([name, schema]) => [name, emptyOf(schema)] as const),
  )
  return (given) => {
    refuseUnknown(given, known, parameters)
    const read: JsonObject = {}
    for (const [name, value] of Object.entries(given)) {
      const empty = empties.get(name)
      if (value === null && empty !== null) continue
      const taken = value === '' && empties.has(name) ? empty : value
      if (taken !== undefined) read[name] = taken
    }
    return read
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
  const message = `is not a parameter of this tool; it takes ${told.join(', ')}`
  throw invalidInput(
    unknown.map((name) => ({ path: `/${name}`, rule: 'additionalProperties', message })),
  )
}

/** What an empty text means: no id and no choice, null where that is a value, else the empty text itself. */
function emptyOf(schema: object): undefined | null | '' {
  if ('format' in schema || 'enum' in schema) return undefined
  return 'type' in schema && Array.isArray(schema.type) ? null : ''
}
