import type { TSchema } from 'typebox'
import type { JsonLimits } from '../lib/json/scan-json.ts'
import type { Operation } from './operation.ts'

/** Limits of a request body, checked before parsing. */
export type BodyLimits = { bytes: number; json: JsonLimits }

/** For operations that need no sign-in. */
const publicLimits: BodyLimits = { bytes: 16 * 1024, json: { values: 200, depth: 16 } }

/** The longest escape of one character in JSON. */
const maxEscapedBytes = 12
/** A number, a quoted name or an ID. */
const shortValueBytes = 64
/** For ignored fields and white space. */
const allowance = { bytes: 64 * 1024, values: 5000, depth: 32 }
/** A page of 100 levels of nodes, each an object in an array, with marks and attributes. */
const documentDepth = 256

/** For JSON-RPC and other bodies outside of operations. */
export const generalJson: JsonLimits = { values: allowance.values, depth: allowance.depth }

/** The size of the largest valid input of the operation, plus an allowance for ignored fields. */
export function bodyLimits(
  { access, input, bodyLimit }: Pick<Operation, 'access' | 'input' | 'bodyLimit'>,
  max: number,
): BodyLimits {
  if (access === 'public') return { ...publicLimits, bytes: Math.min(publicLimits.bytes, max) }
  const { bytes, values } = sizeOf(input)
  const documents = Object.entries(input.properties)
    .filter(([, property]) => isDocument(property))
    .map(([name]) => name)
  return {
    bytes: bodyLimit ?? Math.min(max, bytes + allowance.bytes),
    json: {
      values: values + allowance.values,
      depth: documents.length > 0 ? documentDepth : allowance.depth,
      documents,
    },
  }
}

type Size = { bytes: number; values: number }

/** JSON Schema as far as inputs use it. */
type SchemaKeywords = {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  maxItems?: number
  maxLength?: number
  additionalProperties?: boolean
}

function sizeOf(schema: TSchema): Size {
  // SAFETY: every schema is an object whose keywords are those of JSON Schema.
  const keywords = schema as SchemaKeywords
  const { properties = {}, items, anyOf = [], maxItems = 0, maxLength = 0 } = keywords
  const members = Object.values(properties).map(sizeOf)
  const choices = anyOf.map(sizeOf)
  const item = items === undefined ? { bytes: 0, values: 0 } : sizeOf(items)
  const sum = (of: keyof Size) => members.reduce((total, size) => total + size[of], 0)
  const max = (of: keyof Size) => Math.max(0, ...choices.map((size) => size[of]))
  return {
    bytes:
      shortValueBytes +
      maxLength * maxEscapedBytes +
      maxItems * item.bytes +
      sum('bytes') +
      max('bytes'),
    values: 1 + maxItems * item.values + sum('values') + max('values'),
  }
}

function isDocument(schema: TSchema): boolean {
  // SAFETY: as above.
  const { additionalProperties, properties = {} } = schema as SchemaKeywords
  return additionalProperties === true && Object.keys(properties).length === 0
}
