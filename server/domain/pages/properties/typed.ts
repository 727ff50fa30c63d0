import type { PropertyDefinition, PropertyType } from '../../../lib/property-types.ts'
import type { WrittenProperty } from '../../document/properties.ts'
import {
  isUrl,
  readReference,
  type Scalar,
  timeOf,
  typeOfAll,
} from '../../document/property-values.ts'

/** What people and programs see of a property. */
export type TypedProperty = {
  key: string
  type: PropertyType
  /** Dates as ISO text, people and pages as IDs. Null without a value, and for a nested value. */
  value: Scalar | Scalar[] | null
  /** A nested value, which no type describes. */
  yaml: string | null
}

export type PropertyProblem = 'type' | 'option' | 'required'
export type PropertyError = { key: string; problem: PropertyProblem; message: string }

/** The properties with the types of their schema or their values, and what does not fit the schema. */
export function typedProperties(
  written: readonly WrittenProperty[],
  schema: readonly PropertyDefinition[],
): { properties: TypedProperty[]; errors: PropertyError[] } {
  const definitions = new Map(schema.map((definition) => [definition.key, definition]))
  const properties = written.map((property) => typed(property, definitions.get(property.key)))
  const errors = written.flatMap((property) => {
    const definition = definitions.get(property.key)
    const problem = definition && problemOf(property, definition)
    return definition === undefined || problem === undefined ? [] : [describe(definition, problem)]
  })
  const keys = new Set(written.map(({ key }) => key))
  const missing = schema.filter(({ key, required }) => required === true && !keys.has(key))
  return { properties, errors: [...errors, ...missing.map((one) => describe(one, 'required'))] }
}

function typed(property: WrittenProperty, definition?: PropertyDefinition): TypedProperty {
  const { key } = property
  if (property.kind === 'nested') {
    return { key, type: definition?.type ?? 'text', value: null, yaml: property.yaml }
  }
  const { values, isList } = property
  const type = definition?.type ?? typeOfAll(values, isList)
  const shown = values.map((value) => shownValue(type, value))
  const value = isList || type === 'multi-select' ? shown : (shown[0] ?? null)
  return { key, type, value, yaml: null }
}

function shownValue(type: PropertyType, value: Scalar): Scalar {
  const found = readReference(value)
  if (found !== undefined && found.type === type) return found.id
  return isText(type) ? String(value) : value
}

function isText(type: PropertyType): boolean {
  return type === 'text' || type === 'select' || type === 'multi-select' || type === 'url'
}

function problemOf(
  property: WrittenProperty,
  { type, options, required }: PropertyDefinition,
): PropertyProblem | undefined {
  if (property.kind === 'nested') return 'type'
  const { values, isList } = property
  if (values.length === 0) return required === true ? 'required' : undefined
  const isMany = type === 'multi-select' || type === 'person' || type === 'page'
  if ((isList && !isMany) || !values.every((value) => fits(type, value))) return 'type'
  if (options === undefined || (type !== 'select' && type !== 'multi-select')) return undefined
  const names = new Set(options.map(({ name }) => name))
  return values.every((value) => names.has(String(value))) ? undefined : 'option'
}

/** Whether a value is one of a type. */
export function fits(type: PropertyType, value: Scalar): boolean {
  switch (type) {
    case 'number':
      return typeof value === 'number'
    case 'checkbox':
      return typeof value === 'boolean'
    case 'date':
      return timeOf(value) !== undefined
    case 'person':
    case 'page':
      return readReference(value)?.type === type
    case 'url':
      return isUrl(value)
    default:
      return true
  }
}

const needed: Record<PropertyType, string> = {
  text: 'one text',
  number: 'a number',
  date: 'a date such as 2026-01-31',
  checkbox: 'true or false',
  select: 'one option',
  'multi-select': 'a list of options',
  person: 'a member of the workspace',
  page: 'a page',
  url: 'an address that starts with http:// or https://',
}

function describe({ key, type }: PropertyDefinition, problem: PropertyProblem): PropertyError {
  const messages = {
    type: `${key} must be ${needed[type]}.`,
    option: `${key} has a value that is not one of the options.`,
    required: `${key} is required.`,
  }
  return { key, problem, message: messages[problem] }
}

/** What a value of a type looks like. */
export function neededFor(type: PropertyType): string {
  return needed[type]
}
