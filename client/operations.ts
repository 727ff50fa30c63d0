import type { Static, TSchema } from 'typebox'
import type { Operations } from '../server/operations/index.ts'

type Fields<Schema> = Schema extends TSchema ? Static<Schema> : never

/** Input and output of each operation. `npm run packages` writes the same types for those without the server. */
export type OperationTypes = {
  [Noun in keyof Operations]: {
    [Name in keyof Operations[Noun]]: Operations[Noun][Name] extends {
      input: infer Input
      output: infer Output
    }
      ? { input: Fields<Input>; output: Fields<Output> }
      : never
  }
}
