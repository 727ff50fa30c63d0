import { invalidInput } from '../../lib/errors.ts'
import type { JsonObject } from './json-object.ts'

export type ReadArguments = (args: JsonObject) => JsonObject

type Field = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  items?: Field
  properties?: Record<string, Field>
  required?: readonly string[]
}
type InputSchema = { properties: Record<string, Field>; required?: readonly string[] }

/** Other names for parameters, by the name that a model may use. */
export type Aliases = Readonly<Record<string, string>>

/**
 * Converts the arguments of an agent to the input of an operation. Rejects unknown names, because an agent
 * would not notice an ignored one. Models fill in parameters that they do not need, so an empty string of an
 * optional parameter and a null without a meaning are dropped. They write numbers, flags and lists as text, which is
 * converted. Messages list a parameter by its alias; `hiddenNames` and `formerNames` are accepted but not listed.
 */
export function createArgumentReader(
  { properties, required = [] }: InputSchema,
  parameters: readonly string[],
  {
    hiddenNames = [],
    aliases = {},
    formerNames = {},
  }: { hiddenNames?: readonly string[]; aliases?: Aliases; formerNames?: Aliases } = {},
): ReadArguments {
  const accepted = { ...formerNames, ...aliases }
  const known = new Set([...parameters, ...hiddenNames, ...Object.keys(accepted)])
  const shown = [...new Set(parameters.map((name) => aliasOf(aliases, name)))]
  const fields = Object.entries(properties)
  const nullable = new Set(fields.flatMap(([name, schema]) => (hasNull(schema) ? [name] : [])))
  const emptiable = new Set(
    fields.flatMap(([name, field]) => (required.includes(name) && isText(field) ? [name] : [])),
  )
  return (args) => {
    rejectUnknownRoutes(args, known, shown)
    const read: JsonObject = {}
    for (const [given, value] of Object.entries(args)) {
      const name = accepted[given] ?? given
      const isLeftOut = value === null ? !nullable.has(name) : value === '' && !emptiable.has(name)
      if (!isLeftOut)
        read[name] = coerceItems(
          properties[name],
          coerce(properties[name], asYaml(name, value)),
          name,
        )
    }
    return read
  }
}

/** Properties are YAML, which JSON is too. */
function asYaml(name: string, value: unknown): unknown {
  return name === 'properties' && typeof value === 'object' ? JSON.stringify(value) : value
}

/** The name that a parameter is listed with. */
export function aliasOf(aliases: Aliases, name: string): string {
  return Object.keys(aliases).find((alias) => aliases[alias] === name) ?? name
}

/** Text as the number, flag or list that it stands for; other values as they are. */
export function coerce(field: Field | undefined, value: unknown): unknown {
  const types = new Set([field?.type ?? []].flat())
  if (typeof value !== 'string' || types.has('string')) return value
  if (types.has('array')) return listOf(value, field?.items)
  const text = value.trim()
  const isNumber = types.has('integer') || types.has('number')
  if (isNumber && /^[-+]?\d{1,15}(?:\.0+)?$/.test(text)) return Number(text)
  if (types.has('boolean') && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (types.has('object') && text.startsWith('{')) return parsed(text) ?? value
  return value
}

/** The members of the objects of a list, like the parameters of a tool. Throws VALIDATION_FAILED. */
function coerceItems(field: Field | undefined, value: unknown, path: string): unknown {
  const { properties, required = [] } = field?.items ?? {}
  if (properties === undefined || !Array.isArray(value)) return value
  return value.map((item: unknown, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
    const read: JsonObject = {}
    for (const [name, member] of Object.entries<unknown>({ ...item })) {
      if (!Object.hasOwn(properties, name)) {
        const message = `is not a field of it; use ${Object.keys(properties).join(', ')}`
        throw invalidInput([
          { path: `/${path}/${index}/${name}`, rule: 'additionalProperties', message },
        ])
      }
      const isLeftOut = member === null || (member === '' && !required.includes(name))
      if (!isLeftOut) read[name] = coerce(properties[name], asYaml(name, member))
    }
    return read
  })
}

/** A list in JSON; other text is the only item of a list of texts. */
function listOf(text: string, items: Field | undefined): unknown {
  const list = text.trim().startsWith('[') ? parsed(text) : undefined
  if (Array.isArray(list)) return list
  return items?.type === 'string' ? [text] : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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
function hasNull(schema: Field): boolean {
  const isNullable = [schema.type ?? []].flat().includes('null')
  return isNullable && schema.format === undefined
}
