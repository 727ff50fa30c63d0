import type { NamedOperation } from '../../operations/index.ts'
import type { Tool } from '../../operations/operation.ts'
import { aliasOf } from './arguments.ts'
import type { JsonObject } from './json-object.ts'
import { aliasesOf } from './page-arguments.ts'

type Property = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  maximum?: number
  properties?: Record<string, Property>
  patternProperties?: Record<string, Property>
  items?: Property
  required?: string[]
}

/** The input schema of a tool: flat, with primitive types and as few words as possible. */
export function inputSchema(operation: NamedOperation, tool: Tool): JsonObject {
  const { fields = {}, fixed = {}, document } = tool
  const input = property(operation.input)
  const aliases = aliasesOf(operation)
  const parameters = Object.entries(input.properties ?? {})
    .filter(([name]) => name !== 'workspaceId' && name !== document && !(name in fixed))
    .map(([name, schema]) => [aliasOf(aliases, name), primitive(schema, fields[name])] as const)
  if (document !== undefined)
    parameters.push(['markdown', primitive({ type: 'string' }, fields['markdown'])])
  if (isSliced(operation)) parameters.push(['offset', primitive({ type: 'integer' }, undefined)])
  if (operation.writes === true) parameters.push(['dryRun', { type: 'boolean' }])
  const takesWorkspace = 'workspaceId' in (input.properties ?? {})
  const workspace = takesWorkspace ? ([['workspaceId', { type: 'string' }]] as const) : []
  const required = (input.required ?? [])
    .filter((name) => isRequired(operation, name))
    .map((name) => aliasOf(aliases, name))
  return {
    type: 'object',
    properties: Object.fromEntries([...parameters, ...workspace]),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

/** The input schema of a tool with an input of its own, with the descriptions that it has. */
export function agentInputSchema(
  input: object,
  { hidden, writes }: { hidden: readonly string[]; writes: boolean },
): JsonObject {
  const { properties = {}, required } = property(input)
  const shown = Object.entries(properties).filter(([name]) => !hidden.includes(name))
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(shown.map(([name, schema]) => [name, brief(schema)])),
      ...(writes && { dryRun: { type: 'boolean' } }),
      workspaceId: { type: 'string' },
    },
    ...(required && { required }),
    additionalProperties: false,
  }
}

function brief(schema: Property): JsonObject {
  const { items, properties, required } = schema
  return {
    ...primitive(schema, schema.description),
    ...(items && { items: brief(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, brief(member)]),
      ),
      ...(required && { required }),
    }),
  }
}

/** Only `select_workspace` requires a workspace. */
export function isRequired({ id }: NamedOperation, name: string): boolean {
  return name !== 'workspaceId' || id === 'workspaces.select'
}

/** Lists of operations without an `offset` of their own are cut for agents. */
export function isSliced(operation: NamedOperation): boolean {
  const { properties = {} } = property(operation.input)
  return listName(operation) !== undefined && !('offset' in properties) && !('k' in properties)
}

/** The output field that is a list of unknown length. */
export function listName({ output }: NamedOperation): string | undefined {
  const members = Object.entries(property(output).properties ?? {})
  return members.find(([, schema]) => schema.type === 'array')?.[0]
}

/**
 * The page that a tool changed: id, title, url and version. Ten tools return it; naming its fields in each would
 * make tools/list 6 % longer.
 */
export const pageReference: JsonObject = { type: 'object' }

/** The output schema of a tool, without descriptions. */
export function outputSchema(operation: NamedOperation, tool: Tool): JsonObject | undefined {
  if (tool.answer === 'markdown') return undefined
  if (tool.answer === 'page') return pageReference
  const output = property(operation.output)
  return { ...withoutDescriptions(output), required: output.required ?? [] }
}

/** Below the items of a list, only the type of a value is given, to save tokens. */
function withoutDescriptions(
  { type, properties, patternProperties, items }: Property,
  depth = 0,
): JsonObject {
  if (depth > 2) return { type: type ?? 'object' }
  if (items !== undefined) {
    return { type: 'array', items: withoutWorkspace(withoutDescriptions(items, depth + 1)) }
  }
  const [values] = Object.values(patternProperties ?? {})
  if (values !== undefined)
    return { type: 'object', additionalProperties: withoutDescriptions(values, depth + 1) }
  if (properties === undefined) return { type: type ?? 'boolean' }
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name, withoutDescriptions(schema, depth + 1)] as const,
  )
  return {
    type: Array.isArray(type) ? type : 'object',
    properties: Object.fromEntries(entries),
  }
}

/** A value without undeclared fields, which REST omits too. */
export function pickDeclared(schema: object, value: unknown): unknown {
  const { items, properties } = property(schema)
  if (items !== undefined && Array.isArray(value)) {
    return value.map((item) => pickDeclared(items, item))
  }
  if (properties === undefined || typeof value !== 'object' || value === null) return value
  const picked: JsonObject = {}
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    const known = properties[name]
    if (known !== undefined && member !== undefined) picked[name] = pickDeclared(known, member)
  }
  return picked
}

/** All items of a list have the workspace of the call, so agents do not need the field. */
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

/** TypeBox schemas are JSON Schema. */
function property(schema: object): Property {
  return schema
}
