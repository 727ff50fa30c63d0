import build, { type AnySchema } from 'fast-json-stringify'
import type { FastifyServerOptions } from 'fastify'
import { AppError } from '../lib/errors.ts'

type Compilers = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']

/**
 * Responses contain only the fields of their schema. A schema is compiled with the first response, because all of them
 * together take a tenth of the time to start.
 */
export const schemaCompilers: NonNullable<Compilers> = {
  buildSerializer:
    () =>
    ({ schema }) => {
      let write: ((answer: unknown) => string) | undefined
      // SAFETY: the output schema of an operation.
      return (answer) => (write ??= build(schema as AnySchema))(answer)
    },
  // Given, so that Fastify does not load its own.
  buildValidator: () => {
    throw new AppError('INTERNAL', 'Validate requests with `operations/parse.ts`.')
  },
}
