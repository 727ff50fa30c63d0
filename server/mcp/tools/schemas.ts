import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'

export type JsonObject = Record<string, unknown>

type Property = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  maximum?: number
  properties?: Record<string, Property>
  patternProperties?: Record<string, Property>
  items?: Property
  required?: string[]
}

/** What a tool takes: flat and primitive, no more words than an agent needs. */
export function inputSchema(operation: NamedOperation, tool: Tool): JsonObject {
  const { fields = {}, fixed = {}, document } = tool
  const input = property(operation.input)
  const own = Object.entries(input.properties ?? {})
    .filter(([name]) => name !== 'workspaceId' && name !== document && !(name in fixed))
    .map(([name, schema]) => [name, primitive(schema, fields[name])] as const)
  if (document !== undefined)
    own.push(['markdown', primitive({ type: 'string' }, fields['markdown'])])
  if (isSliced(operation)) own.push(['offset', primitive({ type: 'integer' }, undefined)])
  const takesWorkspace = 'workspaceId' in (input.properties ?? {})
  const workspace = takesWorkspace ? ([['workspaceId', { type: 'string' }]] as const) : []
  const required = (input.required ?? []).filter((name) => isRequired(operation, name))
  return {
    type: 'object',
    properties: Object.fromEntries([...own, ...workspace]),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** Only `select_workspace` is about the workspace itself. */
export function isRequired({ id }: NamedOperation, name: string): boolean {
  return name !== 'workspaceId' || id === 'workspaces.select'
}

/** Lists without an `offset` of their own are sliced on their way to agents. */
export function isSliced(operation: NamedOperation): boolean {
  const { properties = {} } = property(operation.input)
  return listName(operation) !== undefined && !('offset' in properties) && !('k' in properties)
}

/** The member of the output that is a list of unknown length. */
export function listName({ output }: NamedOperation): string | undefined {
  const members = Object.entries(property(output).properties ?? {})
  return members.find(([, schema]) => schema.type === 'array')?.[0]
}

/**
 * The page a mutation was about: id, title, url and version. Ten tools answer with it, and naming its members
 * in each would be a sixteenth of the whole list.
 */
export const pageReference: JsonObject = { type: 'object' }

/** What a tool gives, without descriptions: the names say it. */
export function outputSchema(operation: NamedOperation, tool: Tool): JsonObject | undefined {
  if (tool.answer === 'markdown') return undefined
  if (tool.answer === 'page') return pageReference
  const output = property(operation.output)
  return { ...bare(output), required: output.required ?? [] }
}

/** Deeper than the items of a list only the kind of a value is told: models see little of it, and pay. */
function bare({ type, properties, patternProperties, items }: Property, depth = 0): JsonObject {
  if (depth > 2) return { type: type ?? 'object' }
  if (items !== undefined) {
    return { type: 'array', items: withoutWorkspace(bare(items, depth + 1)) }
  }
  const [values] = Object.values(patternProperties ?? {})
  if (values !== undefined) return { type: 'object', additionalProperties: bare(values, depth + 1) }
  if (properties === undefined) return { type: type ?? 'boolean' }
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name, bare(schema, depth + 1)] as const,
  )
  return {
    type: Array.isArray(type) ? type : 'object',
    properties: Object.fromEntries(entries),
  }
}

/** A value without what its schema does not declare, as REST leaves it out too. */
export function declared(schema: object, value: unknown): unknown {
  const { items, properties } = property(schema)
  if (items !== undefined && Array.isArray(value)) {
    return value.map((item) => declared(items, item))
  }
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  const own: JsonObject = {}
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    const known = properties[name]
    if (known !== undefined && member !== undefined) own[name] = declared(known, member)
  }
  return own
}

/** Every item of a list is of the workspace that was asked about: agents need not read it again and again. */
function withoutWorkspace(items: JsonObject): JsonObject {
  if (typeof items['properties'] !== 'object') return items
  const { workspaceId: _same, ...properties } = { workspaceId: undefined, ...items['properties'] }
  return { ...items, properties }
}

function primitive(schema: Property, description: string | undefined): JsonObject {
  return {
    type: [schema.type ?? 'string'].flat()[0],
    ...(schema.enum === undefined ? {} : { enum: schema.enum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...(description === undefined ? {} : { description }),
  }
}

/** TypeBox schemas are JSON Schema, of which a few keywords are read here. */
function property(schema: object): Property {
  return schema
}
