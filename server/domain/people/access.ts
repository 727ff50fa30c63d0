import { AppError } from '../../lib/errors.ts'
import { members } from '../../store/index.ts'
import type { Context } from '../context.ts'

export type Right = 'read' | 'write' | 'admin' | 'owner'

/**
 * Checks that the caller is a member with a permission: viewers and read-only keys can read, members can write,
 * owners and admins manage the workspace. Throws FORBIDDEN.
 */
export async function requireMember(
  { store, caller }: Context,
  workspaceId: string,
  right: Right,
): Promise<void> {
  if (caller.workspaceIds !== undefined && !caller.workspaceIds.includes(workspaceId)) {
    throw forbidden('This key has no access to that workspace. Use another key.')
  }
  const membership = await members.membership(store, workspaceId, caller.userId)
  // A workspace that does not exist gives the same error, so that it reveals nothing.
  if (membership === undefined) throw forbidden('You are not a member of this workspace.')
  const { role } = membership
  if (right === 'read') return
  if (role === 'VIEWER')
    throw forbidden(
      'You have read-only access to this workspace. Ask an owner for the role MEMBER.',
    )
  if (caller.readOnly) throw forbidden('This key is read-only. Use a key with write access.')
  if (right === 'owner' && role !== 'OWNER')
    throw forbidden('Only owners can do this. Ask an owner for the role OWNER.')
  if (right === 'admin' && role === 'MEMBER')
    throw forbidden('Only owners and admins can do this. Ask an owner for the role ADMIN.')
}

function forbidden(message: string): AppError {
  return new AppError('FORBIDDEN', message)
}
