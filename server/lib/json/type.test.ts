import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type as TypeBox } from 'typebox'
import { Type } from './type.ts'

/** What `make` gives with the builders of TypeBox, and with those here. */
function buildTwice(make: (type: typeof Type) => object): [theirs: string, ours: string] {
  return [JSON.stringify(make(TypeBox)), JSON.stringify(make(Type))]
}

const cases: Record<string, (type: typeof Type) => object> = {
  'a value': (type) =>
    type.Object({
      text: type.String({ minLength: 1 }),
      integer: type.Integer({ minimum: 1, description: 'An integer.' }),
      number: type.Number(),
      boolean: type.Boolean({ default: false }),
      nothing: type.Null({ description: 'Nothing.' }),
      anything: type.Unknown(),
      described: type.Unknown({ description: 'Anything.' }),
    }),
  'one of several values': (type) =>
    type.Object({
      word: type.Literal('word', { description: 'A word.' }),
      yes: type.Literal(true),
      one: type.Literal(1),
      listed: type.Enum(['first', 'second'], { description: 'One of two.' }),
      either: type.Union([type.String(), type.Null()], { description: 'Text or nothing.' }),
      both: type.Intersect([type.Object({ a: type.Null() }), type.Object({ b: type.Null() })]),
    }),
  'many values': (type) =>
    type.Object({
      list: type.Array(type.String(), { maxItems: 2 }),
      record: type.Record(type.String(), type.Integer(), { description: 'Numbers by name.' }),
    }),
  'a schema as it is written': (type) =>
    type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 3 }),
  'an object without fields': (type) => type.Object({}, { additionalProperties: true }),
  'an object with fields that may be missing': (type) =>
    type.Object(
      { needed: type.String(), spare: type.Optional(type.String({ maxLength: 2 })) },
      { description: 'An object.' },
    ),
  'an object without a field that is needed': (type) =>
    type.Object({ spare: type.Optional(type.String()) }),
  'an object whose fields may all be missing': (type) =>
    type.Partial(
      type.Object({ needed: type.String(), spare: type.Optional(type.Integer()) }, { title: 'T' }),
    ),
  'a field that may be missing, in another object': (type) => {
    const { spare } = type.Object({ spare: type.Optional(type.String()) }).properties
    return type.Object({ spare })
  },
}

describe('Type', () => {
  for (const [name, make] of Object.entries(cases)) {
    it(`builds the schema of ${name} as TypeBox does`, () => {
      const [theirs, ours] = buildTwice(make)
      assert.equal(ours, theirs)
    })
  }
})
