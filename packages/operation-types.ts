import { listOperations } from '../server/operations/index.ts'

type OpenObject = 'object' | 'Record<string, unknown>'

/** A JSON Schema, as far as the operations use it. */
export type Schema = {
  type?: string | readonly string[]
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  patternProperties?: Readonly<Record<string, Schema>>
}

/**
 * The source of `operations.ts` for the package: the types that it otherwise infers from the schemas of the server,
 * which is not in the package.
 */
export function operationTypesSource(): string {
  const nouns = Map.groupBy(listOperations(), ({ noun }) => noun)
  const lines = [...nouns].map(([noun, operations]) => {
    const entries = operations.map(
      ({ name, summary, input, output }) =>
        // SAFETY: the schemas of operations are JSON Schemas.
        `    /** ${summary}. */\n    ${name}: { input: ${typeOf(input as Schema, 'object')}; output: ${typeOf(output as Schema, 'Record<string, unknown>')} }`,
    )
    return `  ${noun}: {\n${entries.join('\n')}\n  }`
  })
  return `/** Input and output of each operation. */\nexport type OperationTypes = {\n${lines.join('\n')}\n}\n`
}

/** `open` is what an object with unnamed fields becomes: programs send any object, and read fields by name. */
export function typeOf(schema: Schema, open: OpenObject): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf.map((one) => typeOf(one, open)))
  if (schema.allOf !== undefined)
    return schema.allOf.map((part) => `(${typeOf(part, open)})`).join(' & ')
  if (typeof schema.type === 'object')
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, open)))
  if (schema.type === 'object') return objectOf(schema, open)
  if (schema.type === 'array') return `Array<${typeOf(schema.items ?? {}, open)}>`
  if (schema.type === 'integer') return 'number'
  return simpleTypes.has(schema.type ?? '') ? (schema.type ?? '') : 'unknown'
}

const simpleTypes = new Set(['string', 'number', 'boolean', 'null'])

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (type.includes(' & ') ? `(${type})` : type)).join(' | ')
}

function objectOf(
  { properties = {}, required = [], additionalProperties, patternProperties }: Schema,
  open: OpenObject,
): string {
  const values = Object.values(patternProperties ?? {})
  const rest = typeof additionalProperties === 'object' ? additionalProperties : values[0]
  const entries = Object.entries(properties)
  if (entries.length === 0) {
    if (rest !== undefined) return `Record<string, ${typeOf(rest, open)}>`
    return additionalProperties === true ? open : '{}'
  }
  const fields = entries.map(([name, field]) => {
    const note =
      field.description === undefined ? '' : `/** ${field.description.replaceAll('*/', '*\\/')} */ `
    return `${note}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(field, open)}`
  })
  return `{ ${fields.join('; ')} }`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}
