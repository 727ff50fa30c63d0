import type { Static, TObject, TSchema } from 'typebox'
import type { App } from '../app.ts'
import type { Context } from '../domain/context.ts'
import { call } from '../operations/call.ts'
import type { Operation } from '../operations/operation.ts'

/** A member of one workspace who asks from a chat. Every call looks at their rights anew. */
export type Member = {
  context: Context
  workspaceId: string
  ask: <Input extends TObject, Output extends TSchema>(
    operation: Operation<Input, Output>,
    input: Omit<Static<Input>, 'workspaceId'>,
  ) => Promise<Static<Output>>
}

export function actFor(
  app: Pick<App, 'contextFor' | 'integrations'>,
  workspaceId: string,
  userId: string,
): Member {
  const caller = {
    userId,
    keyId: undefined,
    via: 'chat' as const,
    readOnly: false,
    workspaceIds: [workspaceId],
  }
  // Addresses in a chat are of no use without a host.
  const context = { ...app.contextFor(caller), publicUrl: app.integrations.baseUrl }
  return {
    context,
    workspaceId,
    ask: async (operation, input) =>
      // SAFETY: call holds the input to the schema, and run gives what the output says.
      (await call(operation, context, { ...input, workspaceId })) as never,
  }
}
