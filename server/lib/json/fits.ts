import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/schema'

/** Whether a value is what a schema says; the schema is compiled when the first value is checked. */
export function fits<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => value is Static<Schema> {
  let validator: { Check: (value: unknown) => boolean } | undefined
  return (value): value is Static<Schema> => (validator ??= Compile(schema)).Check(value)
}
