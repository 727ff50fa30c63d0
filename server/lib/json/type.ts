import type * as TypeBox from 'typebox'
import type { TSchema } from 'typebox'

type Options = object | undefined
type Properties = Readonly<Record<string, TSchema>>

const optional = '~optional'

/** The mark is no part of the JSON. */
function markOptional(schema: TSchema): TSchema {
  return Object.defineProperty({ ...schema }, optional, { value: true })
}

function createObject(properties: Properties, options?: Options): object {
  const required = Object.keys(properties).filter((name) => !hasMark(properties[name]))
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
    ...options,
  }
}

function hasMark(schema: TSchema | undefined): boolean {
  return schema !== undefined && Object.hasOwn(schema, optional)
}

/** Without the options of the object, as in TypeBox. */
function makePartial({ properties }: { properties: Properties }): object {
  const marked = Object.entries(properties).map(([name, schema]) => [name, markOptional(schema)])
  return createObject(Object.fromEntries(marked))
}

const builders = {
  Array: (items: TSchema, options?: Options) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Options) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: Options) => ({ enum: values, ...options }),
  Integer: (options?: Options) => ({ type: 'integer', ...options }),
  Intersect: (allOf: readonly TSchema[], options?: Options) => ({ allOf, ...options }),
  Literal: (value: unknown, options?: Options) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: (options?: Options) => ({ type: 'null', ...options }),
  Number: (options?: Options) => ({ type: 'number', ...options }),
  Object: createObject,
  Optional: markOptional,
  Partial: makePartial,
  Record: (_key: TSchema, value: TSchema, options?: Options) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: Options) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly TSchema[], options?: Options) => ({ anyOf, ...options }),
  Unknown: (options?: Options) => ({ ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
}

/**
 * The builders of TypeBox that schemas here need, with its types. TypeBox itself is 500 modules, a sixth of the time to
 * start.
 */
// SAFETY: a test compares the schemas with those of TypeBox.
export const Type = builders as unknown as Pick<typeof TypeBox.Type, keyof typeof builders>
