import type { Static, TObject, TSchema } from 'typebox'
import type { App } from '../app.ts'
import type { Context } from '../domain/context.ts'
import { call } from '../operations/call.ts'
import type { Operation } from '../operations/operation.ts'

/** A member who acts from a chat. Every call checks their rights again. */
export type Member = {
  context: Context
  workspaceId: string
  call: <Input extends TObject, Output extends TSchema>(
    operation: Operation<Input, Output>,
    input: Omit<Static<Input>, 'workspaceId'>,
  ) => Promise<Static<Output>>
}

export function memberFor(
  app: Pick<App, 'contextFor' | 'integrations'>,
  workspaceId: string,
  userId: string,
  /** The subscription of a chat in which others read the answer. */
  audienceId?: string,
): Member {
  const caller = {
    userId,
    ...(audienceId === undefined ? {} : { audienceId }),
    keyId: undefined,
    via: 'chat' as const,
    readOnly: false,
    workspaceIds: [workspaceId],
  }
  // Links in a chat need a host.
  const context = { ...app.contextFor(caller), publicUrl: app.integrations.baseUrl }
  return {
    context,
    workspaceId,
    call: async (operation, input) =>
      // SAFETY: call checks the input against the schema, and run returns the declared output.
      (await call(operation, context, { ...input, workspaceId })) as never,
  }
}
