import type { TSchema } from 'typebox'
import type { JsonLimits } from '../lib/json/scan-json.ts'
import type { Operation } from './operation.ts'

/** What a request body may hold, checked before it is parsed. */
export type BodyLimits = { bytes: number; json: JsonLimits }

/** Anyone may send these. */
const publicLimits: BodyLimits = { bytes: 16 * 1024, json: { values: 200, depth: 16 } }

/** Bytes of the longest escape of one character in JSON. */
const longestCharacter = 12
/** Bytes of a number, a name in quotes, an id. */
const shortValue = 64
/** Room for fields that are ignored, and for white space. */
const room = { bytes: 64 * 1024, values: 5000, depth: 32 }
/** A page of 100 levels of nodes, each an object in an array, with marks and attributes. */
const documentDepth = 256

/** What JSON-RPC and other bodies of no operation may hold. */
export const generalJson: JsonLimits = { values: room.values, depth: room.depth }

/** From the operation's input: as much as its largest input needs, with room for what is ignored. */
export function bodyLimits(
  { access, input, bodyLimit }: Pick<Operation, 'access' | 'input' | 'bodyLimit'>,
  most: number,
): BodyLimits {
  if (access === 'public') return { ...publicLimits, bytes: Math.min(publicLimits.bytes, most) }
  const { bytes, values } = sizeOf(input)
  const documents = Object.entries(input.properties)
    .filter(([, property]) => isDocument(property))
    .map(([name]) => name)
  return {
    bytes: bodyLimit ?? Math.min(most, bytes + room.bytes),
    json: {
      values: values + room.values,
      depth: documents.length > 0 ? documentDepth : room.depth,
      documents,
    },
  }
}

type Size = { bytes: number; values: number }

/** JSON Schema as far as inputs use it. */
type Shape = {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  maxItems?: number
  maxLength?: number
  additionalProperties?: boolean
}

function sizeOf(schema: TSchema): Size {
  // SAFETY: every schema is an object whose keywords are those of JSON Schema.
  const { properties = {}, items, anyOf = [], maxItems = 0, maxLength = 0 } = schema as Shape
  const members = Object.values(properties).map(sizeOf)
  const choices = anyOf.map(sizeOf)
  const item = items === undefined ? { bytes: 0, values: 0 } : sizeOf(items)
  const sum = (of: keyof Size) => members.reduce((total, size) => total + size[of], 0)
  const most = (of: keyof Size) => Math.max(0, ...choices.map((size) => size[of]))
  return {
    bytes:
      shortValue +
      maxLength * longestCharacter +
      maxItems * item.bytes +
      sum('bytes') +
      most('bytes'),
    values: 1 + maxItems * item.values + sum('values') + most('values'),
  }
}

function isDocument(schema: TSchema): boolean {
  // SAFETY: as above.
  const { additionalProperties, properties = {} } = schema as Shape
  return additionalProperties === true && Object.keys(properties).length === 0
}
