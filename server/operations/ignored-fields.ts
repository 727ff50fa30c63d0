import type { TObject, TSchema } from 'typebox'

/** Unknown fields of an input: the first ones, each with the names that are known beside it, and the total number. */
export type IgnoredFields = { fields: UnknownField[]; count: number }

type UnknownField = { path: string[]; known: readonly string[] }

/** Undefined if there are none. */
export type FindIgnored = (input: unknown) => IgnoredFields | undefined

const maxNamedFields = 10

type Visitor = (value: unknown, path: readonly string[], found: IgnoredFields) => void

/** JSON Schema as far as inputs use it. */
type SchemaKeywords = { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] }

/** Visits each field once, and the nested fields that the schema declares. */
export function createIgnoredFinder(schema: TObject): FindIgnored {
  const visitor = visitFields(schema.properties)
  return (input) => {
    const found: IgnoredFields = { fields: [], count: 0 }
    visitor(input, [], found)
    return found.count === 0 ? undefined : found
  }
}

function visitorOf(schema: TSchema): Visitor | undefined {
  // SAFETY: every schema is an object whose keywords are those of JSON Schema.
  const { properties, items, anyOf } = schema as SchemaKeywords
  if (items !== undefined) return visitItems(items)
  if (anyOf !== undefined) return visitChoices(anyOf)
  // An object without declared fields is a document, which is validated elsewhere.
  if (properties === undefined || Object.keys(properties).length === 0) return undefined
  return visitFields(properties)
}

function visitFields(properties: Record<string, TSchema>): Visitor {
  const visitorsByName = new Map(
    Object.entries(properties).map(([name, field]) => [name, visitorOf(field)]),
  )
  const known = Object.keys(properties)
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    for (const name of Object.keys(value)) {
      if (visitorsByName.has(name))
        visitorsByName.get(name)?.(Reflect.get(value, name), [...path, name], found)
      else addField(found, { path: [...path, name], known })
    }
  }
}

function visitItems(items: TSchema): Visitor | undefined {
  const visitor = visitorOf(items)
  if (visitor === undefined) return undefined
  return (value, path, found) => {
    if (!Array.isArray(value)) return
    for (const [index, item] of value.entries()) visitor(item, [...path, String(index)], found)
  }
}

/** Handles an object or null. With several object types, no field counts as unknown. */
function visitChoices(anyOf: readonly TSchema[]): Visitor | undefined {
  const visitors = anyOf.map(visitorOf).filter((visitor) => visitor !== undefined)
  return visitors.length === 1 ? visitors[0] : undefined
}

function addField(found: IgnoredFields, field: UnknownField): void {
  found.count += 1
  if (found.fields.length < maxNamedFields) found.fields.push(field)
}
