import type { Viewer } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { requireMember } from './access.ts'
import { requireActiveKey } from './api-keys.ts'
import { requireActiveSession } from './sign-in/sessions.ts'

/** Checks again that the caller may read a workspace, for a response that stays open; returns their view of it. */
export async function reauthorize(context: Context, workspaceId: string): Promise<Viewer> {
  const { store, caller } = context
  if (caller.keyId !== undefined) await requireActiveKey(store, caller.keyId)
  if (caller.sessionId !== undefined) await requireActiveSession(context, caller.sessionId)
  return requireMember(context, workspaceId, 'read')
}
