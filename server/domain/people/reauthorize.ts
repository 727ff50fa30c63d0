import type { Context } from '../context.ts'
import { requireMember } from './access.ts'
import { requireLivingKey } from './api-keys.ts'
import { requireLivingSession } from './sign-in/sessions.ts'

/** Looks again whether somebody may read a workspace, for an answer that goes on and on. */
export async function requireStanding(context: Context, workspaceId: string): Promise<void> {
  const { store, caller } = context
  if (caller.keyId !== undefined) await requireLivingKey(store, caller.keyId)
  if (caller.sessionId !== undefined) await requireLivingSession(context, caller.sessionId)
  await requireMember(context, workspaceId, 'read')
}
