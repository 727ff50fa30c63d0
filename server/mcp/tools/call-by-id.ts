import { AppError } from '../../lib/errors.ts'
import { call } from '../../operations/call.ts'
import { listOperations, type OperationId } from '../../operations/index.ts'
import type { McpRequest } from '../transport/request.ts'
import type { JsonObject } from './json-object.ts'

const operations = new Map(listOperations().map((operation) => [operation.id, operation]))

/** Calls an operation by its ID with the permissions of the caller. Throws the errors of the operation. */
export async function callById(
  { context }: Pick<McpRequest, 'context'>,
  id: OperationId,
  input: JsonObject,
): Promise<JsonObject> {
  const operation = operations.get(id)
  if (operation === undefined) throw new AppError('INTERNAL', `Unknown operation ${id}.`)
  // SAFETY: the output of every operation is an object.
  return (await call(operation, context, input)) as JsonObject
}
