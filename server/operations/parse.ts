import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { TObject, TSchema } from 'typebox'
import { decodeBase64 } from '../lib/base64.ts'
import { invalidInput, type Violation } from '../lib/errors.ts'
import { storable } from '../lib/text.ts'
import { createIgnoredFinder, type IgnoredFields } from './ignored-fields.ts'

/** `onIgnored` receives undeclared fields, even if the input is rejected. Throws VALIDATION_FAILED. */
export type Parser = (
  input: unknown,
  onIgnored?: (fields: IgnoredFields) => void,
) => Record<string, unknown>

/**
 * Strict types, no coercion, all violations; drops unknown nested fields. Does not check the schemas themselves, which
 * takes longer than compiling them: a test does.
 */
const ajv = new Ajv({
  meta: false,
  validateSchema: false,
  allErrors: true,
  removeAdditional: true,
  strict: false,
  verbose: true,
  formats: {
    uuid: true,
    date: true,
    'date-time': true,
    base64: (text: string) => decodeBase64(text) !== undefined,
  },
})

/**
 * Creates the parser of an operation's input. It throws VALIDATION_FAILED with all violations. The schema is compiled
 * with the first input. Undeclared fields are dropped, or refused with `refusesUnknown`.
 */
export function createParser(
  schema: TObject,
  { refusesUnknown = false }: { refusesUnknown?: boolean } = {},
): Parser {
  let validate: ValidateFunction | undefined
  const normalize = createNormalizer(schema)
  const names = Object.keys(schema.properties)
  const findIgnored = createIgnoredFinder(schema)
  return (input, onIgnored) => {
    const isWanted = refusesUnknown || onIgnored !== undefined
    const unknown = isWanted ? findIgnored(input) : undefined
    if (unknown !== undefined && !refusesUnknown) onIgnored?.(unknown)
    const violations = refusesUnknown ? refusals(unknown) : []
    const parsed = pick(input, names)
    validate ??= ajv.compile(schema)
    if (!validate(parsed ?? input)) violations.push(...(validate.errors ?? []).map(toViolation))
    if (violations.length > 0) throw invalidInput(violations)
    // SAFETY: every input schema is an object schema, so anything else was rejected.
    const accepted = parsed as Record<string, unknown>
    normalize(accepted)
    return accepted
  }
}

const maxNameLength = 100

function refusals(unknown: IgnoredFields | undefined): Violation[] {
  return (unknown?.fields ?? []).map(({ path, known }) => ({
    path: path.map((name) => `/${shortened(name)}`).join(''),
    rule: 'additionalProperties',
    message: `is not a known field, and nothing was changed; ${known.length === 0 ? 'there are none' : `use ${known.join(', ')}`}`,
  }))
}

/** The name as a part of a JSON Pointer. */
function shortened(name: string): string {
  const text = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return text.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Picks the declared fields. Deleting thousands of undeclared ones takes far longer. */
function pick(input: unknown, names: readonly string[]): Record<string, unknown> | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const picked: Record<string, unknown> = {}
  for (const name of names) {
    if (Object.hasOwn(input, name)) picked[name] = Reflect.get(input, name)
  }
  return picked
}

/** Larger integers have no use, and not every store can hold them. */
const maxInteger = 2 ** 31 - 1

/** Converts IDs to lower case, and other values to ones that every store can hold. */
function createNormalizer({ properties }: TObject): (parsed: Record<string, unknown>) => void {
  const rules = Object.entries(properties).flatMap(([name, property]) => {
    const normalize = normalizerOf(property)
    return normalize === undefined ? [] : [{ name, normalize, maximum: maximumOf(property) }]
  })
  return (parsed) => {
    for (const { name, normalize, maximum } of rules) {
      const value = parsed[name]
      if (typeof value === 'string') parsed[name] = normalize(value)
      else if (typeof value === 'number' && value > maximum) parsed[name] = maximum
    }
  }
}

/** Fields with a maximum of their own were already checked. */
function maximumOf(property: TSchema): number {
  const maximum = 'maximum' in property ? property.maximum : undefined
  return typeof maximum === 'number' ? maximum : maxInteger
}

function normalizerOf(property: TSchema): ((text: string) => string) | undefined {
  const format = 'format' in property ? property.format : undefined
  if (format === 'uuid') return (text) => text.toLowerCase()
  return format === 'base64' ? undefined : storable
}

function toViolation(error: ErrorObject): Violation {
  const { instancePath, keyword, params, parentSchema } = error
  const path =
    keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath
  return { path, rule: keyword, message: describe(error, parentSchema) }
}

function describe({ keyword, params, message }: ErrorObject, schema: unknown): string {
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum')
    return `must be one of ${[params['allowedValues']].flat().map(String).join(',')}`
  if (keyword === 'pattern' && hasFormat(schema, 'uuid')) return 'must be a UUID'
  if (keyword === 'format') return `must be ${String(params['format'])} text`
  if (keyword === 'type') return `must be ${[params['type']].flat().join(' or ')}`
  return message ?? 'is not valid'
}

function hasFormat(schema: unknown, format: string): boolean {
  return (
    typeof schema === 'object' && schema !== null && 'format' in schema && schema.format === format
  )
}
