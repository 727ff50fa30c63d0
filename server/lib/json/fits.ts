import { Ajv } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { isId } from '../ids.ts'

/** Does not check the schemas themselves: that takes longer than compiling them. */
const ajv = new Ajv({ strict: false, meta: false, validateSchema: false, formats: { uuid: isId } })

/** Whether a value is what a schema says; the schema is compiled when the first value is checked. */
export function fits<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => value is Static<Schema> {
  let validate: ((value: unknown) => boolean) | undefined
  return (value): value is Static<Schema> => (validate ??= ajv.compile(schema))(value)
}
