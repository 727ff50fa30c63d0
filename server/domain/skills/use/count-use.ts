import type { Context } from '../../context.ts'
import { clientOf } from '../../runs/clients.ts'

type VersionAddress = { workspaceId: string; pageId: string; version: number }

/**
 * Counts that the caller got the main file of a version, or all of its files. People who look at it in the app do not
 * use it.
 */
export function countUse(
  { skillUses, caller }: Pick<Context, 'skillUses' | 'caller'>,
  { workspaceId, pageId, version }: VersionAddress,
): void {
  if (caller.sessionId !== undefined || caller.via === 'web') return
  const { userId } = caller
  skillUses.count({ workspaceId, pageId, version, userId, client: clientOf(caller) })
}

/** The same for a program that reads without an account. */
export function countAnonymousUse(
  { skillUses }: Pick<Context, 'skillUses'>,
  { workspaceId, pageId, version }: VersionAddress,
): void {
  skillUses.count({ workspaceId, pageId, version, userId: '', client: '' })
}
