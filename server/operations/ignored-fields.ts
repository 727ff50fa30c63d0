import type { TSchema } from 'typebox'

/** Fields of an input that its operation does not know: the first of them, each as its path, and how many there are. */
export type IgnoredFields = { paths: string[][]; count: number }

/** Undefined when there is none. */
export type FindIgnored = (input: unknown) => IgnoredFields | undefined

const mostNamed = 10

type Look = (value: unknown, path: readonly string[], found: IgnoredFields) => void

/** JSON Schema as far as inputs use it. */
type Shape = { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] }

/** Looks at each field once, and into those whose own fields are declared. */
export function createIgnoredFinder(schema: TSchema): FindIgnored {
  const look = lookOf(schema)
  return (input) => {
    const found: IgnoredFields = { paths: [], count: 0 }
    look?.(input, [], found)
    return found.count === 0 ? undefined : found
  }
}

function lookOf(schema: TSchema): Look | undefined {
  // SAFETY: every schema is an object whose keywords are those of JSON Schema.
  const { properties, items, anyOf } = schema as Shape
  if (items !== undefined) return lookIntoItems(items)
  if (anyOf !== undefined) return lookIntoChoices(anyOf)
  // An object that declares nothing is a document, which is checked elsewhere.
  if (properties === undefined || Object.keys(properties).length === 0) return undefined
  return lookIntoFields(properties)
}

function lookIntoFields(properties: Record<string, TSchema>): Look {
  const known = new Map(Object.entries(properties).map(([name, field]) => [name, lookOf(field)]))
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const name of Object.keys(value)) {
      if (known.has(name)) known.get(name)?.(Reflect.get(value, name), [...path, name], found)
      else note(found, [...path, name])
    }
  }
}

function lookIntoItems(items: TSchema): Look | undefined {
  const look = lookOf(items)
  if (look === undefined) return undefined
  return (value, path, found) => {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) look(item, [...path, String(index)], found)
  }
}

/** Such as an object or null; where several objects may stand, none of their fields is called unknown. */
function lookIntoChoices(anyOf: readonly TSchema[]): Look | undefined {
  const looks = anyOf.map(lookOf).filter((look) => look !== undefined)
  return looks.length === 1 ? looks[0] : undefined
}

function note(found: IgnoredFields, path: string[]): void {
  found.count += 1
  if (found.paths.length < mostNamed) found.paths.push(path)
}
