import { allSettledOrThrow } from '../../lib/all-settled.ts'
import type { Reader, Viewer } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { requireMember, type Right } from './access.ts'
import { requireActiveKey } from './api-keys.ts'
import { requireActiveSession } from './sign-in/sessions.ts'

export type Check = {
  /** Reads what is checked: the store, or the transaction of a write. */
  reader: Reader
  right: Right
}

/** Checks again that the caller may use a workspace, for a response that stays open; returns their view of it. */
export async function reauthorize(
  context: Context,
  workspaceId: string,
  { reader, right }: Check = { reader: context.store, right: 'read' },
): Promise<Viewer> {
  const { caller } = context
  const { keyId, sessionId } = caller
  const viewer = requireMember({ store: reader, caller }, workspaceId, right)
  await allSettledOrThrow(
    ...(keyId === undefined ? [] : [requireActiveKey(reader, keyId)]),
    ...(sessionId === undefined ? [] : [requireActiveSession(context, sessionId, reader)]),
    viewer,
  )
  return viewer
}
