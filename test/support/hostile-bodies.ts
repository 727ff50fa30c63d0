import fc from 'fast-check'
import type { NamedOperation } from '../../server/operations/index.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Longest text that is worth making: limits beyond it have tests of their own. */
const maxTextLength = 2_000

const strangeTexts = [
  '',
  ' ',
  '\u0000',
  '\r\n\r\nX-Injected: 1',
  '\ud800',
  '\u202e\u2066',
  '__proto__',
  '../../etc/passwd',
  "'; drop table pages; --",
  '%00%ff',
  '{{constructor}}',
  '"".""',
  '(((((((((((((((((((((',
  '👩‍👩‍👧‍👦'.repeat(40),
  '-'.repeat(maxTextLength),
]

const strangeValues = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[[[[[]]]]]],
  { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '' }] }] },
  JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": 1}}'),
]

export const strange = fc.oneof(
  fc.constantFrom<unknown>(...strangeTexts),
  fc.constantFrom<unknown>(...strangeValues),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Bodies near what an operation takes: its example, with fields left out, at their limits or strange. */
export function hostileBodies(
  operation: Pick<NamedOperation, 'input'>,
  body: object,
): fc.Arbitrary<unknown> {
  // SAFETY: TypeBox makes JSON Schemas, whose keywords these are.
  const { properties = {} } = operation.input as unknown as Schema
  const given = new Map(Object.entries(body))
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, field(schema, given.get(name))] as const,
  )
  const bodies = fc.record(Object.fromEntries(fields)).map((record) => {
    const fields = Object.entries(record).filter(([, value]) => value !== leftOut)
    return Object.fromEntries(fields)
  })
  return fc.oneof(
    { arbitrary: bodies, weight: 12 },
    { arbitrary: fc.tuple(bodies, strange).map(([one, more]) => ({ ...one, more })), weight: 1 },
    { arbitrary: strange, weight: 1 },
  )
}

const leftOut = Symbol('left out')

function field(schema: Schema, example: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fc.constant(example ?? leftOut), weight: example === undefined ? 3 : 10 },
    { arbitrary: fitting(schema), weight: 3 },
    { arbitrary: strange, weight: 2 },
    { arbitrary: fc.constant(leftOut), weight: 1 },
  )
}

/** Values that fit the schema, its limits above all. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting))
  const types = [schema.type ?? 'object'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema)))
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string': {
      const upper = Math.min(schema.maxLength ?? maxTextLength, maxTextLength)
      const lower = schema.minLength ?? 0
      const edges = [lower, upper].map((length) => 'é'.repeat(length))
      return fc.oneof(fc.constantFrom(...edges), fc.uuid(), fc.string({ maxLength: upper }))
    }
    case 'integer':
    case 'number': {
      // A whole number of any size is an integer to JSON Schema.
      const { minimum = -1e308, maximum = 1e308 } = schema
      return fc.oneof(fc.constantFrom(minimum, maximum), fc.maxSafeInteger())
    }
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
    case 'null':
      return fc.constant(null)
    default: {
      const properties = Object.entries(schema.properties ?? {})
      const inner = properties.map(([name, one]) => [name, fitting(one)] as const)
      return fc.oneof(strange, fc.record(Object.fromEntries(inner)))
    }
  }
}
